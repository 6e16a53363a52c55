// A running hub with servers that do everything wrong beside one that does everything right, and an agent that may call them all.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { until } from './panel-client.ts';
import { repositoryRoot } from './provided.ts';
import type { Server, ServerOptions } from '../../contract/schemas/servers.ts';
import type { PanelClient } from './panel-client.ts';

export interface Fixture {
  /** A file of test/fixtures/servers without its ending. */
  readonly name: string;
  readonly args?: readonly string[];
  readonly options?: Partial<ServerOptions>;
}

/** Adds fixtures under these ids and approves them; does not wait until they run, because some never do. */
export async function addFixtures(panel: PanelClient, fixtures: Readonly<Record<string, Fixture>>): Promise<void> {
  const mcpServers = Object.fromEntries(
    Object.entries(fixtures).map(([id, { name, args = [] }]) => [
      id,
      { command: process.execPath, args: [path.join(repositoryRoot, 'test/fixtures/servers', `${name}.mjs`), ...args] },
    ]),
  );
  const { serverIds } = await panel.request('servers:add', { kind: 'json', text: JSON.stringify({ mcpServers }) });
  await panel.waitFor(({ servers }) => serverIds.every(id => id in servers), 'the servers are shown');
  for (const serverId of serverIds) {
    const { options, hash } = serverOf(panel, serverId);
    const more = fixtures[serverId]?.options;
    if (more) await panel.request('servers:set-options', { serverId, options: { ...options, ...more } });
    await panel.request('servers:approve', { serverId, hash });
  }
}

export function serverOf(panel: PanelClient, id: string): Server {
  const server = panel.snapshot.servers[id];
  if (!server) throw new Error(`There is no server ${id}.`);
  return server;
}

/** Four servers start at once, crashed ones wait between their starts: what is waited for here takes its time. */
const patienceMs = 60_000;

export async function reaches(panel: PanelClient, id: string, kind: Server['state']['kind']): Promise<Server> {
  await until(() => serverOf(panel, id).state.kind === kind, `${id} is ${kind}`, patienceMs);
  return serverOf(panel, id);
}

export function pidOf(panel: PanelClient, id: string): number {
  const { state } = serverOf(panel, id);
  if ('pid' in state && state.pid !== null) return state.pid;
  throw new Error(`${id} has no process; it is ${state.kind}.`);
}

/** Answers every question of agents with yes, for always. Returns the function that ends it. */
export function allowAll(panel: PanelClient): () => void {
  const answer = () => {
    for (const promptId of Object.keys(panel.snapshot.prompts))
      panel.request('prompts:answer', { promptId, effect: 'allow', lifetime: 'always' }).catch(() => {});
  };
  const timer = setInterval(answer, 20);
  return () => clearInterval(timer);
}

/** MiB of memory that a process had at most so far. Linux only. */
export function peakMebibytes(pid: number): number {
  const [, kibibytes = ''] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}
