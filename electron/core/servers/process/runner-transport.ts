// A run of a server behind its runner: a process of its own, which starts the server, watches over it, and ends it with the hub.
import { spawn as nodeSpawn } from 'node:child_process';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordIn } from '../../../../contract/json.ts';
import { reasonOf } from '../../../../contract/reason.ts';
import { commandLine, readyLine, serverDescriptors } from '../../../../contract/runner-commands.ts';
import { RunnerStatusSchema } from '../../../../contract/schemas/runner.ts';
import { LineSplitter } from '../../../../native-host/framing/line-splitter.ts';
import { exitReason, startFailureCause, startFailureReason } from '../lifecycle/exit-reasons.ts';
import { KeptStderr } from '../logs/kept-stderr.ts';
import { childEnv } from './child-env.ts';
import { ProcessTree } from './process-tree.ts';
import { drainMs, ServerPipes } from './server-pipes.ts';
import { straysOf } from './server-process.ts';
import { planSpawn } from './spawn-plan.ts';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { Reason } from '../../../../contract/reasons.ts';
import type { RunnerCommand } from '../../../../contract/runner-commands.ts';
import type { RunnerConnect, RunnerSandbox, RunnerStatus } from '../../../../contract/schemas/runner.ts';
import type { RunEnd, RunEndCause, ServerTransport } from '../lifecycle/server-transport.ts';
import type { ServerProcessOptions } from './server-process.ts';
import type { StopGraces } from './stop-ladder.ts';

export interface RunnerTransportOptions extends ServerProcessOptions {
  /** The Node binary and the program that is the runner. */
  readonly runner: { readonly nodePath: string; readonly program: string };
  /** For a server in a sandbox. Rejects with an Error when there can be none; then nothing of it runs. */
  readonly walls?: (() => Promise<RunnerSandbox | null>) | null;
}

/** A status names the server's end or why it could not start; that is little. */
const maxStatusBytes = 1024 * 1024;
/** What a runner may take beyond the ladder's own times before it is taken for stuck. */
const patienceMs = 2_000;

export class RunnerTransport implements ServerTransport {
  readonly #options: RunnerTransportOptions;
  readonly #stderr: KeptStderr;
  readonly #child: ChildProcessWithoutNullStreams | null = null;
  readonly #pipes: ServerPipes | null = null;
  readonly #exited: Promise<void>;
  readonly #closed: Promise<void>;
  #pid: number | null = null;
  #tree: ProcessTree | null = null;
  #isReady = false;
  #isStopping = false;
  /** Why we end it, when it is not the user who wants it to end. */
  #failure: Reason | null = null;
  /** How the server ended, by its runner. */
  #exit: (() => Reason) | null = null;
  #stuck: NodeJS.Timeout | null = null;
  #cause: RunEndCause = 'ended';
  #end: (reason: Reason) => void = () => {};
  readonly ended: Promise<RunEnd>;
  readonly gone: Promise<void>;

