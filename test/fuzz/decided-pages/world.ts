// A hub's router with its real neighbours, and the companion's real queue on the other end of a wire that takes its time.
import { AgentRegistry } from '../../../electron/core/agents/agent-registry.ts';
import { BrowserLink } from '../../../electron/core/browsers/browser-link.ts';
import { Gateway } from '../../../electron/core/gateway/gateway.ts';
import { CallLimiter } from '../../../electron/core/limits/call-limits.ts';
import { GrantRegistry } from '../../../electron/core/permissions/grant-registry.ts';
import { LearningMode } from '../../../electron/core/permissions/learning-mode.ts';
import { PromptQueue } from '../../../electron/core/permissions/prompt-queue.ts';
import { noRules } from '../../../electron/core/permissions/rule-index.ts';
import { CallsUnderWay } from '../../../electron/core/router/calls-under-way.ts';
import { createExecutor } from '../../../electron/core/router/execute.ts';
import { PauseRoom } from '../../../electron/core/router/pause-room.ts';
import { Router } from '../../../electron/core/router/router.ts';
import { SecretMask } from '../../../electron/core/secrets/secret-mask.ts';
import { TabRegistry } from '../../../electron/core/tabs/tab-registry.ts';
import { ToolCatalogue } from '../../../electron/core/tools/tool-catalogue.ts';
import { buildBrowser, buildClient, buildState, noon } from '../../support/hub-fixtures.ts';
import { RecordingTap } from '../../unit/core/wire/recording-tap.ts';
import { loadCompanion, PlayedBrowser, playIn } from './played-browser.ts';
import { Steps } from './steps.ts';
import type { RunMode } from '../../../electron/contract/entities.ts';
import type { Scope } from '../../../electron/contract/permissions.ts';
import type { IncomingRequest } from '../../../electron/core/wire/peer.ts';

export const origins = ['https://a.example', 'https://b.example', 'https://c.example'] as const;
export const scopes = ['browser:activeTab.read', 'browser:activeTab.interact'] as const;
export const browserId = 'b1';
const agentCount = 2;

const { callTool, Rpc } = await loadCompanion();
let lastTab = 0;

/** What the hub sent to the companion for a call. */
export interface SentCall {
  readonly callId: number;
  readonly origin: string | null;
}

