// The server as the runner's child: its bytes both ways with bounds, its end as a whole tree, and what it did wrong in words.
import { spawn } from 'node:child_process';
import { childNonceVariable } from '../../contract/names.ts';
import { gatherWrites } from '../../native-host/framing/gather-writes.ts';
import { ProcessTree } from '../core/servers/process/process-tree.ts';
import { StopLadder } from '../core/servers/process/stop-ladder.ts';
import { Strays } from '../core/servers/process/strays.ts';
import { FloodGuard } from './flood-guard.ts';
import { passStderr } from './stderr-path.ts';
import type { ChildProcess, ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { Reason } from '../../contract/reasons.ts';
import type { RunnerConnect } from '../../contract/schemas/runner.ts';
import type { StopGraces } from '../core/servers/process/stop-ladder.ts';

const maxQueuedBytes = 64 * 1024 * 1024;
/** A program outside the child's group may hold its pipes open for ever; its output is not waited for longer than this. */
const drainMs = 250;

export interface ServerChildEvents {
  onStarted(pid: number): void;
  onStartFailed(error: Error): void;
  /** Takes bytes of its stdout. Returns false to be asked again after `resume`. */
  onBytes(bytes: Buffer): boolean;
  /** It broke a rule and is being ended. */
  onFault(reason: Reason): void;
  /** It ended and its stdout was read; what it started may still run. */
  onExit(code: number | null, signal: NodeJS.Signals | null): void;
}

type Command = RunnerConnect & { readonly descriptors: readonly number[] };

export class ServerChild {
  readonly #events: ServerChildEvents;
  readonly #child: ChildProcess;
  readonly #stdin: Writable;
  readonly #stdout: Readable;
  readonly #ladder: StopLadder | null = null;
  readonly #graces: StopGraces;
  #broken: NodeJS.Timeout | null = null;
  #isFaulty = false;
  /** Why its stdout is not read now: the hub does not keep up, it sends too much. */
  #holds = 0;
  /** Resolves when nothing of its tree runs any more. */
  readonly gone: Promise<void> = Promise.resolve();

  /** Throws what `spawn` throws for arguments that no program can take. */
  constructor(connect: Command, os: NodeJS.Platform, events: ServerChildEvents) {
    this.#events = events;
    const { env, graces } = connect;
    this.#graces = graces;
    const strays = new Strays({ nonce: process.env[childNonceVariable] ?? null, os });
    const child = strays.born(() => spawnServer(connect, os));
    this.#child = child;
    this.#stdin = child.stdin;
    this.#stdout = child.stdout;
    child.stdin.on('error', () => this.#brokenPipe({ kind: 'closed-input' }));
    child.stdout.on('error', () => {});
    child.once('exit', passStderr(child.stderr, process.stderr));
    child.on('error', error => this.pid === null && events.onStartFailed(error));
    if (child.pid === undefined) return;
    const exited = new Promise<void>(resolve => child.once('exit', () => resolve()));
    const onLeft = () => this.#ladder?.sweep(graces);
    const tree = new ProcessTree(exited, { pid: child.pid, os, env, strays, onLeft });
    this.gone = tree.gone;
    this.#ladder = new StopLadder({
      endInput: () => child.stdin.end(),
      signal: name => tree.signal(name),
      gone: tree.gone,
    });
    this.#listen();
    events.onStarted(child.pid);
  }

  get pid(): number | null {
    return this.#child.pid ?? null;
  }

  /** Writes bytes of the hub; `begins` where a message does. What cannot be written in time ends the child. */
  write(bytes: Buffer, begins: boolean): void {
    const stdin = this.#stdin;
    if (!stdin.writable) return;
    if (begins && stdin.writableLength > maxQueuedBytes) {
      return this.#fault({ kind: 'input-full', mib: maxQueuedBytes >> 20 });
    }
    if (this.#isFaulty) return;
    gatherWrites(stdin);
    stdin.write(bytes);
  }

  /** Goes on reading its stdout, unless there is another reason to wait. */
  resume(): void {
    this.#holds -= 1;
    if (this.#holds === 0) this.#stdout.resume();
  }

  /** Begins the stop ladder; a second call goes one step further at once. */
  stop(graces: StopGraces): Promise<void> {
    return this.#ladder?.stop(graces) ?? this.gone;
  }

  #listen(): void {
    const stdout = this.#stdout;
    const guard = new FloodGuard();
    stdout.on('data', (chunk: Buffer) => {
      const { bytes, waitMs } = guard.take(chunk, performance.now());
      if (bytes.length > 0 && !this.#events.onBytes(bytes)) this.#hold();
      if (waitMs === 0) return;
      this.#hold();
      setTimeout(() => this.resume(), waitMs);
    });
    stdout.once('end', () => this.#brokenPipe({ kind: 'closed-output' }));
    this.#child.once('exit', (code, signal) => {
      if (this.#broken) clearTimeout(this.#broken);
      const report = () => {
        clearInterval(timer);
        this.#child.removeListener('close', report);
        stdout.destroy();
        this.#child.stderr?.destroy();
        this.#events.onExit(code, signal);
      };
      // While it is paused the hub is the slow one, and what it has not taken yet is not lost.
      const timer = setInterval(() => stdout.isPaused() || report(), drainMs);
      this.#child.once('close', report);
    });
  }

  #hold(): void {
    this.#holds += 1;
    this.#stdout.pause();
  }

  #fault(reason: Reason): void {
    if (this.#isFaulty) return;
    this.#isFaulty = true;
    this.#events.onFault(reason);
    this.#ladder?.begin(this.#graces);
  }

  /** The pipes of a child that ends break a moment before its exit is seen, and the exit says more: it gets that moment. */
  #brokenPipe(reason: Reason): void {
    const isAlive = this.#child.exitCode === null && this.#child.signalCode === null;
    if (this.pid !== null && isAlive) this.#broken ??= setTimeout(() => this.#fault(reason), drainMs);
  }
}

function spawnServer(
  { command, args, verbatim, env, cwd, descriptors }: Command,
  os: NodeJS.Platform,
): ChildProcessWithoutNullStreams {
  return spawn(command, args, {
    shell: false,
    env: { ...env, ...ownNonce() },
    ...(cwd === null ? {} : { cwd }),
    // On POSIX a group of its own: one signal reaches the whole tree.
    detached: os !== 'win32',
    windowsHide: true,
    windowsVerbatimArguments: verbatim,
    stdio: ['pipe', 'pipe', 'pipe', ...descriptors],
    // With descriptors behind the pipes the types do not say that there are pipes.
  }) as ChildProcessWithoutNullStreams;
}

/** The mark that its runner carries, by which it is found should both lose their hub. */
function ownNonce(): Record<string, string> {
  const nonce = process.env[childNonceVariable];
  return nonce === undefined ? {} : { [childNonceVariable]: nonce };
}
