// A thousand agents at once: their calls a second, their delay beside that of ten, and what one that waits costs in memory.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectToHub } from '../../native-host/relay/hub-connection.ts';
import { PanelClient } from '../support/panel-client.ts';
import { repositoryRoot } from '../support/provided.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { currentRss } from './host-process.ts';
import { median, ratioRow, rounded } from './measure.ts';
import type { FrameChannel } from '../../native-host/framing/frame-channel.ts';
import type { BenchRow } from './row.ts';

const many = 1_000;
const few = 10;
const callsPerSecond = 5 * many;
const seconds = 30;
const warmUpSeconds = 3;
/** The hub takes 128 handshakes at once. */
const atOnce = 50;
const idleGoalKb = 40;
/** How long the last answers may take after the last call. */
const patienceMs = 20_000;

export async function benchScale(): Promise<BenchRow[]> {
  const stage = await openStage();
  try {
    const clientId = await approve(stage);
    const hello = { home: stage.home, clientId, secret: await readSecret(stage.home, clientId) };
    const idle = await idleCost(stage, hello);
    const of10 = await withAgents(few, hello, agents => load(agents, seconds));
    const of1000 = await withAgents(many, hello, agents => load(agents, seconds));
    const latency = { value: median(of1000.latencies), baseline: median(of10.latencies), unit: 'ms' };
    return [
      lossRow(of1000),
      ratioRow(`the middle delay of a call, ${many} agents against ${few} at ${callsPerSecond} calls/s`, latency, {
        atMost: 2,
      }),
      idle,
    ];
  } finally {
    await stage.close();
  }
}

interface Hello {
  readonly home: string;
  readonly clientId: string;
  readonly secret: string;
}

/** A server that echoes, a client, and the lasting grant that lets it call. */
async function approve(stage: Stage): Promise<string> {
  const panel = await PanelClient.open(stage.url);
  try {
    const args = [join(repositoryRoot, 'test/fixtures/servers/well-behaved.mjs')];
    const text = JSON.stringify({ mcpServers: { echo: { command: process.execPath, args } } });
    const { serverIds } = await panel.request('servers:add', { kind: 'json', text });
    const [serverId = ''] = serverIds;
    await panel.waitFor(({ servers }) => serverId in servers, 'the echo server is shown');
    const hash = panel.snapshot.servers[serverId]?.hash ?? '';
    await panel.request('servers:approve', { serverId, hash });
    await panel.waitFor(({ servers }) => servers[serverId]?.state.kind === 'running', 'the echo server runs');
    const { client } = await panel.request('clients:create', { name: 'Load', start: 'ask' });
    const hello = { home: stage.home, clientId: client.id, secret: await readSecret(stage.home, client.id) };
    const agent = await LoadAgent.connect(hello);
    const called = agent.call(0);
    await panel.waitFor(({ prompts }) => Object.keys(prompts).length > 0, 'the call is asked about');
    const [promptId = ''] = Object.keys(panel.snapshot.prompts);
    await panel.request('prompts:answer', { promptId, effect: 'allow', lifetime: 'always' });
    await called;
    agent.close();
    return client.id;
  } finally {
    await panel.close();
  }
}

function readSecret(home: string, clientId: string): Promise<string> {
  return readFile(join(home, 'secrets/clients', clientId), 'utf8');
}

/** One shim's connection, without its process. */
class LoadAgent {
  readonly #channel: FrameChannel;
  readonly #waiting = new Map<number, (answer: string) => void>();

  private constructor(channel: FrameChannel) {
    this.#channel = channel;
    channel.onFrame(frame => {
      const text = frame.toString('utf8');
      const id = /"id":(\d+)/.exec(text)?.[1];
      const answered = this.#waiting.get(Number(id));
      this.#waiting.delete(Number(id));
      answered?.(text);
    });
  }

  static async connect({ home, clientId, secret }: Hello): Promise<LoadAgent> {
    const program = { path: null, pid: process.pid, folder: null };
    const hello = { clientId, instanceId: randomBytes(16).toString('hex'), program };
    const agent = new LoadAgent(await connectToHub({ home, role: 'mcp', hello, clientSecret: secret }));
    await agent.#request(1, 'initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'load', version: '1.0.0' },
    });
    return agent;
  }

  /** Resolves when the echo came back whole; rejects with any other answer. */
  async call(number: number): Promise<void> {
    const word = `w${number}`;
    const answer = await this.#request(number + 2, 'tools/call', { name: 'echo__echo', arguments: { word } });
    if (!answer.includes(word)) throw new Error(`The call was answered with ${answer.slice(0, 300)}`);
  }

  close(): void {
    this.#channel.close();
  }

  #request(id: number, method: string, params: unknown): Promise<string> {
    return new Promise(resolve => {
      this.#waiting.set(id, resolve);
      this.#channel.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
  }
}

async function withAgents<T>(count: number, hello: Hello, use: (agents: LoadAgent[]) => Promise<T>): Promise<T> {
  const agents: LoadAgent[] = [];
  try {
    while (agents.length < count) {
      const next = Array.from({ length: Math.min(atOnce, count - agents.length) }, () => LoadAgent.connect(hello));
      agents.push(...(await Promise.all(next)));
    }
    return await use(agents);
  } finally {
    for (const agent of agents) agent.close();
    await sleep(500);
  }
}

interface Load {
  readonly sent: number;
  readonly answered: number;
  readonly latencies: number[];
}

/** Calls at a steady rate, whatever the answers take; the agents take turns. */
async function load(agents: readonly LoadAgent[], duration: number): Promise<Load> {
  const latencies: number[] = [];
  const count = { answered: 0 };
  let sent = 0;
  const started = performance.now();
  const total = (duration + warmUpSeconds) * callsPerSecond;
  while (sent < total) {
    const due = Math.min(total, ((performance.now() - started) / 1_000) * callsPerSecond);
    for (; sent < due; sent += 1) {
      const [number, at] = [sent, performance.now()];
      const called = agents[number % agents.length]?.call(number);
      void called?.then(() => {
        count.answered += 1;
        if (number >= warmUpSeconds * callsPerSecond) latencies.push(performance.now() - at);
      });
    }
    await sleep(1);
  }
  const deadline = performance.now() + patienceMs;
  while (count.answered < sent && performance.now() < deadline) await sleep(20);
  return { sent, answered: count.answered, latencies };
}

/** What the hub grows by with every agent that is connected and waits. */
async function idleCost(stage: Stage, hello: Hello): Promise<BenchRow> {
  const pid = stage.hub.pid ?? 0;
  // The first hundred pay for what all share: compiled code, pools, tables.
  return withAgents(100, hello, async () => {
    await sleep(1_000);
    const before = currentRss(pid);
    return withAgents(many, hello, async () => {
      await sleep(1_000);
      const kb = (currentRss(pid) - before) / many / 1024;
      return {
        case: 'what the hub grows by with each idle agent',
        value: rounded(kb),
        unit: 'KB',
        baseline: null,
        ratio: null,
        goal: `at most ${idleGoalKb} KB`,
        holds: kb <= idleGoalKb,
      };
    });
  });
}

function lossRow({ sent, answered }: Load): BenchRow {
  return {
    case: `calls of ${many} agents that were not answered, of ${sent}`,
    value: sent - answered,
    unit: 'calls',
    baseline: null,
    ratio: null,
    goal: 'none',
    holds: answered === sent,
  };
}