export function createWorld(tabCount: number) {
  const steps = new Steps();
  const browser = new PlayedBrowser(steps);
  playIn(browser);
  const state = buildState();
  const now = () => noon;
  let mode: RunMode = 'running';
  const underWay = new CallsUnderWay();
  const recheck = () => {
    pauses.recheck();
    underWay.recheck();
  };
  const grants = new GrantRegistry({
    state,
    now,
    rows: [],
    lastId: 0,
    onChanged: recheck,
    persist: { add: async () => {}, used: () => {}, remove: async () => {} },
  });
  const tabs = new TabRegistry({ state, now, onClosed: () => {}, onOwner: recheck });
  let randoms = 0;
  const agents = new AgentRegistry({
    state,
    now,
    randomBytes: size => Buffer.alloc(size, (randoms += 1)),
    onLeft: agentId => tabs.orphan(agentId),
    onMode: recheck,
  });
  const clients = new Map(
    Array.from({ length: agentCount }, (_, index) => [
      `client-${index}`,
      buildClient({ id: `client-${index}`, start: 'ask' }),
    ]),
  );
  const agentIds = [...clients.values()].map(
    client =>
      agents.connect({ client, instance: client.id, transport: 'stdio', program: null, disconnect: () => {} }).id,
  );
  const sent: SentCall[] = [];
  const link = connect(steps, sent, reported => tabs.report(browserId, reported));
  const pauses = new PauseRoom();
  const limiter = new CallLimiter({ settings: { get: async () => null, set: async () => {} }, onRun: () => {} });
  const gateway = new Gateway({
    servers: () => ({
      optionsOf: () => null,
      list: () => [],
      lease: () => Promise.reject(new Error('There is no server.')),
    }),
    learnTools: () => {},
    needsOwnRun: () => {},
    defaultTimeoutMs: () => 30_000,
  });
  const router = new Router({
    catalogue: new ToolCatalogue(state),
    prompts: new PromptQueue({ state, now, store: async () => {} }),
    pauses,
    learning: new LearningMode({
      now,
      kept: null,
      keep: async () => {},
      tell: () => {},
      show: () => {},
      addGrants: async () => [],
      onStarted: () => {},
    }),
    tap: new RecordingTap(),
    // Nobody is asked: what is undecided is refused.
    panelOpen: () => false,
    execute: createExecutor({
      agents,
      browsers: { link: () => link } as never,
      tabs,
      gateway,
      uploads: { os: 'linux', ownFolders: [] },
    }),
    grantUsed: () => {},
    limiter,
    underWay,
    audit: () => 0,
    mask: new SecretMask(() => []),
    digestKey: Buffer.alloc(32),
    view: {
      now,
      mode: () => mode,
      client: id => clients.get(id) ?? null,
      grants: () => grants.rules,
      policy: () => noRules,
      browserFor: () => buildBrowser({ id: browserId }),
      tab: (id, tabId) => tabs.get(id, tabId),
      document: (id, tabId) => tabs.document(id, tabId),
      lastUsedTab: () => null,
      limits: (agent, run) => limiter.seen(agent, run),
      server: () => null,
    },
  });
  const tabIds = Array.from({ length: tabCount }, () => (lastTab += 1));
  const report = () =>
    link.report(
      tabIds.map(tabId => ({
        tabId,
        windowId: 1,
        title: '',
        url: `${browser.originOf(tabId)}/`,
        active: false,
        document: browser.documentOf(tabId),
      })),
    );
  tabIds.forEach((tabId, index) => {
    browser.show(tabId, origins[0]);
    const agentId = agentIds[index % agentIds.length] ?? '';
    tabs.claim(agentId, browserId, { tabId, windowId: 1, title: '', url: `${origins[0]}/`, active: false });
  });
  return {
    steps,
    browser,
    sent,
    tabs,
    tabIds,
    agentIds,
    /** Whether the rules as they are let this agent do this there. */
    isAllowed: (agentId: string, tabId: number, scope: Scope, origin: string): boolean => {
      const { clientId } = agents.expect(agentId);
      const rules = grants
        .all()
        .filter(
          grant =>
            grant.subject.id === clientId &&
            grant.scope === scope &&
            grant.resource.kind === 'site' &&
            grant.resource.origin === origin,
        );
      const owner = tabs.get(browserId, tabId)?.owner;
      const isOwner = owner?.kind === 'agent' && owner.agentId === agentId;
      const mayNow = mode === 'running' || (mode === 'read-only' && scope === 'browser:activeTab.read');
      return isOwner && mayNow && rules.length > 0 && rules.every(({ effect }) => effect === 'allow');
    },
    setMode: (next: RunMode) => {
      mode = next;
      recheck();
    },
    setRule: async (agentId: string, effect: 'allow' | 'deny', scope: Scope, origin: string) => {
      const subject = { kind: 'client' as const, id: agents.expect(agentId).clientId };
      await grants.add({
        subject,
        effect,
        scope,
        lifetime: 'always',
        tools: null,
        reading: false,
        resource: { kind: 'site', origin },
        agentId: null,
        tab: null,
      });
    },
    revokeAll: async () => {
      for (const { id } of [...grants.all()]) await grants.revoke(id);
    },
    navigate: (tabId: number, origin: string) => {
      browser.show(tabId, origin);
      void steps.wait('reports').then(report);
    },
    call: (agentId: string, name: string, args: Record<string, unknown>, signal: AbortSignal) => {
      const request: IncomingRequest = {
        method: 'tools/call',
        params: null,
        signal,
        seq: 0,
        verdict: null,
        patienceMs: 0,
      };
      return router.call(() => agents.expect(agentId), { name, arguments: args }, request);
    },
    end: () => {
      pauses.stop();
      agents.stop();
    },
  };
}

/** The hub's link and the companion's end of it; each message is one step on its way, in order. */
function connect(steps: Steps, sent: SentCall[], onTabs: (tabs: never[]) => void) {
  let toHub: (frame: Buffer) => void = () => {};
  const channel = {
    send: (text: string) => {
      note(sent, JSON.parse(text));
      void steps.wait('to the companion').then(() => rpc.receive(JSON.parse(text)));
      return true;
    },
    onFrame: (listener: (frame: Buffer) => void) => void (toHub = listener),
    onClose: () => {},
    onDrain: () => {},
    close: () => {},
  };
  const link = new BrowserLink({
    channel: channel as never,
    relayPid: 1,
    extensionId: 'x',
    hub: { kind: 'hub', id: 'hub', label: 'Hub' },
    tap: new RecordingTap(),
    firstId: 1,
    onHello: () => ({ state: 'denied' }),
    onTabs: (_link, tabs) => onTabs(tabs as never[]),
    onIcon: () => {},
    onClosed: () => {},
  });
  const rpc = new Rpc({
    post: message => void steps.wait('to the hub').then(() => toHub(Buffer.from(JSON.stringify(message)))),
    serve: ({ params, id }, signal) =>
      callTool(params, signal, async (asked, what) => {
        const answer = (await rpc.request('covers', { call: id, origins: asked, what })) as { origins: string[] };
        return new Set(answer.origins);
      }),
    notified: () => {},
  });
  return Object.assign(link, { report: (tabs: readonly object[]) => rpc.notify('tabs', { tabs }) });
}

/** The mark of a call stands in its selector. */
function note(
  sent: SentCall[],
  {
    method,
    params,
  }: { method?: string; params?: { args?: { selector?: string }; decided?: { origin: string | null } } },
): void {
  if (method === 'call')
    sent.push({ callId: Number(params?.args?.selector?.slice(1)), origin: params?.decided?.origin ?? null });
}
