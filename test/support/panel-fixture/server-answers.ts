// What the fixture's hub answers about one server: its lifecycle, log, config and offers, and what servers use.
import { HubError } from '../../../contract/errors.ts';
import type { SteeringEffect } from '../../../contract/program-reasons.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Placeholder } from '../../../contract/schemas/adding.ts';
import type { PanelEvent } from '../../../contract/schemas/panel-events.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type {
  ServerEnvironment,
  ServerOffers,
  ServerRisk,
  ServerShape,
  Variable,
} from '../../../contract/schemas/server-config.ts';
import type {
  EnvironmentGroup,
  Server,
  ServerEventRow,
  ServerLogLine,
  ServerUsage,
} from '../../../contract/schemas/servers.ts';
import type { CollectionName, Snapshot } from '../../../contract/schemas/snapshot.ts';

const second = 1_000;
const minute = 60_000;

function fixtureHistory({ state }: Server): ServerEventRow[] {
  const reason = 'reason' in state ? (state.reason ?? null) : null;
  const event = (at: number, kind: string, why: Reason | null = null, agentId: string | null = null) => ({
    at,
    agentId,
    state: kind,
    reason: why,
  });
  const last = event(state.since, state.kind, reason);
  if (state.kind === 'blocked' || state.kind === 'stopped') return [last];
  if (state.kind === 'running') return [event(state.since - 2 * second, 'starting'), last];
  const end = state.since;
  const lost = {
    kind: 'exited-saying',
    of: 'server',
    code: 1,
    cause: 'connection terminated by the server',
  } as const;
  return [
    event(end - 22 * minute, 'starting'),
    event(end - 22 * minute + 1_400, 'running'),
    event(end - 9 * minute, 'crashed', lost),
    event(end - 9 * minute + second, 'waiting', lost),
    event(end - 9 * minute + 3 * second, 'starting', { kind: 'automatic-start', attempt: 1, of: 3, why: lost }),
    event(end - 9 * minute + 5 * second, 'running'),
    event(end - 2 * minute, 'crashed', lost),
    event(end - 2 * minute + second, 'waiting', lost),
    event(end - 2 * minute + 5 * second, 'starting', { kind: 'automatic-start', attempt: 2, of: 3, why: lost }),
    event(end - 2 * minute + 7 * second, 'running'),
    last,
  ];
}

/** The lines of its stderr between what the hub says of it, many enough to scroll. */
function fixtureLog(server: Server, now: number): ServerLogLine[] {
  const lines: [ServerLogLine['stream'], string][] = [
    ['pilothouse', 'starting'],
    ['stdout', `${server.name} listens on its standard input`],
    ['pilothouse', 'running'],
    ...Array.from({ length: 60 }, (_, n): [ServerLogLine['stream'], string] => [
      'stderr',
      `[info] answered tools/call ${n + 1} in ${((n * 7) % 40) + 2} ms`,
    ]),
    ['stderr', 'warning: the name “report\u202etxt.exe” holds a mark that turns text around'],
    ...server.stderr.map((text): [ServerLogLine['stream'], string] => ['stderr', text]),
    ['pilothouse', server.state.kind],
  ];
  const said = (state: string) => ({ kind: 'server-entered', state, agent: null, why: null }) as Reason;
  return lines.map(([stream, text], index) => ({
    seq: index + 1,
    at: now - (lines.length - index) * 1_310,
    stream,
    text,
    ...(stream === 'pilothouse' && { why: said(text) }),
  }));
}

const fixtureValues: Readonly<Record<string, string>> = {
  NODE_OPTIONS: '--require /home/ana/.cache/preload.cjs',
  npm_config_registry: 'https://packages.example.test/npm/',
};

function fixtureVariable(name: string): Variable {
  const isSecret = /TOKEN|KEY|DB/.test(name);
  const value = isSecret ? `\${secret:${name}}` : (fixtureValues[name] ?? 'info');
  return { name, secrets: isSecret ? [name] : [], value, looksSecret: false };
}

