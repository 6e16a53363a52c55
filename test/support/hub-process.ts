// Starts the built command line for tests: a hub on a temporary home, its panel, agents of its clients, and one end for all of them.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import { hubFlags } from '../../electron/core/platform/lean-heap.ts';
import { holdTransport } from './jitter.ts';
import { PanelClient, until } from './panel-client.ts';
import { PatientClient } from './patient-client.ts';
import { repositoryRoot } from './provided.ts';
import { createTempHome } from './temp-home.ts';
import type { ChildProcess } from 'node:child_process';
import type { PanelResult } from '../../contract/schemas/panel-requests.ts';
import type { TempHome } from './temp-home.ts';

export const cliPath = path.join(repositoryRoot, 'dist/headless/pilothouse.js');

/** How long an agent waits for an answer: a bound for what hangs, which a busy machine must not reach. */
const patienceMs = 170_000;

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  stdout(): string;
  stderr(): string;
  /** Resolves once the process has ended and its output was read. */
  readonly ended: Promise<Ended>;
  kill(signal: NodeJS.Signals): Promise<Ended>;
}

export interface HubProcess extends CliProcess {
  /** The printed address, for one use. */
  readonly url: string;
}

export interface CliOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The folder that it is started in; the one of the test when absent. */
  readonly cwd?: string;
  /** The data home, in place of the one of this place. */
  readonly home?: string;
  /** The built command line, in place of the one in dist/. */
  readonly cli?: string;
}

export type Credential = PanelResult<'clients:create'>;

/** The address for HTTP clients; a credential made while MCP over HTTP was closed has none. */
export function urlOf({ http }: Pick<Credential, 'http'>): string {
  if (http.url === null) throw new Error('MCP over HTTP is not open.');
  return http.url;
}

export interface Agent {
  readonly client: PatientClient;
  /** The shim of a stdio agent. */
  readonly pid: number | null;
  /** What its shim wrote to stderr so far. */
  stderr(): string;
  /** The text of the first content block, and whether it is an error. */
  call(name: string, args?: Record<string, unknown>): Promise<{ text: string; isError: boolean }>;
  close(): Promise<void>;
}

export interface HubPlace extends TempHome {
  /** A command of `pilothouse`, as a process. */
  start(args: readonly string[], options?: CliOptions): CliProcess;
  /** The same, to its end. */
  run(args: readonly string[], options?: CliOptions): Promise<Ended>;
  /** `pilothouse serve` with free ports; resolves when its panel's address is printed, rejects with its output when it ends before. */
  serve(args?: readonly string[], options?: CliOptions): Promise<HubProcess>;
  /** The hub that was served last. */
  newestHub(): HubProcess | null;
  panel(hub: HubProcess): Promise<PanelClient>;
  /** Runs the command line that the credential came with, and `more` behind it. */
  stdioAgent(credential: Credential, more?: readonly string[]): Promise<Agent>;
  httpAgent(credential: Credential): Promise<Agent>;
  /** Ends everything in order and throws when something stays behind. */
  end(): Promise<void>;
}

let built = false;

/** The parts of dist/ that the command line consists of, newer than their sources. */
export function buildOnce(): void {
  if (built) return;
  const args = [path.join(repositoryRoot, 'build.mjs'), '--if-stale', 'node', 'relay', 'runner'];
  execFileSync(process.execPath, args, { cwd: repositoryRoot, stdio: ['ignore', 'ignore', 'inherit'] });
  built = true;
}

/** A place for the running test, ended with it. */
export function usePlace(): HubPlace {
  const place = openPlace();
  onTestFinished(() => place.end());
  return place;
}

