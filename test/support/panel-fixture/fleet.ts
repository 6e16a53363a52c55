// A fleet as its panel sees it: this hub, others of two roles of which one is away, and what they share.
import type { FleetHub, FleetServer, FleetState } from '../../../contract/schemas/fleet.ts';

const names = ['ana-laptop', 'jun-laptop', 'mia-laptop', 'gpu-1', 'gpu-2', 'build-1', 'build-2', 'tom-laptop'];

/** `count` of them; this hub is the first, the last is away and behind. */
export function fixtureHubs(now: number, count = names.length): FleetHub[] {
  return Array.from({ length: count }, (_, at): FleetHub => {
    const name = names[at] ?? `worker-${at}`;
    const isAway = at === count - 1;
    return {
      name,
      hubId: `hub-${at}`,
      version: '0.1.0',
      os: 'linux x64',
      roles: name.endsWith('laptop') ? ['laptop'] : ['worker'],
      mode: at === 2 ? 'paused' : 'running',
      startedAt: now - 7_200_000,
      at: now,
      agents: at === 3 ? null : [{ name: 'Claude Code', calls: 40 + at }],
      servers: [{ name: 'postgres', state: 'running' }],
      questions: at === 3 ? null : at === 4 ? 2 : 0,
      callsPerMinute: at * 3,
      policy: isAway ? 6 : 7,
      opens: { read: at % 2 === 0, answer: at === 2 },
      isSelf: at === 0,
      offlineSince: isAway ? now - 7_800_000 : null,
    };
  });
}

export function fixtureFleet(now: number): FleetState {
  return {
    address: 'tls://nats.example.com:4222',
    prefix: 'pilothouse',
    name: 'ana-laptop',
    roles: ['laptop'],
    credential: 'creds',
    tls: true,
    joinedAt: now - 86_400_000,
    state: 'online',
    since: now - 3_600_000,
    reason: null,
    roundTripMs: 3.2,
    shows: { agents: true, servers: true, questions: true },
    signers: [{ name: 'Jun', key: 'MCowBQYDK2VwAyEA', fingerprint: 'SHA256:fixture' }],
    policy: {
      version: 7,
      signedBy: 'Jun',
      signedAt: now - 5_400_000,
      appliedAt: now - 5_399_000,
      rules: 12,
      pausesAll: false,
      stoppedAgents: [],
      fault: null,
    },
    outbox: { audit: 0, traces: 0, dropped: 0 },
  };
}

export function fixtureFleetServers(now: number): FleetServer[] {
  const share = {
    description: 'The warehouse, read by everyone in the team',
    hubs: [],
    roles: ['laptop'],
    tools: null,
    readOnly: true,
    toolCount: 9,
    at: now,
  };
  const used = { serverId: null, groupServerId: null };
  return [
    { ...share, ...used, hub: 'gpu-1', server: 'postgres', isOwn: false, isForUs: true },
    { ...share, ...used, hub: 'gpu-2', server: 'postgres', isOwn: false, isForUs: true },
    { ...share, ...used, hub: 'build-1', server: 'ci', isOwn: false, isForUs: true, readOnly: false, description: '' },
    {
      ...share,
      ...used,
      hub: 'jun-laptop',
      server: 'notes',
      isOwn: false,
      isForUs: false,
      roles: [],
      hubs: ['mia-laptop'],
    },
    {
      ...share,
      ...used,
      hub: 'tom-laptop',
      server: 'figma',
      isOwn: false,
      isForUs: true,
      tools: ['export'],
      readOnly: false,
    },
  ];
}