function fixtureShape(server: Server): ServerShape {
  const variables = server.envNames.map(fixtureVariable);
  const [first = '', ...args] = server.commandLine.split(' ');
  switch (server.kind) {
    case 'http':
    case 'sse':
    case 'fleet':
      return { kind: server.kind, url: first, variables };
    case 'javascript':
      return { kind: 'javascript', file: first, hosts: ['api.weather.test'], variables };
    case 'wasm':
      return { kind: 'wasm', file: first, args, folders: [{ path: '/home/ana/notes', as: '/notes' }], variables };
    case 'stdio':
      return { kind: 'stdio', command: first, args, cwd: server.cwd, variables };
  }
}

/** What was approved of the server whose command has changed since. */
function fixtureApproved(server: Server): ServerShape | null {
  const shape = fixtureShape(server);
  if (server.id !== 'linear' || shape.kind !== 'stdio') return server.id === 'fetch' ? null : shape;
  return { ...shape, args: ['-y', 'linear-mcp@1.4.0'], variables: [fixtureVariable('LINEAR_KEY')] };
}

function fixtureRisks({ envNames }: Server): ServerRisk[] {
  const of: Readonly<Record<string, SteeringEffect>> = { NODE_OPTIONS: 'node-modules', npm_config_registry: 'npm' };
  return envNames.flatMap(name => {
    const changes = of[name];
    const source = 'https://docs.npmjs.com/cli/using-npm/config';
    return changes === undefined
      ? []
      : [{ place: 'variable', name, reason: { kind: 'steers-program', name, changes }, source }];
  });
}

function fixtureOffers({ id }: Server): ServerOffers {
  const resource = (uri: string, name: string, description: string | null, mimeType: string | null) => ({
    uri,
    name,
    description,
    mimeType,
  });
  const resources =
    id === 'everything'
      ? [
          resource('demo://resource/static/features.md', 'features.md', 'What this server can do.', 'text/markdown'),
          resource('demo://resource/static/\u202egnp.exe', 'Turned around', null, 'image/png'),
        ]
      : [];
  const templates =
    id === 'everything' ? [resource('demo://resource/dynamic/{id}', 'Dynamic', 'Made when it is read.', null)] : [];
  const prompts =
    id === 'everything'
      ? [
          { name: 'simple-prompt', description: 'A prompt without arguments.', arguments: [] },
          { name: 'args-prompt', description: 'A prompt with two arguments.', arguments: ['city', 'state'] },
        ]
      : [];
  const counts = { resources: resources.length, templates: templates.length, prompts: prompts.length };
  return { resources, templates, prompts, counts };
}

function fixtureUsage(servers: readonly Server[]): ServerUsage[] {
  return servers.flatMap(({ id, state }, index) =>
    'pid' in state && state.pid !== null
      ? [{ serverId: id, cpuPercent: index * 0.4, rssBytes: 46_000_000 + index * 11_300_000, processes: 2 }]
      : [],
  );
}

interface Inside {
  readonly snapshot: () => Snapshot;
  readonly setServer: (serverId: string, state: Server['state']) => void;
  readonly change: (collection: CollectionName, id: string, value: unknown) => void;
  readonly emit: (event: PanelEvent) => void;
}

type Answered = Extract<
  keyof PanelHandlers,
  | 'servers:history'
  | 'servers:logs'
  | 'servers:clear-logs'
  | 'servers:watch'
  | 'servers:config'
  | 'servers:configure'
  | 'servers:environment'
  | 'servers:fill'
  | 'servers:pin-offer'
  | 'servers:pin'
  | 'servers:stray-data'
  | 'servers:take-data'
  | 'servers:offers'
  | 'servers:restart'
>;

/** What a desktop of Linux behind a proxy gives to a server. */
function fixtureEnvironment({ kind, options }: Server): ServerEnvironment {
  const rows: [string, string, EnvironmentGroup | null, ServerEnvironment['variables'][number]['origin']][] = [
    ['DISPLAY', ':0', 'display', 'hub'],
    ['DOCKER_HOST', 'unix:///run/user/1000/docker.sock', 'docker', 'shell'],
    ['HTTPS_PROXY', 'http://••••@proxy.example:3128', 'proxy', 'shell'],
    ['LANG', 'de_DE.UTF-8', 'locale', 'hub'],
    ['NODE_EXTRA_CA_CERTS', '/etc/ssl/certs/example-root.pem', 'certificates', 'shell'],
    ['WAYLAND_DISPLAY', 'wayland-0', 'display', 'hub'],
    ['HOME', '/home/ana', null, 'hub'],
    ['PATH', '/home/ana/.local/bin:/usr/local/bin:/usr/bin:/bin', null, 'composed'],
  ];
  const variables = rows.map(([name, value, group, origin]) => {
    const passes = group !== null && options.withheld.includes(group) ? ('withheld' as const) : ('passes' as const);
    return { name, value, group, origin, passes };
  });
  return { variables: kind === 'stdio' ? variables : [], withheld: options.withheld, bySandbox: [] };
}

