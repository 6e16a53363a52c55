// `pilothouse mcp`: finds the hub of this home, starts one when none runs, and pumps MCP between it and stdio.
import { randomBytes } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isStopped, stoppedByUser } from '../../native-host/relay/home-files.ts';
import { connectToHub, HubRefusedError } from '../../native-host/relay/hub-connection.ts';
import { McpShim } from '../../native-host/relay/mcp-shim.ts';
import { startHub } from './start-hub.ts';
import type { FrameChannel } from '../../native-host/framing/frame-channel.ts';

export interface McpOptions {
  readonly home: string;
  readonly clientId: string;
  /** The one server to show, or null for all of them. */
  readonly serverId: string | null;
  /** Whether to start a hub when none runs. */
  readonly start: boolean;
  /** More for the `serve` of a hub that is started. */
  readonly hubArguments: readonly string[];
}

const startMs = 15_000;
const retryMs = 100;

/** Resolves when the MCP client closes its end. Rejects with a sentence when there is no hub or no such client. */
export async function runShim(options: McpOptions): Promise<void> {
  const clientSecret = await readClientSecret(options);
  const hello = {
    clientId: options.clientId,
    instanceId: randomBytes(16).toString('hex'),
    program: await claimedProgram(),
    ...(options.serverId !== null && { serverId: options.serverId }),
  };
  const once = () => connectToHub({ home: options.home, role: 'mcp', hello, clientSecret });
  const shim = new McpShim({
    input: process.stdin,
    output: process.stdout,
    connect: mayStart => (mayStart && options.start ? connectOrStart(once, options) : once()),
    stopped: () => (isStopped(options.home) ? stoppedByUser : null),
    isFinal: error => error instanceof HubRefusedError,
  });
  await shim.run();
}

async function readClientSecret({ home, clientId }: McpOptions): Promise<string> {
  const unknown = new Error(
    `There is no client ${JSON.stringify(clientId)} on ${home}; make one in Pilothouse under Connect an agent.`,
  );
  if (!/^[a-z0-9-]{1,64}$/.test(clientId)) throw unknown;
  return readFile(join(home, 'secrets', 'clients', clientId), 'utf8').catch(() => Promise.reject(unknown));
}

async function connectOrStart(
  connect: () => Promise<FrameChannel>,
  { home, hubArguments }: McpOptions,
): Promise<FrameChannel> {
  const first = await connect().catch((error: Error) => error);
  if (!(first instanceof Error)) return first;
  if (first instanceof HubRefusedError) throw first;
  // The user may have stopped it a moment ago.
  if (isStopped(home)) throw first;
  startHub(home, hubArguments);
  const deadline = Date.now() + startMs;
  for (;;) {
    await sleep(retryMs);
    const next = await connect().catch((error: Error) => error);
    if (!(next instanceof Error)) return next;
    if (next instanceof HubRefusedError) throw next;
    if (Date.now() > deadline)
      throw new Error(`A hub was started on ${home} and did not answer within ${startMs / 1000} s: ${next.message}`);
  }
}

/** The program that started this one; shown as claimed. */
async function claimedProgram() {
  const path = await readlink(`/proc/${process.ppid}/exe`).catch(() => null);
  return { path, pid: process.ppid, folder: process.cwd() };
}
