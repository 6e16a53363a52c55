// A hub of the fixture at which everything has gone wrong: each thing that it can say is somewhere in its panel.
import { ruleCode } from '../../../contract/call-rules.ts';
import { endpointIds } from '../../../contract/entities.ts';
import { errorCodes } from '../../../contract/errors.ts';
import { hubWords } from '../../../words/en/hub.ts';
import { manifestWords } from '../../../words/en/manifests.ts';
import { serverWords } from '../../../words/en/servers.ts';
import { everyReason } from '../every-reason.ts';
import { type FailedRequest, failedOnWires } from './failed-wires.ts';
import { createFixtureHub, type FixtureHub } from './hub.ts';
import { fixtureManifests } from './payloads.ts';
import { fixtureSnapshot } from './snapshot.ts';
import { fixtureTrace } from './traces.ts';
import type { CallRule, PlainRule } from '../../../contract/call-rules.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Endpoint } from '../../../contract/schemas/entities.ts';
import type { ManifestRow } from '../../../contract/schemas/manifests.ts';
import type { Confirmation } from '../../../contract/schemas/rule-changes.ts';
import type { Server, ServerState } from '../../../contract/schemas/servers.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';
import type { TraceEntry } from '../../../contract/schemas/trace.ts';

/** What is said of the hub, of servers and of manifests, one of each code. */
const [ofHub, ofServers, ofManifests] = [hubWords, serverWords, manifestWords].map(words =>
  Object.keys(words).map(kind => everyReason().find(reason => reason.kind === kind)!),
) as [Reason[], Reason[], Reason[]];

/** The compiler asks for each rule that says all by its kind. */
const plainRules: Readonly<Record<PlainRule, true>> = {
  'client-revoked': true,
  'client-shut-out': true,
  'no-browser': true,
  'browser-changed': true,
  'tab-elsewhere': true,
  'no-tab': true,
  'no-own-tab': true,
  'no-server': true,
  'no-plugin': true,
  'no-target': true,
  'own-tabs': true,
  'opened-by-page': true,
  'own-tools': true,
  'reading-tool': true,
  'approved-client': true,
  'read-only-client': true,
  learning: true,
  'this-use': true,
  'own-call': true,
  'gates-passed': true,
  'not-answered': true,
  'rules-changed': true,
  'no-panel': true,
  'at-gateway': true,
  'not-allowed-any-more': true,
  'tab-moved': true,
  'off-plan': true,
  'for-another': true,
  'element-changed': true,
  'other-frame': true,
  'refused-in-browser': true,
  'no-answer-in-time': true,
  'not-begun': true,
  cancelled: true,
};

const rules: readonly CallRule[] = [
  ...(['read-only', 'paused', 'stopped'] as const).flatMap(mode => [
    { kind: 'mode', mode, of: 'all' } as const,
    { kind: 'mode', mode, of: 'agent' } as const,
  ]),
  { kind: 'owner', tabId: 42 },
  { kind: 'run', max: 5 },
  { kind: 'origin', max: 2 },
  // Ended since: no grant of the snapshot has it.
  { kind: 'grant', id: '2400' },
  { kind: 'policy', id: 'no-uploads' },
  ...(Object.keys(plainRules) as PlainRule[]).map(kind => ({ kind })),
];

const ofPolicy = { effect: 'deny', scopes: ['browser:files'], tools: null, reading: true, reason: null } as const;
const about = { sources: [], namespaces: [], packages: [], versions: [] };
const policyCatalogue: Snapshot['hub']['policy']['catalogue'] = {
  default: 'deny',
  rules: [
    { id: 'acme', effect: 'allow', about: { ...about, namespaces: ['com.acme', 'com.acme.*'] }, reason: null },
    {
      id: 'no-old-files',
      effect: 'deny',
      about: { ...about, packages: ['npm @acme/files'], versions: ['<1.4'] },
      reason: 'It follows links.',
    },
  ],
  sources: [{ id: 'acme', name: 'Acme', kind: 'registry', address: 'https://registry.acme.example' }],
};

const policyRules: Snapshot['hub']['policy']['rules'] = [
  { ...ofPolicy, id: 'no-uploads', scopes: [...ofPolicy.scopes], subjects: [], where: [{ kind: 'any' }] },
  {
    ...ofPolicy,
    id: 'no-plugin',
    scopes: [...ofPolicy.scopes],
    subjects: [{ kind: 'plugin', id: 'p' }],
    where: [{ kind: 'server', serverId: 'nowhere-1' }],
  },
];

