// The fixture's clients, agents, browsers and tabs.
import type { Agent, Browser, Client, Tab } from '../../../contract/schemas/entities.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export function fixtureClients(now: number): Client[] {
  const make = (
    id: string,
    name: string,
    colour: number,
    start: Client['start'],
    lastSeenAt: number | null,
  ): Client => ({
    id,
    name,
    verified: true,
    colour,
    start,
    createdAt: now - (40 - colour) * day,
    lastSeenAt,
  });
  return [
    make('client-claude', 'Claude Code', 1, 'ask', now),
    make('client-codex', 'Codex CLI', 2, 'own-tabs', now),
    make('client-cursor', 'Cursor', 3, 'ask', now),
    make('client-inspector', 'MCP Inspector', 4, 'read-only', now - 2 * minute),
    make('client-goose', 'goose', 5, 'ask', now - day),
    make('client-windsurf', 'Windsurf', 6, 'own-tabs', now - 9 * day),
    make('client-script', 'Nightly report script', 7, 'read-only', null),
  ];
}

interface Counts {
  readonly calls: number;
  readonly refused: number;
  readonly failed: number;
  readonly inFlight: number;
}

export function fixtureAgents(now: number): Agent[] {
  const clientNames = Object.fromEntries(fixtureClients(now).map(({ id, name }) => [id, name]));
  const make = (
    id: string,
    clientId: string,
    [claimedName, version]: readonly [string, string],
    transport: Agent['transport'],
    since: number,
    program: Agent['program'],
    counts: Counts,
  ): Agent => ({
    id,
    clientId,
    name: clientNames[clientId] ?? clientId,
    claimedName,
    version,
    transport,
    protocolVersion: '2025-11-25',
    program,
    state: { kind: 'connected', since },
    browserId: 'browser-work',
    ...counts,
    lastCallAt: now - 3000,
  });
  const gone = make('agent_9d02', 'client-codex', ['codex-mcp-client', '0.61.0'], 'http', now - 2 * hour, null, {
    calls: 212,
    refused: 2,
    failed: 1,
    inFlight: 0,
  });
  return [
    make(
      'agent_5b1e',
      'client-claude',
      ['claude-code', '2.1.330'],
      'stdio',
      now - 72 * minute,
      { path: '/usr/local/bin/claude', pid: 48_213, folder: '/home/ana/code/atlas-web' },
      { calls: 9_214, refused: 3, failed: 37, inFlight: 2 },
    ),
    make('agent_77c4', 'client-codex', ['codex-mcp-client', '0.64.1'], 'http', now - 41 * minute, null, {
      calls: 1_846,
      refused: 14,
      failed: 5,
      inFlight: 1,
    }),
    make(
      'agent_e810',
      'client-cursor',
      ['cursor-vscode', '2.4.0'],
      'stdio',
      now - 25 * minute,
      { path: '/opt/Cursor/resources/app/out/vs/workbench/cursor', pid: 50_118, folder: '/home/ana/code/billing' },
      { calls: 402, refused: 0, failed: 0, inFlight: 1 },
    ),
    make('agent_31aa', 'client-inspector', ['inspector-client', '2.3.0'], 'http', now - 4 * minute, null, {
      calls: 61,
      refused: 44,
      failed: 0,
      inFlight: 0,
    }),
    {
      ...gone,
      state: { kind: 'gone', since: now - 4 * minute, reason: { kind: 'left-by-itself' } },
      lastCallAt: now - 5 * minute,
    },
  ];
}

export function fixtureBrowsers(now: number): Browser[] {
  const common = { os: 'Linux', extensionVersion: '0.1.0' };
  return [
    {
      id: 'browser-work',
      name: 'Chromium Work',
      colour: 1,
      family: 'chromium',
      version: '156.0.7204.92',
      extensionId: 'kfldnbmeplaiecbgmglepnhnojjaalfd',
      ...common,
      state: { kind: 'connected', since: now - 3 * hour, relayPid: 47_901 },
    },
    {
      id: 'browser-esr',
      name: 'Firefox ESR',
      colour: 2,
      family: 'firefox',
      version: '140.5.0',
      extensionId: 'companion@pilothouse.dev',
      ...common,
      state: { kind: 'connected', since: now - 2 * hour, relayPid: 48_007 },
    },
    {
      id: 'browser-new',
      name: 'Chromium on this machine',
      colour: 3,
      family: 'chromium',
      version: '156.0.7204.92',
      extensionId: 'kfldnbmeplaiecbgmglepnhnojjaalfd',
      ...common,
      state: { kind: 'pending', since: now - 30_000, code: 'K7-4M' },
    },
    {
      ...common,
      id: 'browser-claude',
      name: 'Claude in Chrome',
      colour: 4,
      family: 'chromium',
      version: '',
      os: '',
      extensionId: 'fcoeoabgfenejglbffodgkkbkcdhcgfn',
      extensionVersion: '',
      state: { kind: 'pending', since: now - 12_000, code: 'P2-8Q' },
    },
  ];
}

export function fixtureTabs(now: number): Tab[] {
  const owned = (agentId: string): Tab['owner'] => ({ kind: 'agent', agentId, since: now - 50 * minute });
  const make = (
    browserId: string,
    tabId: number,
    title: string,
    url: string,
    owner: Tab['owner'],
    last: readonly [string, number] | null,
  ): Tab => ({
    browserId,
    tabId,
    title,
    url,
    active: tabId === 42,
    owner,
    lastAction: last ? { tool: last[0], at: now - last[1] } : null,
  });
  const you = { kind: 'you' } as const;
  return [
    make('browser-work', 38, 'Inbox (4)', 'https://mail.example/inbox', you, null),
    make('browser-work', 42, 'Atlas: Billing settings', 'https://app.atlas.test/billing', owned('agent_5b1e'), [
      'computer',
      3000,
    ]),
    make(
      'browser-work',
      47,
      'Atlas Pay: Confirm plan',
      'https://pay.atlas.test/confirm?plan=team',
      owned('agent_5b1e'),
      ['navigate', 51_000],
    ),
    make('browser-work', 49, 'API reference: Plans', 'https://docs.pay.test/api/plans', owned('agent_5b1e'), [
      'find',
      40_000,
    ]),
    make(
      'browser-work',
      53,
      'Ledger: Pull request 2207, move invoices to the new store',
      'https://git.ledger.test/pr/2207',
      owned('agent_77c4'),
      ['navigate', 2000],
    ),
    make(
      'browser-work',
      51,
      'Ledger: Release notes',
      'https://git.ledger.test/releases',
      { kind: 'none', agentId: 'agent_9d02', since: now - 4 * minute },
      ['read_page', 5 * minute],
    ),
    make('browser-esr', 7, 'Team notes', 'https://notes.example/today', you, null),
    make('browser-esr', 9, 'Kanban: Sprint 31', 'https://board.example/sprint/31', owned('agent_e810'), [
      'read_page',
      hour,
    ]),
    make('browser-esr', 11, 'Ledger: Staging \u202egnp.exe', 'https://staging.ledger.test/', owned('agent_77c4'), [
      'get_page_text',
      9000,
    ]),
  ];
}
