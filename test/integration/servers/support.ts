// What the tests of real servers share: a supervisor over in-memory neighbours, and fixture programs as configs.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pino } from 'pino';
import { afterEach } from 'vitest';
import { ServerOptionsSchema } from '../../../contract/schemas/servers.ts';
import { ServerLists } from '../../../electron/core/gateway/server-lists.ts';
import { approvalHash } from '../../../electron/core/servers/config/approval.ts';
import { WorkFolders } from '../../../electron/core/servers/config/work-folders.ts';
import { nobody } from '../../../electron/core/servers/lifecycle/asker.ts';
import { ServerSupervisor } from '../../../electron/core/servers/lifecycle/server-supervisor.ts';
import type { ToolCallParams } from '../../../contract/schemas/messages.ts';
import type { CommandConfig, Server, ServerConfig } from '../../../contract/schemas/servers.ts';
import type { CollectionName, Entity } from '../../../contract/schemas/snapshot.ts';
import type { ServerTool } from '../../../electron/core/servers/client/server-tool.ts';
import type { ServerRow } from '../../../electron/core/servers/lifecycle/server-row.ts';
import type { ServerSupervisorOptions } from '../../../electron/core/servers/lifecycle/supervisor-options.ts';
import type { TraceClose, TraceOpen, TraceTap } from '../../../electron/core/trace/tap.ts';
import type { RequestOptions } from '../../../electron/core/wire/outgoing.ts';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

export const call = { parent: null, timeoutMs: 60_000 };
export const quick = { inputMs: 100, termMs: 100 };

export function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'pilothouse-servers-'));
  cleanups.push(() => rmSync(dir, { recursive: true, force: true, maxRetries: 10 }));
  return dir;
}

export function fixture(name: string, ...args: string[]): CommandConfig {
  return {
    kind: 'stdio',
    command: process.execPath,
    args: [resolve('test/fixtures/servers', `${name}.mjs`), ...args],
    env: {},
  };
}

export function row(id: string, config: ServerConfig, change: Partial<ServerRow> = {}): ServerRow {
  const options = ServerOptionsSchema.parse({});
  return {
    id,
    name: id,
    config,
    options,
    approvedHash: approvalHash(config),
    wanted: 'stopped',
    position: 1,
    ...change,
  };
}

export class RecordingTap implements TraceTap {
  readonly entries: (TraceOpen & { close?: TraceClose })[] = [];
  open(entry: TraceOpen): number {
    return this.entries.push(entry) - 1;
  }
  waiting(): void {}
  close(seq: number, close: TraceClose): void {
    this.entries[seq] = { ...(this.entries[seq] as TraceOpen), close };
  }
}

/** A supervisor whose servers end with the test. `history` holds every state that each server was shown in. */
export function supervise(
  rows: readonly ServerRow[],
  options: Partial<ServerSupervisorOptions> = {},
  platform: Partial<ServerSupervisorOptions['platform']> = {},
) {
  const shown = new Map<string, Server>();
  const history: string[] = [];
  const saved = new Map(rows.map(stored => [stored.id, stored]));
  const toolLists: [string, readonly ServerTool[]][] = [];
  const listChanges: string[] = [];
  /** Servers at which agents keep something open. */
  const keptOpen = new Set<string>();
  const listeners = new Set<() => void>();
  const tap = new RecordingTap();
  const supervisor = new ServerSupervisor({
    platform: {
      version: '9.9.9',
      env: process.env,
      os: process.platform,
      nodePath: process.execPath,
      distDir: resolve('dist'),
      now: Date.now,
      log: pino({ enabled: false }),
      ...platform,
    },
    state: {
      set<N extends CollectionName>(_collection: N, id: string, value: Entity<N>) {
        const server = value as Server;
        if (shown.get(id)?.state.kind !== server.state.kind) history.push(`${id} ${server.state.kind}`);
        shown.set(id, server);
        for (const listener of listeners) listener();
      },
      remove: (_collection, id) => void shown.delete(id),
    },
    tap,
    hub: { kind: 'hub', id: 'hub', label: 'Hub' },
    rows,
    persist: { save: stored => void saved.set(stored.id, stored), remove: id => void saved.delete(id) },
    workFolders: new WorkFolders({ root: join(tempDir(), 'servers'), userHome: tmpdir(), now: Date.now }),
    times: {
      client: {
        handshakeMs: 60_000,
        discoverMs: 60_000,
        listMs: 60_000,
        debounceMs: 10,
        again: { firstMs: 20, mostMs: 40 },
      },
      stop: { inputMs: 2_000, termMs: 2_000 },
      sweep: quick,
    },
    ...options,
  });
  const toolsKnown = supervisor.begin({
    everybody: nobody,
    onReady() {},
    onTools: (id, tools) => void toolLists.push([id, tools]),
    onLogs() {},
    onStopped: () => {},
    onRemoved: () => Promise.resolve(),
    readLists: async (_id, client) => {
      const lists = new ServerLists(client, () => {});
      return { prompts: await lists.read('prompts', call), resources: await lists.read('resources', call) };
    },
    onListChanged: (id, what) => void listChanges.push(`${id} ${what}`),
    inUse: id => keptOpen.has(id),
  });
  cleanups.push(() => supervisor.stopAll({ graceMs: 50 }));
  /** Resolves with the server once it looks so. */
  const until = (id: string, looks: (server: Server) => boolean) =>
    new Promise<Server>(done => {
      const check = () => {
        const server = shown.get(id);
        if (!server || !looks(server)) return;
        listeners.delete(check);
        done(server);
      };
      listeners.add(check);
      check();
    });
  return { supervisor, listChanges, keptOpen, toolsKnown, shown, history, saved, toolLists, tap, until };
}

/** As the gateway calls: gets the client of the run for all, then calls, each within the time of the call. */
export async function callTool(
  supervisor: ServerSupervisor,
  id: string,
  params: ToolCallParams,
  options: RequestOptions,
): Promise<unknown> {
  const { timeoutMs, signal } = options;
  const client = await supervisor.clientFor(id, null, { timeoutMs, ...(signal && { signal }) });
  return client.request('tools/call', params, { tool: params.name, ...options });
}

/** Whether a process runs; a zombie that nobody reaps does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

export function textOf(result: unknown): string {
  return (result as { content: { text: string }[] }).content.map(block => block.text).join('');
}