/** A place for a whole suite; `end()` is the caller's. */
export function openPlace(): HubPlace {
  buildOnce();
  const temp = createTempHome();
  const processes: CliProcess[] = [];
  let newest: HubProcess | null = null;
  const closers: (() => Promise<void>)[] = [];

  const start: HubPlace['start'] = (args, options = {}) => {
    // Every hub, also one that a shim starts, keeps away from the well-known paths of this machine.
    const root = args[0] === 'serve' || args[0] === 'mcp' ? ['--well-known-root', temp.folder] : [];
    const env = { ...temp.env, ...options.env };
    const started = startCli(
      options.cli ?? cliPath,
      ['--home', options.home ?? temp.home, ...args, ...root],
      env,
      options.cwd,
    );
    processes.push(started);
    return started;
  };
  const serve: HubPlace['serve'] = async (args = [], options = {}) => {
    const started = start(['serve', '--port', '0', '--mcp-port', '0', ...args], options);
    const url = await addressOf(started);
    newest = { ...started, url };
    return newest;
  };
  return {
    ...temp,
    start,
    serve,
    newestHub: () => newest,
    run: (args, options) => start(args, options).ended,
    panel: async hub => {
      const panel = await PanelClient.open(hub.url);
      closers.push(() => panel.close());
      return panel;
    },
    stdioAgent: async (credential, more = []) => {
      const { command, args } = credential.stdio;
      // A program that a desktop started has no more than this.
      const env = { HOME: temp.folder, PATH: '/usr/bin:/bin' };
      const transport = new StdioClientTransport({
        command,
        args: [...args, '--well-known-root', temp.folder, ...more],
        env,
        stderr: 'pipe',
      });
      const agent = await connectAgent(transport);
      closers.push(() => agent.close());
      return agent;
    },
    httpAgent: async ({ http }) => {
      const headers = { authorization: `Bearer ${http.token}` };
      const agent = await connectAgent(
        new StreamableHTTPClientTransport(new URL(urlOf({ http })), { requestInit: { headers } }),
      );
      closers.push(() => agent.close());
      return agent;
    },
    end: () => endAll(temp, closers, processes),
  };
}

function startCli(
  cli: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd?: string,
): CliProcess {
  const child = spawn(process.execPath, [...hubFlags, cli, ...args], { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdin.on('error', () => {});
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = once(child, 'close').then(([code, signal]): Ended => ({ code, signal, stdout, stderr }));
  return {
    child,
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    kill: signal => {
      child.kill(signal);
      return ended;
    },
  };
}

async function addressOf(started: CliProcess): Promise<string> {
  const address = /http:\/\/\S+#token=\S+/;
  let over = false;
  void started.ended.then(() => (over = true));
  await until(() => over || address.test(started.stdout()), 'the hub prints its address');
  const [url] = address.exec(started.stdout()) ?? [];
  if (url && !over) return url;
  throw new Error(`The hub ended before it was ready: ${started.stdout()}${started.stderr()}`);
}

async function connectAgent(transport: StdioClientTransport | StreamableHTTPClientTransport): Promise<Agent> {
  const client = new PatientClient({ name: 'a test', version: '1.0.0' });
  let stderr = '';
  const pipe = 'stderr' in transport ? transport.stderr : null;
  pipe?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  await client.connect(holdTransport(transport));
  return {
    client,
    pid: 'pid' in transport ? transport.pid : null,
    stderr: () => stderr,
    call: async (name, args = {}) => {
      const result = await client.callTool({ name, arguments: args }, { timeout: patienceMs });
      const [block] = result.content as { type: string; text?: string }[];
      return { text: block?.text ?? '', isError: result.isError === true };
    },
    close: () => client.close(),
  };
}

async function endAll(
  temp: TempHome,
  closers: readonly (() => Promise<void>)[],
  processes: readonly CliProcess[],
): Promise<void> {
  try {
    for (const close of closers.toReversed()) await close().catch(() => {});
    // The newest first: a shim that outlives its hub may start another one.
    for (const { child, ended } of processes.toReversed()) {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
    }
    // A child that was told to end is given the time to do so; one that stays fails the test.
    const gone = await until(() => temp.processes().length === 0, 'every process ends').catch((error: Error) => error);
    const left = temp.processes();
    for (const pid of left) process.kill(pid, 'SIGKILL');
    if (gone instanceof Error) throw new Error(`These processes were left behind: ${left.join(', ')}.`);
    // A hub that was killed cannot clean up; the next one does.
    const killed = processes.at(-1)?.child.signalCode === 'SIGKILL';
    if (!killed && temp.leftovers().length > 0)
      throw new Error(`These files were left behind: ${temp.leftovers().join(', ')}.`);
  } finally {
    temp.remove();
  }
}