export async function createTroubledHub(now: number): Promise<FixtureHub> {
  const hub = createFixtureHub(troubledSnapshot(now), troubledTrace(now, await failedOnWires()));
  return {
    ...hub,
    answer: async (name, params) => {
      if (name === 'manifests:list') return { rows: troubledManifests() };
      if (name === 'audit:query') return auditWindow(now);
      return hub.answer(name, params);
    },
  };
}

export function troubledSnapshot(now: number): Snapshot {
  const calm = fixtureSnapshot(now);
  const servers = troubledServers(now, Object.values(calm.servers)[0]!);
  return {
    ...calm,
    hub: {
      ...calm.hub,
      problems: ofHub.map((reason, at) => ({ id: `problem-${at}`, reason })),
      policy: {
        ...calm.hub.policy,
        state: 'broken',
        loadedAt: now - 60_000,
        error: { line: 3, column: 7, why: { kind: 'value-at', at: 'rules.0.id', why: { kind: 'no-rule-id' } } },
        rules: policyRules,
        catalogue: policyCatalogue,
      },
      policyList: {
        address: 'https://rules.acme.example/pilothouse.json',
        fingerprint: 'SHA256:sRaQ1B8Jl9vlTxVQIAoMelj6pP/P7QZpDDzQ0Z3/WoE',
        version: 12,
        fetchedAt: now - 86_400_000,
        expires: now - 3_600_000,
        rules: 3,
        fault: { kind: 'policy-list-rolled-back', version: 11, kept: 12 },
        refreshing: false,
      },
    },
    agents: Object.fromEntries(
      Object.values(calm.agents).map((agent, at) => [
        agent.id,
        { ...agent, mode: (['running', 'read-only', 'paused', 'stopped'] as const)[at % 4] },
      ]),
    ),
    servers: { ...calm.servers, ...Object.fromEntries(servers.map(server => [server.id, server])) },
    endpoints: Object.fromEntries(troubledEndpoints().map(endpoint => [endpoint.id, endpoint])),
    confirmations: Object.fromEntries(confirmations(now, calm).map(one => [one.id, one])),
  };
}

/** A server for every thing that may be said of one, in every state that says one. */
function troubledServers(now: number, like: Server): Server[] {
  const since = now - 60_000;
  const states: readonly ((reason: Reason) => ServerState)[] = [
    reason => ({ kind: 'crashed', since, reason }),
    reason => ({ kind: 'degraded', since, pid: 4_130, reason }),
    reason => ({ kind: 'waiting', since, until: now + 3_600_000, reason }),
    reason => ({ kind: 'failed', since, reason }),
    reason => ({ kind: 'blocked', since, by: 'secret', reason }),
    reason => ({ kind: 'blocked', since, by: 'runtime', reason }),
    reason => ({ kind: 'blocked', since, by: 'approval', reason }),
    reason => ({ kind: 'unauthorized', since, reason }),
    reason => ({ kind: 'starting', since, pid: null, reason }),
  ];
  return ofServers.map((reason, at) => ({
    ...like,
    id: `s${at}`,
    name: `s${at}`,
    state: states[at % states.length]!(reason),
    warning: reason,
    sandbox: { available: false, reason },
    package: { runner: 'npx', name: 'x', version: null, warning: reason },
    wantsPerAgent: null,
    runtime: null,
  }));
}

function troubledEndpoints(): Endpoint[] {
  const held = (by: Reason, remedy: Reason): Endpoint['state'] => ({ kind: 'held', by, remedy });
  const states: readonly Endpoint['state'][] = [
    held({ kind: 'process', pid: '5230', program: 'node' }, { kind: 'stop-or-other-port' }),
    held({ kind: 'another-process' }, { kind: 'quit-or-leave-off' }),
    { kind: 'failed', reason: { kind: 'place-of-other', path: '/x', uid: 7 } },
    { kind: 'failed', reason: { kind: 'mcp-not-open', port: 3456, why: { kind: 'foreign', text: 'EADDRNOTAVAIL' } } },
    { kind: 'failed', reason: { kind: 'place-is-link', path: '/x' } },
    { kind: 'off' },
  ];
  return endpointIds.map((id, at) => {
    const state = states[at % states.length]!;
    const places = [
      { address: '/a.sock', state },
      { address: '/b.sock', state: { kind: 'listening' as const } },
    ];
    return { id, address: '/a.sock, /b.sock', switchable: true, state, limited: 3, crowded: 2, places };
  });
}

