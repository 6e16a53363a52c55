// One child process of a server: started without a shell, read line by line, fed with a bound, ended as a whole tree.
import { spawn as nodeSpawn } from 'node:child_process';
import { LineSplitter } from '../../../../native-host/framing/line-splitter.ts';
import { exitReason, startFailureCause, startFailureReason } from '../lifecycle/exit-reasons.ts';
import { KeptStderr } from '../logs/kept-stderr.ts';
import { childEnv } from './child-env.ts';
import { ProcessTree } from './process-tree.ts';
import { planSpawn } from './spawn-plan.ts';
import { StopLadder } from './stop-ladder.ts';
import { Strays } from './strays.ts';
import type { ChildProcessWithoutNullStreams, SpawnOptionsWithoutStdio } from 'node:child_process';
import type { Reason } from '../../../../contract/reasons.ts';
import type { CommandConfig } from '../../../../contract/schemas/servers.ts';
import type { RunEnd, RunEndCause, ServerTransport, TransportEvents } from '../lifecycle/server-transport.ts';
import type { StopGraces } from './stop-ladder.ts';

export type Spawn = (
  command: string,
  args: readonly string[],
  options: SpawnOptionsWithoutStdio,
) => ChildProcessWithoutNullStreams;

export interface ServerProcessOptions extends TransportEvents {
  readonly config: CommandConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly os: NodeJS.Platform;
  readonly spawn?: Spawn;
  /** The mark of what was started last. */
  readonly nonce?: () => string | null;
  /** Times of the stop ladder for a child that ends or misbehaves by itself. */
  readonly graces: StopGraces;
  /** Hides secret values, before anything is cut. */
  readonly mask?: (text: string) => string;
}

const maxLineBytes = 64 * 1024 * 1024;
const maxQueuedBytes = 64 * 1024 * 1024;
/** A program outside the child's group may hold its pipes open for ever; its output is not waited for longer than this. */
const drainMs = 250;

export class ServerProcess implements ServerTransport {
  readonly #options: ServerProcessOptions;
  readonly #child: ChildProcessWithoutNullStreams | null = null;
  readonly #ladder: StopLadder | null = null;
  readonly #stderr: KeptStderr;
  /** Why we end it, when it is not the user who wants it to end. */
  #failure: Reason | null = null;
  #broken: NodeJS.Timeout | null = null;
  #end: (reason: Reason, cause?: RunEndCause) => void = () => {};
  readonly ended: Promise<RunEnd>;
  readonly gone: Promise<void> = Promise.resolve();

  constructor(options: ServerProcessOptions) {
    this.#options = options;
    this.#stderr = new KeptStderr(options);
    this.ended = new Promise(resolve => {
      this.#end = (reason, cause = 'ended') => resolve({ reason, cause });
    });
    try {
      this.#child = start(options);
    } catch (error) {
      this.#end(startFailureReason(error, options));
      return;
    }
    const child = this.#child;
    child.on('error', error => this.#end(startFailureReason(error, options), startFailureCause(error)));
    child.stdin.on('error', () => this.#brokenPipe({ kind: 'closed-input' }));
    if (child.pid === undefined) return;
    const exited = new Promise<void>(resolve => child.once('exit', () => resolve()));
    const onLeft = () => this.#ladder?.sweep(options.graces);
    const { os, env } = options;
    const tree = new ProcessTree(exited, { pid: child.pid, os, env, strays: straysOf(options), onLeft });
    this.#ladder = new StopLadder({
      endInput: () => child.stdin.end(),
      signal: name => tree.signal(name),
      gone: tree.gone,
    });
    this.gone = tree.gone;
    this.#listen(child);
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  get stderr(): string[] {
    return this.#stderr.lines();
  }

  /** Writes one message and its newline. A child that does not read is ended before its queue passes 64 MiB. */
  send(text: string): void {
    const stdin = this.#child?.stdin;
    if (!stdin?.writable || this.pid === null) return;
    if (stdin.writableLength > 0 && stdin.writableLength + text.length > maxQueuedBytes) {
      return this.fail({ kind: 'input-full', mib: maxQueuedBytes >> 20 });
    }
    stdin.write(`${text}\n`);
  }

  note(line: string): void {
    this.#stderr.add(line);
  }

  fail(reason: Reason): void {
    this.#failure ??= reason;
    this.#ladder?.begin(this.#options.graces);
  }

  stop(graces: StopGraces): Promise<void> {
    return this.#ladder?.stop(graces) ?? this.gone;
  }

  #listen(child: ChildProcessWithoutNullStreams): void {
    const splitter = new LineSplitter(maxLineBytes, line => this.#options.onText(line));
    child.stdout.on('data', (chunk: Buffer) => {
      if (splitter.push(chunk)) return;
      child.stdout.destroy();
      this.fail({ kind: 'line-too-long', mib: maxLineBytes >> 20 });
    });
    child.stdout.once('end', () => this.#brokenPipe({ kind: 'closed-output' }));
    child.stderr.on('data', (chunk: Buffer) => this.#stderr.push(chunk));
    child.stdout.on('error', () => {});
    child.stderr.on('error', () => {});
    child.once('exit', (code, signal) => {
      if (this.#broken) clearTimeout(this.#broken);
      const report = () => {
        child.stdout.destroy();
        child.stderr.destroy();
        this.#end(this.#failure ?? exitReason(code, signal, this.#stderr.masked()));
      };
      const timer = setTimeout(report, drainMs);
      child.once('close', () => {
        clearTimeout(timer);
        report();
      });
    });
  }

  /** The pipes of a child that ends break a moment before its exit is seen, and the exit says more: it gets that moment. */
  #brokenPipe(reason: Reason): void {
    if (this.pid !== null && !this.#exited()) this.#broken ??= setTimeout(() => this.fail(reason), drainMs);
  }

  #exited(): boolean {
    return this.#child?.exitCode !== null || this.#child.signalCode !== null;
  }
}

/** What is left of the child that was started last. */
export function straysOf({ nonce, os }: Pick<ServerProcessOptions, 'nonce' | 'os'>): Strays {
  return new Strays({ nonce: nonce?.() ?? null, os });
}

function start({ config, env, os, spawn = nodeSpawn }: ServerProcessOptions): ChildProcessWithoutNullStreams {
  const variables = childEnv(env, config.env, os);
  const { command, args, verbatim } = planSpawn(config, variables, os);
  return spawn(command, args, {
    shell: false,
    env: variables,
    windowsVerbatimArguments: verbatim,
    ...(config.cwd === undefined ? {} : { cwd: config.cwd }),
    // On POSIX a group of its own: one signal reaches the whole tree, and Ctrl-C in a terminal does not reach it first.
    detached: os !== 'win32',
    windowsHide: true,
    stdio: 'pipe',
  });
}
