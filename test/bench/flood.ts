// One agent asks for 500 calls at once: how much later another agent's call, and a click in the panel, are answered than without it.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { PanelClient } from '../support/panel-client.ts';
import { openStage } from '../support/stage.ts';
import { runServers } from './gateway/our-ways.ts';
import { boundRow, median } from './measure.ts';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { PanelResult } from '../../contract/schemas/panel-requests.ts';
import type { Stage } from '../support/stage.ts';
import type { BenchRow } from './row.ts';

const flood = 500;
const rounds = 12;
const goals = { callMs: 100, clickMs: 200 };
/** What an agent calls: a tool of a server, and one that the hub carries out itself. */
const tools = ['bench__echo', 'list_connected_browsers'] as const;

/** A shim as a program speaks to it, in lines: nothing of this process is busy with the flood's answers. */
class LineAgent {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, () => void>();
  #lastId = 0;

  constructor({ stdio }: PanelResult<'clients:create'>, stage: Stage) {
    const args = [...stdio.args, '--well-known-root', stage.userHome];
    this.#child = spawn(stdio.command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.stderr.resume();
    createInterface({ input: this.#child.stdout }).on('line', line => {
      const id = Number(/"id":(\d+)/.exec(line)?.[1]);
      this.#waiting.get(id)?.();
      this.#waiting.delete(id);
    });
  }

  async start(): Promise<void> {
    const clientInfo = { name: 'flood-bench', version: '1.0.0' };
    await this.#ask([['initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }]]);
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  }

  /** Resolves when all of so many calls are answered; they leave in one write. */
  async call(name: string, times = 1): Promise<void> {
    const params = { name, arguments: name === 'bench__echo' ? { message: 'x' } : {} };
    await this.#ask(Array.from({ length: times }, () => ['tools/call', params] as const));
  }

  async close(): Promise<void> {
    const closed = new Promise(resolve => this.#child.once('close', resolve));
    this.#child.stdin.end();
    await closed;
  }

  async #ask(requests: readonly (readonly [method: string, params: unknown])[]): Promise<void> {
    const answers: Promise<void>[] = [];
    const lines = requests.map(([method, params]) => {
      const id = (this.#lastId += 1);
      answers.push(new Promise(resolve => this.#waiting.set(id, resolve)));
      return `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
    });
    this.#child.stdin.write(lines.join(''));
    await Promise.all(answers);
  }
}

export async function benchFlood(): Promise<BenchRow[]> {
  const script = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
  const stage = await openStage();
  const panel = await PanelClient.open(stage.url);
  const agents: LineAgent[] = [];
  try {
    await runServers(panel, { bench: { command: process.execPath, args: [script] } });
    for (const name of ['Flood', 'Other']) agents.push(new LineAgent(await trusted(panel, name), stage));
    for (const agent of agents) await agent.start();
    const [flooding, other] = agents as [LineAgent, LineAgent];
    const rows: BenchRow[] = [];
    for (const tool of tools) {
      const call = await delays(flooding, tool, () => other.call(tool));
      const click = await delays(flooding, tool, async () => {
        await panel.request('agents:figures', {});
      });
      rows.push(row(`${tool}: another agent's call behind ${flood} calls`, call, goals.callMs));
      rows.push(row(`${tool}: a click in the panel behind ${flood} calls`, click, goals.clickMs));
    }
    return rows;
  } finally {
    for (const agent of agents) await agent.close();
    await panel.close();
    await stage.close();
  }
}

/** A credential that may call the server's tools without a question. */
async function trusted(panel: PanelClient, name: string): Promise<PanelResult<'clients:create'>> {
  const credential = await panel.request('clients:create', { name, start: 'own-tabs' });
  await panel.request('grants:set', {
    subject: { kind: 'client', id: credential.client.id },
    effect: 'allow',
    scope: 'servers:call',
    resource: { kind: 'server', serverId: 'bench' },
    lifetime: 'always',
    tools: null,
    reading: false,
    agentId: null,
  });
  return credential;
}

/** How much longer each took right behind a flood than in the middle alone, in milliseconds. */
async function delays(flooding: LineAgent, tool: string, ask: () => Promise<void>): Promise<number[]> {
  const alone: number[] = [];
  for (let round = 0; round < rounds; round += 1) alone.push(await timeOf(ask));
  const middle = median(alone);
  const behind: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const flooded = flooding.call(tool, flood);
    // At other moments of the flood each time.
    await new Promise(resolve => setTimeout(resolve, round * 4));
    behind.push((await timeOf(ask)) - middle);
    await flooded;
  }
  return behind;
}

async function timeOf(ask: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await ask();
  return performance.now() - began;
}

function row(name: string, times: readonly number[], most: number): BenchRow {
  const notes = [`the middle of ${times.length} is ${median(times).toFixed(1)} ms`];
  const measured = { value: Math.max(...times), unit: 'ms' };
  return { ...boundRow(`${name}, the worst of ${times.length}`, measured, { atMost: most }), notes };
}