  constructor(options: RunnerTransportOptions) {
    this.#options = options;
    this.#stderr = new KeptStderr(options);
    this.ended = new Promise(resolve => {
      this.#end = reason => resolve({ reason, cause: this.#cause });
    });
    const child = this.#start(options);
    this.#child = child;
    this.#exited = eventOf(child, 'exit');
    this.#closed = eventOf(child, 'close');
    this.gone = this.#exited.then(() => this.#runnerExited());
    if (!child) return;
    this.#pipes = new ServerPipes({
      stdin: child.stdio[serverDescriptors.stdin] as unknown as Writable,
      stdout: child.stdio[serverDescriptors.stdout] as unknown as Readable,
      onText: options.onText,
      onFault: reason => this.fail(reason),
    });
    this.#listen(child);
    if (options.walls) void this.#connectWalled(options, options.walls);
    else this.#connect(options, null);
  }

  get pid(): number | null {
    return this.#pid;
  }

  get stderr(): string[] {
    return this.#stderr.lines();
  }

  send(text: string): void {
    this.#pipes?.send(text);
  }

  note(line: string): void {
    this.#stderr.add(line);
  }

  fail(reason: Reason): void {
    this.#failure ??= reason;
    if (!this.#isStopping) this.#disconnect(this.#options.graces);
  }

  stop(graces: StopGraces): Promise<void> {
    this.#disconnect(graces);
    return this.gone;
  }

  /** Null when it could not be started, which ends the run with a sentence. */
  #start(options: RunnerTransportOptions): ChildProcessWithoutNullStreams | null {
    const failed = (error: unknown) => {
      this.#end({ kind: 'runner-not-started', why: reasonOf(error) });
    };
    try {
      const child = startRunner(options);
      child.once('error', failed);
      return child.pid === undefined ? null : child;
    } catch (error) {
      failed(error);
      return null;
    }
  }

  async #connectWalled(options: RunnerTransportOptions, walls: () => Promise<RunnerSandbox | null>): Promise<void> {
    try {
      this.#connect(options, await walls());
    } catch (error) {
      this.#cause = 'runtime';
      this.#serverEnded(() => reasonOf(error));
    }
  }

  #connect({ config, env, os, graces }: RunnerTransportOptions, sandbox: RunnerSandbox | null): void {
    const variables = childEnv(env, config.env, os);
    try {
      const { command, args, verbatim } = planSpawn(config, variables, os);
      const { cwd = null } = config;
      const params = {
        descriptors: serverDescriptors,
        command,
        args: [...args],
        verbatim,
        env: variables,
        cwd,
        sandbox,
        graces,
      };
      this.#tell('connect', params satisfies RunnerConnect);
    } catch (error) {
      this.#serverEnded(() => startFailureReason(error, this.#options));
    }
  }

  #disconnect(graces: StopGraces): void {
    this.#isStopping = true;
    this.#pipes?.endInput();
    this.#tell('disconnect', { graces });
    this.#expectEnd(graces);
  }

  #tell(command: RunnerCommand, params: unknown): void {
    const stdin = this.#child?.stdin;
    if (stdin?.writable) stdin.write(`${commandLine(command, params)}\n`);
  }

  #listen(child: ChildProcessWithoutNullStreams): void {
    const splitter = new LineSplitter(maxStatusBytes, line => this.#take(line));
    child.stdout.on('data', (chunk: Buffer) => {
      if (splitter.push(chunk)) return;
      child.stdout.destroy();
      this.fail({ kind: 'runner-of-other-version' });
    });
    child.stderr.on('data', (chunk: Buffer) => this.#stderr.push(chunk));
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {});
  }

  #take(line: string): void {
    const { data } = RunnerStatusSchema.safeParse(recordIn(line)?.params);
    if (this.#isReady && data) this.#status(data);
    else if (line === readyLine) this.#isReady = true;
    else this.fail({ kind: 'runner-of-other-version' });
  }

  #status(status: RunnerStatus): void {
    if (status.status === 'connected') this.#connected(status.pid);
    else if (status.status === 'error') this.#startFailed(status);
    else
      this.#serverEnded(() => exitReason(status.code, status.signal as NodeJS.Signals | null, this.#stderr.masked()));
  }

  #startFailed({ code, message }: { code: string | null; message: string }): void {
    const error = Object.assign(new Error(message), { code });
    this.#cause = startFailureCause(error);
    this.#serverEnded(() => startFailureReason(error, this.#options));
  }

  #connected(pid: number): void {
    this.#pid = pid;
    const { os, env } = this.#options;
    this.#tree = new ProcessTree(this.#exited, { pid, os, env, strays: straysOf(this.#options) });
    this.#options.onPid?.(pid);
    // Its answer may be here before its runner has told of it.
    this.#pipes?.begin();
  }

  /** Its words come last, because its stderr may still be on the way; the runner leaves when nothing of the tree is left. */
  #serverEnded(exit: () => Reason): void {
    this.#exit = exit;
    this.#tell('shutdown', {});
    this.#expectEnd(this.#options.graces);
    void this.#report();
  }

  async #runnerExited(): Promise<void> {
    if (this.#stuck) clearTimeout(this.#stuck);
    if (!this.#child) return;
    // Only now is it certain that its last word was heard.
    await this.#report();
    // A runner that left in order has seen the end of the tree.
    if (this.#child.exitCode === 0 || !this.#tree) return;
    this.#tree.signal('SIGKILL');
    await this.#tree.gone;
  }

  async #report(): Promise<void> {
    // The server holds the runner's stderr too and may outlive it.
    const heard = Promise.race([this.#closed, sleep(drainMs, undefined, { ref: false })]);
    await Promise.all([this.#pipes?.exited(), heard]);
    this.#end(this.#failure ?? this.#exit?.() ?? this.#runnerEnd());
  }

  #runnerEnd(): Reason {
    const { exitCode = null, signalCode = null } = this.#child ?? {};
    return exitReason(exitCode, signalCode, this.#stderr.masked(), 'runner');
  }

  #expectEnd({ inputMs, termMs }: StopGraces): void {
    if (this.#stuck) clearTimeout(this.#stuck);
    this.#stuck = setTimeout(() => this.#kill(), inputMs + termMs + patienceMs);
  }

  #kill(): void {
    this.#tree?.signal('SIGKILL');
    this.#child?.kill('SIGKILL');
  }
}

function eventOf(child: ChildProcessWithoutNullStreams | null, name: 'exit' | 'close'): Promise<void> {
  return new Promise(resolve => (child ? child.once(name, () => resolve()) : resolve()));
}

function startRunner({ env, os, runner, spawn = nodeSpawn }: RunnerTransportOptions): ChildProcessWithoutNullStreams {
  return spawn(runner.nodePath, [runner.program], {
    shell: false,
    env: childEnv(env, {}, os),
    cwd: dirname(runner.nodePath),
    // Ctrl-C in a terminal does not reach it before its hub.
    detached: os !== 'win32',
    windowsHide: true,
    // Behind the runner's own pipes those of the server.
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
  });
}
