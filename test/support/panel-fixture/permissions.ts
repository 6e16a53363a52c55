// The fixture's grants and open questions.
import { breadthsOf } from '../../../electron/core/permissions/answer.ts';
import type { Lifetime, Scope } from '../../../contract/permissions.ts';
import type { Grant, Prompt, Resource } from '../../../contract/schemas/permissions.ts';

const minute = 60_000;

const site = (origin: string): Resource => ({ kind: 'site', origin });
const server = (serverId: string): Resource => ({ kind: 'server', serverId });

type Row = readonly [
  clientId: string,
  effect: Grant['effect'],
  scope: Scope,
  tools: readonly string[] | null,
  resource: Resource,
  lifetime: Lifetime,
  uses: number,
  usedAgo: number,
];

const rows: readonly Row[] = [
  ['client-claude', 'allow', 'browser:navigate', null, site('https://app.atlas.test'), 'always', 214, 3000],
  [
    'client-claude',
    'allow',
    'browser:activeTab.interact',
    ['computer'],
    site('https://app.atlas.test'),
    'once',
    4,
    1000,
  ],
  ['client-claude', 'allow', 'servers:call', null, server('filesystem'), 'always', 1_902, 1000],
  ['client-codex', 'allow', 'browser:navigate', null, site('https://git.ledger.test'), 'agent', 37, 4000],
  [
    'client-codex',
    'deny',
    'browser:activeTab.interact',
    null,
    site('https://bank.example'),
    'always',
    2,
    2880 * minute,
  ],
  ['client-cursor', 'allow', 'servers:call', ['filesystem/edit_file'], server('filesystem'), 'agent', 18, 6 * minute],
  ['client-cursor', 'allow', 'browser:activeTab.read', null, site('https://board.example'), 'always', 61, 60 * minute],
  ['client-inspector', 'deny', 'servers:call', ['everything/printEnv'], server('everything'), 'always', 44, 5000],
  ['client-claude', 'allow', 'browser:activeTab.read', null, site('https://docs.pay.test'), 'always', 388, 2000],
  [
    'client-claude',
    'allow',
    'servers:call',
    ['github/search_code', 'github/list_issues'],
    server('github'),
    'always',
    96,
    40_000,
  ],
  ['client-codex', 'allow', 'browser:tabs.create', null, { kind: 'any' }, 'agent', 3, 12_000],
  ['client-codex', 'allow', 'servers:call', ['github/search_code'], server('github'), 'always', 54, 9000],
  ['client-goose', 'allow', 'browser:tabs.read', null, { kind: 'any' }, 'always', 12, 1440 * minute],
  [
    'client-claude',
    'allow',
    'browser:activeTab.screenshot',
    null,
    { kind: 'tab', browserId: 'browser-work', tabId: 42 },
    'once',
    9,
    8000,
  ],
];

export function fixtureGrants(now: number): Grant[] {
  return rows.map(([clientId, effect, scope, tools, resource, lifetime, uses, usedAgo], index) => ({
    id: `grant-${index + 9}`,
    subject: { kind: 'client', id: clientId },
    agentId: lifetime === 'agent' ? 'agent_77c4' : null,
    effect,
    scope,
    tools: tools === null ? null : [...tools],
    reading: false,
    resource,
    lifetime,
    tab: lifetime === 'once' ? { browserId: 'browser-work', tabId: 42 } : null,
    createdAt: now - (index + 1) * 47 * minute,
    expiresAt: lifetime === 'once' ? now + 8 * minute : null,
    uses,
    lastUsedAt: now - usedAgo,
  }));
}

type Following = 'subject' | 'site' | 'readOnly' | 'destructive' | 'breadths' | 'call' | 'argumentsChars' | 'asks';

/** What follows from the rest of a question. */
function whole(prompt: Omit<Prompt, Following>): Prompt {
  const { clientId, agentId, tool, where, argumentsText, calls, resource, scope, description } = prompt;
  const origin = resource.kind === 'site' ? resource.origin : null;
  const readOnly = scope === 'browser:activeTab.read';
  const call = `${prompt.id}-call`;
  const argumentsChars = argumentsText.length;
  return {
    ...prompt,
    subject: { kind: 'client', id: clientId },
    site: origin,
    readOnly,
    destructive: false,
    breadths: breadthsOf({ readOnly, site: origin }),
    call,
    argumentsChars,
    asks: [{ agentId, tool, where, call, argumentsText, argumentsChars, calls, ...(description && { description }) }],
  };
}

const deleteAccount: NonNullable<Prompt['description']>['elements'] = [
  { role: 'button', name: 'Delete account', frame: null, isInView: true },
];

export function fixturePrompts(now: number): Prompt[] {
  const prompts = [
    {
      id: 'prompt-87',
      clientId: 'client-claude',
      agentId: 'agent_5b1e',
      agentName: 'claude-code',
      program: { path: '/usr/local/bin/claude', pid: 48_213, folder: '/home/ana/code/atlas-web' },
      scope: 'browser:activeTab.interact',
      tool: 'computer',
      resource: site('https://pay.atlas.test'),
      where: {
        kind: 'at-tab',
        tab: 47,
        site: 'https://pay.atlas.test',
        inFrame: false,
        page: 'https://pay.atlas.test',
        browser: 'Chromium Work',
      },
      tab: { browserId: 'browser-work', tabId: 47 },
      argumentsText: '{\n  "action": "left_click",\n  "coordinate": [642, 318],\n  "tabId": 47\n}',
      description: {
        act: 'left_click',
        title: 'Billing – Atlas Pay',
        elements: deleteAccount,
        more: 0,
        untold: null,
        hasPicture: true,
      },
      calls: 1,
      askedAt: now - 7000,
      expiresAt: now + 113_000,
    },
    {
      id: 'prompt-88',
      clientId: 'client-cursor',
      agentId: 'agent_e810',
      agentName: 'cursor-vscode',
      program: { path: '/opt/Cursor/cursor', pid: 50_118, folder: '/home/ana/code/billing' },
      scope: 'servers:call',
      tool: 'filesystem/write_file',
      resource: server('filesystem'),
      where: { kind: 'at-server', server: 'filesystem' },
      tab: null,
      argumentsText: '{"path": "src/billing/plan.ts", "content": "export const plan = …"}',
      calls: 1,
      askedAt: now - 5000,
      expiresAt: now + 115_000,
    },
    {
      id: 'prompt-89',
      clientId: 'client-codex',
      agentId: 'agent_77c4',
      agentName: 'codex-mcp-client',
      program: null,
      scope: 'browser:activeTab.read',
      tool: 'read_page',
      resource: site('https://docs.ledger.test'),
      where: {
        kind: 'at-tab',
        tab: 53,
        site: 'https://docs.ledger.test',
        inFrame: false,
        page: 'https://docs.ledger.test',
        browser: 'Chromium Work',
      },
      tab: { browserId: 'browser-work', tabId: 53 },
      argumentsText: '{"tabId": 53}',
      calls: 12,
      askedAt: now - 3000,
      expiresAt: now + 117_000,
    },
  ] as const;
  return prompts.map(whole);
}
