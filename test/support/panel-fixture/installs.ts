// Installs of the fixture: one in each state that a user meets.
import { foreign } from '../../../contract/reason.ts';
import { named, postgresFields } from './catalogue.ts';
import type { Install, InstallPhase } from '../../../contract/schemas/installs.ts';
import type { Server } from '../../../contract/schemas/servers.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

function install(serverId: string, phase: InstallPhase, more: Partial<Install> = {}): Install {
  return {
    serverId,
    origin: { kind: 'entry', sourceId: 'official', name: `com.example/${serverId}`, sourceName: 'Official registry' },
    kind: 'npm',
    identifier: serverId,
    version: '1.8.2',
    integrity: 'sha512-9cQeTg7zq1kfW0dV5xk8bSx0Zk5s2Yh8J8mJ0Tg==',
    phase,
    warnings: [],
    fields: [],
    values: {},
    kept: [],
    missing: [],
    commandLine: `node ${serverId}/dist/index.js`,
    walls: { network: 'none', hosts: [], folders: [] },
    tools: null,
    noTrial: null,
    update: null,
    previous: null,
    bytes: 6_600_000,
    ...more,
  };
}

const listed = ['query', 'list_tables', 'describe_table'].map(name => ({ ...named(name), hash: 'ab12'.repeat(16) }));

export function fixtureInstalls(): Record<string, Install> {
  const all = [
    install(
      'atlas-db',
      { kind: 'fetching', unit: 'bytes', done: 4_100_000, total: 6_600_000 },
      {
        identifier: 'postgres-reader',
        fields: postgresFields,
        values: { DB_HOST: ['db.atlas.test'], DB_SCHEMA: ['public'] },
        kept: ['DB_PASSWORD'],
        commandLine:
          'node postgres-reader/index.js --host db.atlas.test --schema public --ca <Certificate> --max-rows 500',
        warnings: [{ kind: 'package-scripts', names: ['pg-native'] }],
      },
    ),
    install('pdf-reader', { kind: 'stopped' }),
    install('voice-notes', {
      kind: 'failed',
      reason: foreign('The disk is full: 18 MB are missing in /home/ana/.pilothouse.'),
    }),
    install(
      'sheets',
      { kind: 'ready' },
      { tools: listed, origin: { kind: 'bundle', name: 'sheets.mcpb', signedBy: null }, kind: 'mcpb' },
    ),
    install(
      'memory',
      { kind: 'ready' },
      {
        tools: listed,
        version: '2026.9.0',
        previous: { version: '2026.4.1', integrity: null },
        update: {
          version: '2026.11.3',
          publishedAt: 1_795_000_000_000,
          phase: null,
          difference: {
            commandLine: { from: 'node memory/index.js', to: 'node memory/dist/main.js' },
            fields: { added: ['MEMORY_FILE'], removed: [] },
            tools: {
              added: ['search_nodes'],
              removed: [],
              changed: [
                {
                  name: 'read_graph',
                  before: 'Reads the whole graph.',
                  after: 'Reads the whole graph, and every note that was ever kept in it.',
                },
              ],
            },
          },
        },
      },
    ),
  ];
  return Object.fromEntries(all.map(each => [each.serverId, each]));
}

/** Their servers, where the fixture has none of that name. */
export function installingServers({ servers }: Snapshot, now: number): Server[] {
  const { fetch: template } = servers;
  if (!template) return [];
  const reason = { kind: 'not-approved' as const, what: 'command' as const };
  return Object.values(fixtureInstalls())
    .filter(({ serverId }) => !servers[serverId])
    .map(({ serverId, commandLine, walls }) => ({
      ...template,
      id: serverId,
      name: serverId,
      commandLine,
      program: serverId,
      options: { ...template.options, sandbox: walls },
      state: { kind: 'blocked', since: now - 90_000, by: 'approval', reason },
    }));
}
