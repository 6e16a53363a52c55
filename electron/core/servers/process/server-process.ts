// One child process of a server: started without a shell, read line by line, fed with a bound, ended as a whole tree.
import { spawn as nodeSpawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitReason, startFailureCause, startFailureReason } from '../lifecycle/exit-reasons.ts';
import { KeptStderr } from '../logs/kept-stderr.ts';
import { childEnv } from './child-env.ts';
import { ProcessTree } from './process-tree.ts';
import { drainMs, ServerPipes } from './server-pipes.ts';
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

export class ServerProcess implements ServerTransport {
  readonly #options: ServerProcessOptions;
  readonly #child: ChildProcessWithoutNullStreams | null = null;
  readonly #ladder: StopLadder | null = null;
  readonly #stderr: KeptStderr;
  readonly #pipes: ServerPipes | null = null;
  /** Why we end it, when it is not the user who wants it to end. */
  #failure: Reason | null = null;
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
    if (child.pid === undefined) return;
    const { stdin, stdout } = child;
    this.#pipes = new ServerPipes({ stdin, stdout, onText: options.onText, onFault: reason => this.fail(reason) });
    this.#pipes.begin();
    const exited = new Promise<void>(resolve => child.once('exit', () => resolve()));
    const onLeft = () => this.#ladder?.sweep(options.graces);
    const { os, env } = options;
    const tree = new ProcessTree(exited, { pid: child.pid, os, env, strays: straysOf(options), onLeft });
    this.#ladder = new StopLadder({
      endInput: () => this.#pipes?.endInput(),
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

  send(text: string): void {
    this.#pipes?.send(text);
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
    child.stderr.on('data', (chunk: Buffer) => this.#stderr.push(chunk));
    child.stderr.on('error', () => {});
    child.once('exit', async (code, signal) => {
      const closed = new Promise(resolve => child.once('close', resolve));
      await Promise.all([this.#pipes?.exited(), Promise.race([closed, sleep(drainMs, undefined, { ref: false })])]);
      child.stderr.destroy();
      this.#end(this.#failure ?? exitReason(code, signal, this.#stderr.masked()));
    });
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
