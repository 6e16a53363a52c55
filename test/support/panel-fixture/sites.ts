// Sites in every state, and a page that asks: for the screens that show them.
import { pageFlags } from '../../../contract/web-agent.ts';
import { extendedSnapshot } from './extended.ts';
import type { AuditEntry } from '../../../contract/schemas/audit.ts';
import type { Agent, Client } from '../../../contract/schemas/entities.ts';
import type { Grant } from '../../../contract/schemas/permissions.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';
import type { AskedTool, Site, SiteQuestion } from '../../../contract/schemas/web-agent.ts';

const browserId = 'browser-work';
const day = 86_400_000;
const minute = 60_000;

export const ledger = 'https://app.ledger.test';
export const shop = 'https://shop.example';

export function sitesSnapshot(now: number): Snapshot {
  const snapshot = extendedSnapshot(now);
  return {
    ...snapshot,
    hub: { ...snapshot.hub, siteRules: { on: true, files: false, flags: pageFlags } },
    clients: { ...snapshot.clients, 'web-sites': siteClient(now) },
    agents: { ...snapshot.agents, ...Object.fromEntries(siteAgents(now).map(agent => [agent.id, agent])) },
    sites: Object.fromEntries(fixtureSites(now).map(site => [site.origin, site])),
    siteQuestions: { 'page-1': fixtureSiteQuestion(now) },
    grants: { ...snapshot.grants, ...Object.fromEntries(siteGrants(now).map(grant => [grant.id, grant])) },
  };
}

function siteOf(origin: string, lastAt: number | null, now: number, fields: Partial<Site> = {}): Site {
  const days = fields.days ?? [0, 0, 0, 0, 0, 0, 0];
  return {
    ...{ origin, blocked: false, flags: {}, firstAt: now - 25 * day, lastAt, pages: [], overRate: null },
    uses: days.reduce((total, uses) => total + uses, 0),
    ...fields,
    days,
  };
}

function fixtureSites(now: number): Site[] {
  const page = (tabId: number, title: string) => [{ browserId, tabId, title }];
  return [
    siteOf(shop, now - 7_000, now, { pages: page(23, 'Plans') }),
    siteOf(ledger, now - 3_000, now, {
      days: [12, 18, 26, 31, 44, 39, 44],
      flags: { toolCalling: true },
      pages: page(14, 'Ledger'),
    }),
    siteOf('https://notes.atlas.test', now - 12 * minute, now, {
      days: [1, 2, 1, 9, 4, 30, 14],
      pages: page(51, 'Notes'),
    }),
    siteOf('http://localhost:5173', now - 2 * minute, now, { days: [210, 260, 190, 310, 402, 280, 250] }),
    siteOf('https://bot.research.example', now - 1_000, now, {
      days: [0, 0, 0, 0, 3, 41, 344],
      overRate: { until: now + 20_000, refused: 34 },
    }),
    siteOf('https://xn--pypal-4ve.example', now - 2 * day, now),
    siteOf('https://mail.example', now - 9 * day, now, { blocked: true }),
  ];
}

function grantOf(id: string, now: number, fields: Partial<Grant>): Grant {
  return {
    id,
    subject: { kind: 'origin', id: ledger },
    agentId: null,
    effect: 'allow',
    scope: 'model:prompt',
    tools: null,
    reading: false,
    resource: { kind: 'any' },
    lifetime: 'always',
    tab: null,
    createdAt: now - day,
    expiresAt: null,
    uses: 0,
    lastUsedAt: null,
    ...fields,
  };
}