function fixturePlaceholders({ id }: Server): Placeholder[] {
  if (id !== 'fetch') return [];
  const text = '<your-key>';
  return [
    { key: `variable/API_KEY/${text}`, place: 'variable', name: 'API_KEY', text, asks: 'your-key', secret: true },
  ];
}

export function serverAnswers({ snapshot, setServer, change, emit }: Inside): Pick<PanelHandlers, Answered> {
  const cleared = new Set<string>();
  const started = Date.now();
  const expect = (serverId: string): Server => {
    const server = snapshot().servers[serverId];
    if (!server)
      throw new HubError('ERR_SERVER_UNAVAILABLE', `There is no server “${serverId}”; add it under Servers.`);
    return server;
  };
  return {
    'servers:history': ({ serverId }) => ({ events: fixtureHistory(expect(serverId)) }),
    'servers:logs': ({ serverId, after = 0, count, text = '' }) => {
      const server = expect(serverId);
      const all = cleared.has(serverId) || server.starts === 0 ? [] : fixtureLog(server, started);
      const wanted = text.toLowerCase();
      const lines = all.filter(line => line.seq > after && line.text.toLowerCase().includes(wanted));
      return { lines: lines.slice(-count), newest: all.at(-1)?.seq ?? 0 };
    },
    'servers:clear-logs': ({ serverId }) => {
      cleared.add(serverId);
      emit({ event: 'servers:logged', data: { serverIds: [serverId] } });
      return {};
    },
    'servers:watch': ({ on }) => {
      if (on) emit({ event: 'servers:usage', data: { usage: fixtureUsage(Object.values(snapshot().servers)) } });
      return {};
    },
    'servers:config': ({ serverId }) => ({
      hash: expect(serverId).hash,
      risks: fixtureRisks(expect(serverId)),
      config: fixtureShape(expect(serverId)),
      approved: fixtureApproved(expect(serverId)),
      placeholders: fixturePlaceholders(expect(serverId)),
    }),
    'servers:environment': ({ serverId }) => fixtureEnvironment(expect(serverId)),
    'servers:stray-data': ({ serverId }) => ({
      found:
        serverId === 'memory'
          ? {
              file: '/home/ana/code/pilothouse/node_modules/@modelcontextprotocol/server-memory/dist/memory.jsonl',
              bytes: 48_213,
              modifiedAt: started - 86_400_000,
              to: '/home/ana/.pilothouse/servers/memory/work/memory.jsonl',
              variable: 'MEMORY_FILE_PATH',
            }
          : null,
    }),
    'servers:take-data': () => ({}),
    'servers:fill': () => ({}),
    'servers:pin-offer': ({ serverId }) => ({
      runner: 'npx',
      name: '@modelcontextprotocol/server-memory',
      from: null,
      version: '2026.8.31',
      commandLine: 'npx -y @modelcontextprotocol/server-memory@2026.8.31',
      hash: expect(serverId).hash,
    }),
    'servers:pin': () => ({}),
    'servers:configure': ({ serverId, name, config }) => {
      const server = expect(serverId);
      const commandLine =
        config && 'command' in config ? [config.command, ...config.args].join(' ') : server.commandLine;
      const state =
        commandLine === server.commandLine
          ? server.state
          : {
              kind: 'blocked',
              since: Date.now(),
              by: 'approval',
              reason: { kind: 'approval-changed', what: 'command' },
            };
      change('servers', serverId, { ...server, name: name ?? server.name, commandLine, state });
      return {};
    },
    'servers:offers': ({ serverId }) => fixtureOffers(expect(serverId)),
    'servers:restart': ({ serverId }) => {
      setServer(serverId, { kind: 'running', since: Date.now(), pid: 52_102 });
      return {};
    },
  };
}
