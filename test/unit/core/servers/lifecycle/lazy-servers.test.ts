// What is kept of a server that sleeps: for which config it counts, and how often its lists are read anew.
import { describe, expect, test } from 'vitest';
import { ServerOptionsSchema } from '../../../../../contract/schemas/servers.ts';
import { LazyServers } from '../../../../../electron/core/servers/lifecycle/lazy-servers.ts';
import { ServerChanges } from '../../../../../electron/core/servers/lifecycle/server-changes.ts';
import { ServerRegistry } from '../../../../../electron/core/servers/lifecycle/server-registry.ts';
import type { ServerOptions } from '../../../../../contract/schemas/servers.ts';
import type { McpClient } from '../../../../../electron/core/servers/client/mcp-client.ts';
import type { KeptDefinitions } from '../../../../../electron/core/servers/lifecycle/kept-definitions.ts';
import type { LazyServersOptions } from '../../../../../electron/core/servers/lifecycle/lazy-servers.ts';
import type { RegisteredServer } from '../../../../../electron/core/servers/lifecycle/registered-server.ts';
import type { ServerChangesOptions } from '../../../../../electron/core/servers/lifecycle/server-changes.ts';
import type { ServerRegistryOptions } from '../../../../../electron/core/servers/lifecycle/server-registry.ts';
import type { ServerRow } from '../../../../../electron/core/servers/lifecycle/server-row.ts';

const serverInfo = { name: 'kept', version: '1' };
const handshake = { protocolVersion: '2025-11-25', serverInfo, instructions: null, capabilities: {}, result: {} };
const kept: KeptDefinitions = { handshake, prompts: [], resources: [], resourceTemplates: [], startMs: 5 };

const rowOf = (env: Record<string, string> = {}, options: Partial<ServerOptions> = {}): ServerRow => ({
  id: 'a',
  name: 'a',
  config: { kind: 'stdio', command: 'node', args: [], env },
  options: ServerOptionsSchema.parse({ start: 'first-use', ...options }),
  approvedHash: null,
  wanted: 'stopped',
  position: 1,
});

const runs = {
  state: { kind: 'stopped', since: 0 },
  counts: { starts: 0, crashes: 0, restarts: 0 },
  shared: { state: { kind: 'stopped', since: 0 }, stderr: [], startMs: null },
  stop: async () => {},
};

/** A registry whose servers never run; `remembered` as the store had it when the hub started. */
function registryWith(remembered = new Map<string, { hash: string; kept: KeptDefinitions }>()) {
  const saved: [string, string][] = [];
  const registry = new ServerRegistry({
    state: { set: () => {}, remove: () => {} },
    persist: { save: async () => {}, remove: async () => {} },
    definitionMemory: {
      remembered,
      save: (id: string, hash: string) => void saved.push([id, hash]),
      remove: (id: string) => void remembered.delete(id),
    },
    toolMemory: {
      // Its tools are known for each command.
      remembered: { get: () => ({ hash: registry?.find('a')?.commandHash, tools: [] }) },
      save: () => {},
      remove: () => {},
    },
    workFolders: { of: () => '/work' },
    runsOf: () => runs,
    onTools: () => {},
    mask: (text: string) => text,
    sandbox: () => null,
  } as unknown as ServerRegistryOptions);
  return { registry, saved };
}

describe('kept definitions', () => {
  test('They are stored for the config as it is approved, with the values of its variables.', async () => {
    const { registry, saved } = registryWith();
    const entry = registry.register(rowOf({ WHOSE: 'mine' }));
    await registry.learn(entry, kept);
    expect(saved).toEqual([['a', entry.hash]]);
    expect(entry.hash).not.toBe(entry.commandHash);
  });

  test('With other values of variables nothing is known of it; with other options all is.', () => {
    const { registry } = registryWith();
    const entry = registry.register(rowOf({ WHOSE: 'mine' }));
    entry.kept = kept;
    const slower = registry.replace(entry, rowOf({ WHOSE: 'mine' }, { timeoutMs: 5_000 }));
    expect(slower.kept).toBe(kept);
    expect(registry.replace(slower, rowOf({ WHOSE: 'yours' })).kept).toBeNull();
  });

  test('What the store had when the hub started is not taken for what it became since.', () => {
    const remembered = new Map<string, { hash: string; kept: KeptDefinitions }>();
    const { registry } = registryWith(remembered);
    const entry = registry.register(rowOf());
    remembered.set('a', { hash: entry.hash, kept });
    const other = registry.replace(entry, rowOf({ WHOSE: 'yours' }));
    expect(registry.replace(other, rowOf()).kept).toBeNull();
  });
});

describe('a server that announces changes', () => {
  const scene = () => {
    const entry = registryWith().registry.register(rowOf());
    const read: [string, boolean][] = [];
    let release = () => {};
    const held = new Promise<void>(resolve => (release = resolve));
    const inUse = () => lazy.runOf(entry.row, () => entry)?.inUse(null) ?? false;
    const lazy: LazyServers = new LazyServers({
      registry: () => ({ find: () => entry, learn: async () => {} }),
      events: () => ({
        readLists: async (_id: string, client: { name: string }) => {
          read.push([client.name, inUse()]);
          if (read.length === 1) await held;
          if (client.name === 'restless' && read.length < 5) void lazy.learn(entry, clientOf('restless'));
          return {};
        },
        onListChanged: () => {},
        inUse: () => false,
      }),
      times: { idleMinuteMs: 1, client: { debounceMs: 5 } },
      onTrouble: (_id: string, error: unknown) => {
        throw error;
      },
    } as unknown as LazyServersOptions);
    return { lazy, entry, read, release, inUse };
  };
  const clientOf = (name: string) => ({ name, handshake }) as unknown as McpClient;

  test('Its lists are read again once, from the run that announced the last change, and it may sleep meanwhile.', async () => {
    const { lazy, entry, read, release } = scene();
    const learnt = lazy.learn(entry, clientOf('first'));
    for (const name of ['second', 'second', 'third']) await lazy.learn(entry, clientOf(name));
    release();
    await learnt;
    expect(read).toEqual([
      ['first', true],
      ['third', false],
    ]);
  });

  test('One that does so without end is awake for the first look alone.', async () => {
    const { lazy, entry, read, release, inUse } = scene();
    release();
    await lazy.learn(entry, clientOf('restless'));
    expect(read.map(([, isAwake]) => isAwake)).toEqual([true, false, false, false, false]);
    expect(inUse()).toBe(false);
  });
});

test('Options that are set as a whole leave what is withheld as it is by then.', async () => {
  const { registry } = registryWith();
  const entry: RegisteredServer = registry.register(rowOf());
  const options = { registry, os: 'linux', userHome: null, stopGraces: {}, start: async () => {} };
  const changes = new ServerChanges(options as unknown as ServerChangesOptions);
  const shown = entry.row.options;
  await changes.set('a', { withheld: ['docker'] });
  await changes.setOptions('a', { ...shown, timeoutMs: 5_000 });
  expect(registry.expect('a').row.options).toMatchObject({ withheld: ['docker'], timeoutMs: 5_000 });
});