function siteGrants(now: number): Grant[] {
  const github = { kind: 'server', serverId: 'github' } as const;
  const once = { lifetime: 'once', tab: { browserId, tabId: 14 }, expiresAt: now + 8 * minute } as const;
  const notes = { kind: 'origin', id: 'https://notes.atlas.test' } as const;
  return [
    grantOf('site-1', now, { uses: 96, lastUsedAt: now - 3_000 }),
    grantOf('site-2', now, { scope: 'mcp:tools.list', uses: 12, lastUsedAt: now - 4 * minute }),
    grantOf('site-3', now, { ...once, scope: 'mcp:tools.call', tools: [] }),
    grantOf('site-4', now, {
      ...once,
      ...{ scope: 'servers:call', tools: ['github/search_code', 'github/list_issues'], resource: github },
      ...{ uses: 104, lastUsedAt: now - 9_000 },
    }),
    grantOf('site-5', now, { ...once, scope: 'browser:activeTab.read', uses: 2, lastUsedAt: now - minute }),
    grantOf('site-6', now, {
      ...{ effect: 'deny', scope: 'browser:activeTab.interact', uses: 1, lastUsedAt: now - 2 * day },
    }),
    grantOf('site-7', now, { subject: notes, uses: 40, lastUsedAt: now - 12 * minute }),
    grantOf('site-8', now, {
      subject: notes,
      scope: 'browser:activeTab.read',
      uses: 21,
      lastUsedAt: now - 20 * minute,
    }),
  ];
}

function siteClient(now: number): Client {
  return {
    ...{ id: 'web-sites', name: 'Web pages', verified: false, start: 'ask', colour: 8 },
    ...{ createdAt: now - 60 * day, lastSeenAt: now, admitted: true },
  };
}

function siteAgents(now: number): Agent[] {
  return [ledger, 'https://bot.research.example'].map((origin, at) => ({
    ...{ id: `page-agent-${at}`, clientId: 'web-sites', name: `${new URL(origin).host} (Work)`, claimedName: '' },
    ...{ version: '', transport: 'page', protocolVersion: null, program: null, browserId: null, origin },
    state: { kind: 'connected', since: now - day },
    ...{ calls: 214, refused: 1, failed: 0, inFlight: 0, lastCallAt: now - 3_000 },
  }));
}

/** What pages did just now, as the audit has it. */
export function siteAudit(now: number): AuditEntry[] {
  const entryOf = (at: number, what: string, outcome: string, rule: string | null, agent = 0): AuditEntry => ({
    ...{ id: 9_000 - at, at: now - at * 1_000, clientId: 'web-sites', agentId: `page-agent-${agent}` },
    ...{ what, scope: null, where: '', place: null, rule, outcome },
  });
  return [
    entryOf(3, 'session.prompt', 'allow', 'grant site-1'),
    entryOf(9, 'github/search_code', 'allow', 'grant site-4'),
    entryOf(11, 'agent.fetch', 'deny', 'no-panel', 1),
    entryOf(80, 'github/create_issue', 'deny', 'no-panel'),
  ];
}

function toolOf(id: string, fields: Partial<AskedTool> = {}): AskedTool {
  const [source = '', name = id] = id.split('/');
  const kind = source === 'page' ? 'page' : 'server';
  return {
    ...{ id, name, description: '', readOnly: false, destructive: false, ticked: false },
    source: { kind, id: source, name: source },
    ...fields,
  };
}

export function fixtureSiteQuestion(now: number): SiteQuestion {
  return {
    id: 'page-1',
    origin: shop,
    tab: { browserId, tabId: 23 },
    title: 'Plans',
    embeddedIn: null,
    askedBefore: false,
    reason: 'Let our assistant find the best plan for you. It reads your last invoices and applies the coupon.',
    scopes: (['model:prompt', 'mcp:tools.call', 'browser:activeTab.read'] as const).map(scope => ({
      scope,
      isNew: false,
    })),
    tools: [
      toolOf('page/apply_coupon', { ticked: true }),
      toolOf('postgres/query', { readOnly: true, ticked: true }),
      toolOf('github/search_issues', { readOnly: true, ticked: true }),
      toolOf('filesystem/write_file'),
      toolOf('postgres/execute', { destructive: true }),
    ],
    askedAt: now - 7_000,
    expiresAt: now + 113_000,
    version: 1,
  };
}

/** More tools than stand on a card without groups. */
export function manyTools(): AskedTool[] {
  const names = ['list', 'get', 'search', 'create', 'close', 'comment', 'label'];
  return ['github', 'gitlab'].flatMap(server =>
    names.map((name, at) => toolOf(`${server}/${name}_issue`, { readOnly: at < 3, ticked: at < 3 })),
  );
}
