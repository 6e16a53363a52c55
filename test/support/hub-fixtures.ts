// Typed builders for what the hub knows: each makes a whole entity with sensible values, of which a test names what it is about.
import { ServerOptionsSchema } from '../../contract/schemas/servers.ts';
import { ruleOf } from '../../electron/core/permissions/rule.ts';
import { RuleIndex } from '../../electron/core/permissions/rule-index.ts';
import { StatePublisher } from '../../electron/core/state/publisher.ts';
import type { ReportedTab } from '../../contract/schemas/companion.ts';
import type { Agent, Browser, Client, HubInfo, Tab } from '../../contract/schemas/entities.ts';
import type { Grant } from '../../contract/schemas/permissions.ts';
import type { Server } from '../../contract/schemas/servers.ts';
import type { BrowserTarget, GatedCall } from '../../electron/core/gates/gate.ts';
import type { Question } from '../../electron/core/permissions/answer.ts';
import type { IncomingRequest } from '../../electron/core/wire/incoming-request.ts';

/** The time of all fixtures, in milliseconds since the epoch. */
export const noon = 1_790_000_000_000;

export const agentId = 'agent_e7f8a9b0c1d2e3f4a5b6c7d8e9f0a1b2';
export const otherAgentId = 'agent_0a1b2c3d4e5f60718293a4b5c6d7e8f9';

export function buildClient(fields: Partial<Client> = {}): Client {
  return {
    id: 'claude-code-1a2b3c',
    name: 'Claude Code',
    verified: true,
    start: 'ask',
    colour: 1,
    createdAt: noon,
    lastSeenAt: null,
    ...fields,
  };
}

export function buildAgent(fields: Partial<Agent> = {}): Agent {
  return {
    id: agentId,
    clientId: 'claude-code-1a2b3c',
    name: 'Claude Code',
    claimedName: 'claude-code',
    version: '2.1.0',
    transport: 'stdio',
    protocolVersion: '2025-11-25',
    program: null,
    state: { kind: 'connected', since: noon },
    browserId: null,
    calls: 0,
    refused: 0,
    failed: 0,
    inFlight: 0,
    lastCallAt: null,
    ...fields,
  };
}

export function buildBrowser(fields: Partial<Browser> = {}): Browser {
  return {
    id: 'b1',
    name: 'Work',
    colour: 1,
    family: 'chromium',
    version: '150.0',
    os: 'linux',
    extensionId: 'abcdefghijklmnopabcdefghijklmnop',
    extensionVersion: '0.1.0',
    state: { kind: 'connected', since: noon, relayPid: 4121 },
    ...fields,
  };
}

/** A call as it comes in, of which nobody has decided yet. */
export function buildRequest(fields: Partial<IncomingRequest> = {}): IncomingRequest {
  const { signal } = new AbortController();
  return { method: 'tools/call', params: null, signal, seq: 0, ...fields };
}

export function buildReportedTab(fields: Partial<ReportedTab> = {}): ReportedTab {
  return { tabId: 42, windowId: 1, title: 'Example', url: 'https://example.com/', active: false, ...fields };
}

/** A tab that `agentId` owns. */
export function buildTab(fields: Partial<Tab> = {}): Tab {
  return {
    browserId: 'b1',
    tabId: 42,
    windowId: 1,
    title: 'Example',
    url: 'https://example.com/',
    active: false,
    owner: { kind: 'agent', agentId, since: noon },
    lastAction: null,
    ...fields,
  };
}

export function buildServer(fields: Partial<Server> = {}): Server {
  return {
    id: 'everything',
    name: 'Everything',
    commandLine: 'node server.js',
    kind: 'stdio',
    program: 'node',
    startMs: null,
    package: null,
    runtime: null,
    envNames: [],
    cwd: null,
    workFolder: '/home/ana/.pilothouse/servers/everything/work',
    options: ServerOptionsSchema.parse({}),
    sandbox: { available: true, reason: { kind: 'sandbox-by', program: 'bubblewrap' } },
    warning: null,
    hash: 'ab'.repeat(32),
    state: { kind: 'running', since: noon, pid: 5001 },
    serverInfo: null,
    toolCount: 1,
    runs: 1,
    starts: 1,
    crashes: 0,
    restartCount: 0,
    restarts: null,
    stderr: [],
    wantsPerAgent: null,
    ...fields,
  };
}