function troubledManifests(): ManifestRow[] {
  const [like] = fixtureManifests();
  const states = ['foreign', 'broken', 'drift', 'unreadable', 'absent', 'ours'] as const;
  const rows = ofManifests.map((reason, at): ManifestRow => {
    const state = states[at % states.length]!;
    return { ...like!, browserId: `b${at}`, name: `B${at}`, state, reason };
  });
  return [
    ...rows,
    ...fixtureManifests().map(row => ({ ...row, name: `${row.name} 2`, browserId: `${row.browserId}-2` })),
  ];
}

function confirmations(now: number, { grants }: Snapshot): Confirmation[] {
  const [grant] = Object.values(grants);
  const asker = (processes: Confirmation['asker']['processes'], via: Confirmation['asker']['via']) => ({
    via,
    processes,
  });
  const time = { askedAt: now - 1000, expiresAt: now + 100_000 };
  const known = [
    { pid: 4_130, program: '/usr/bin/node' },
    { pid: 17, program: null },
  ];
  return [
    { id: 'c1', asker: asker(known, 'cli'), change: { kind: 'panel' }, ...time },
    { id: 'c2', asker: asker([], 'cli'), change: { kind: 'revoke', grant: { ...grant!, effect: 'deny' } }, ...time },
    {
      id: 'c3',
      asker: asker(known, 'start'),
      change: {
        kind: 'grant',
        grant: { ...grant!, effect: 'allow', lifetime: 'always', resource: { kind: 'any' }, tools: null },
      },
      ...time,
    },
  ];
}

/** A refusal for each rule, a failure for each code of errors, what failed on wires, and what has no answer yet. */
function troubledTrace(now: number, onWires: readonly FailedRequest[]): TraceEntry[] {
  const entries = fixtureTrace(now, 20);
  const like = entries.find(({ outcome, kind }) => outcome === 'refused' && kind === 'request')!;
  const first = entries.length + 100;
  const refused = rules.map((rule, at) => ({
    ...like,
    seq: first + at,
    at: now - 1000 + at,
    rule: ruleCode(rule),
    reason: 'ENOENT',
  }));
  const failed = errorCodes.map((code, at) => ({
    ...like,
    seq: first + refused.length + at,
    at: now - 500 + at,
    outcome: 'error' as const,
    rule: null,
    code,
    reason: 'ENOENT',
  }));
  const broken = onWires.map((request, at) => ({
    ...like,
    ...request,
    seq: first + refused.length + failed.length + at,
    at: now - 300 + at,
  }));
  return [...entries, ...refused, ...failed, ...broken];
}

/** Of each kind, and in each of its wordings. */
export const places = everyReason().filter(({ kind }) => /^at-(server|tab|browser)$/.test(kind));

function auditWindow(now: number) {
  const outcomes = ['allow', 'deny', 'undecided', 'changed', 'dropped', 'stopped'] as const;
  const entries = rules.flatMap((rule, row) =>
    outcomes.map((outcome, at) => ({
      id: row * outcomes.length + at,
      at: now - 1000 * (row + 1),
      clientId: 'client-claude',
      agentId: 'agent_5b1e',
      what: 'navigate',
      scope: 'browser:navigate',
      where: 'somewhere',
      place: places[(row * outcomes.length + at) % places.length]!,
      rule: ruleCode(rule),
      outcome,
    })),
  );
  return { entries, matched: entries.length };
}

/** English of servers, browsers and programs in the fixture. */
export const saidByOthers: readonly string[] = [
  'Chromium on this machine',
  'password authentication failed for user “atlas”. Check the secret ATLAS_DB',
  'sh: 1: npx: not found',
  // The parser of YAML.
  'Nested mappings are not allowed in compact mappings',
  // V8, of a message that is no JSON.
  "Expected property name or '}' in JSON at position 1 (line 1 column 2)",
  // What an agent was told stands in what it was sent.
  'You denied MCP Inspector printEnv of everything. Revoke grant 16 to be asked again.',
  'answered: the page did not finish loading in 30 s. Try again, or give a longer wait.',
];