/** An allow of navigation everywhere, for ever. */
export function buildGrant(fields: Partial<Grant> = {}): Grant {
  return {
    id: '24',
    subject: { kind: 'client', id: 'claude-code-1a2b3c' },
    agentId: null,
    effect: 'allow',
    scope: 'browser:navigate',
    tools: null,
    reading: false,
    resource: { kind: 'any' },
    lifetime: 'always',
    tab: null,
    createdAt: noon,
    expiresAt: null,
    uses: 0,
    lastUsedAt: null,
    ...fields,
  };
}

export function buildQuestion(fields: Partial<Question> = {}): Question {
  const { tool = 'navigate', argumentsText = '{"url":"https://example.com"}', site, tab } = fields;
  return {
    clientId: 'claude-code-1a2b3c',
    subject: { kind: 'client', id: 'claude-code-1a2b3c' },
    agentId,
    agentName: 'Claude Code',
    program: null,
    scope: 'browser:navigate',
    tool,
    resource: { kind: 'any' },
    site: 'https://example.com',
    readOnly: false,
    destructive: false,
    breadths: ['tool', 'site', 'scope'],
    where: {
      kind: 'at-tab',
      tab: 42,
      site: 'https://example.com',
      inFrame: false,
      page: 'https://example.com',
      browser: 'Work',
    },
    tab: { browserId: 'b1', tabId: 42 },
    call: JSON.stringify([tool, argumentsText, site, tab]),
    argumentsText,
    argumentsChars: argumentsText.length,
    ...fields,
  };
}

export function buildBrowserTarget(fields: Partial<BrowserTarget> = {}): BrowserTarget {
  return {
    kind: 'browser',
    browser: buildBrowser(),
    needsTab: true,
    tabId: 42,
    tab: buildTab(),
    document: null,
    inFrame: false,
    verb: 'navigate',
    ...fields,
  };
}

type GatedCallFields = Partial<Omit<GatedCall, 'grants'>> & { readonly grants?: readonly Grant[] };

/** Grants as the decision reads them. */
export function rulesOf(grants: readonly Grant[]): RuleIndex {
  return new RuleIndex(grants.map(ruleOf));
}

/** `navigate` in a tab that the asker owns, not granted yet. */
export function buildGatedCall({ grants = [], ...fields }: GatedCallFields = {}): GatedCall {
  return {
    mode: 'running',
    now: noon,
    client: buildClient(),
    agent: buildAgent(),
    tool: 'navigate',
    scope: 'browser:navigate',
    readOnly: false,
    destructive: false,
    resources: [
      { kind: 'site', origin: 'https://example.com' },
      { kind: 'tab', browserId: 'b1', tabId: 42 },
    ],
    target: buildBrowserTarget(),
    grants: rulesOf(grants),
    policy: rulesOf([]),
    limits: { run: null, origin: null },
    ...fields,
  };
}

export function buildHubInfo(fields: Partial<HubInfo> = {}): HubInfo {
  return {
    version: '0.1.0',
    pid: 1234,
    startedAt: noon,
    home: '/home/ada/.pilothouse',
    mode: 'running',
    modeSince: noon,
    locks: false,
    pauseOnLock: false,
    cliWidens: false,
    policy: { path: '/home/ada/.pilothouse/policy.json', state: 'none', loadedAt: null, error: null, rules: [] },
    learning: null,
    learned: 0,
    shell: 'headless',
    extensionFolders: { chromium: '/opt/pilothouse/chromium', firefox: '/opt/pilothouse/firefox' },
    problems: [],
    ...fields,
  };
}

export function buildState(): StatePublisher {
  return new StatePublisher(buildHubInfo());
}

/** A promise that the test itself fulfils, to stop a write halfway. */
export function buildPending(): { readonly promise: Promise<void>; resolve(): void } {
  let resolve = () => {};
  const promise = new Promise<void>(done => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Where it is of no matter what pages answered. */
export const noPageAnswers = { note: () => {}, forget: () => {} };
