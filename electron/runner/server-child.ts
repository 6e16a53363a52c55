// The server as the runner's child: started on the hub's pipes, and ended as a whole tree. What it says and hears is no matter of the runner.
import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { childNonceVariable } from '../../contract/names.ts';
import { ProcessTree } from '../core/servers/process/process-tree.ts';
import { StopLadder } from '../core/servers/process/stop-ladder.ts';
import { Strays } from '../core/servers/process/strays.ts';
import { passStderr } from './stderr-path.ts';
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { RunnerConnect } from '../../contract/schemas/runner.ts';
import type { StopGraces } from '../core/servers/process/stop-ladder.ts';

/** A program outside the child's group may hold its stderr open for ever; its words are not waited for longer than this. */
const drainMs = 250;

export interface ServerChildEvents {
  onStarted(pid: number): void;
  onStartFailed(error: Error): void;
  /** It ended; what it started may still run, and its last words may be on their way. */
  onExit(code: number | null, signal: NodeJS.Signals | null): void;
}

/** `held` are descriptors that it gets behind its pipes. */
type Command = RunnerConnect & { readonly held: readonly number[] };
type Server = ChildProcess & { readonly stderr: Readable };

export class ServerChild {
  readonly #child: Server;
  readonly #ladder: StopLadder | null = null;
  /** Resolves when nothing of its tree runs any more. */
  readonly gone: Promise<void> = Promise.resolve();
  /** Resolves when it has ended and its last words were read. */
  readonly said: Promise<void> = Promise.resolve();

  /** Throws what `spawn` throws for arguments that no program can take. */
  constructor(connect: Command, os: NodeJS.Platform, events: ServerChildEvents) {
    const { env, graces } = connect;
    const strays = new Strays({ nonce: process.env[childNonceVariable] ?? null, os });
    const child = strays.born(() => spawnServer(connect, os));
    this.#child = child;
    child.once('exit', passStderr(child.stderr, process.stderr));
    child.on('error', error => this.pid === null && events.onStartFailed(error));
    if (child.pid === undefined) return;
    const exited = new Promise<void>(resolve => child.once('exit', () => resolve()));
    const onLeft = () => this.#ladder?.sweep(graces);
    const tree = new ProcessTree(exited, { pid: child.pid, os, env, strays, onLeft });
    this.gone = tree.gone;
    this.#ladder = new StopLadder({
      // That end is the hub's, which closes it first or has gone.
      endInput: () => {},
      signal: name => tree.signal(name),
      gone: tree.gone,
    });
    this.said = exited.then(() => lastWords(child));
    child.once('exit', events.onExit);
    events.onStarted(child.pid);
  }

  get pid(): number | null {
    return this.#child.pid ?? null;
  }

  /** Begins the stop ladder; a second call goes one step further at once. */
  stop(graces: StopGraces): Promise<void> {
    return this.#ladder?.stop(graces) ?? this.gone;
  }
}

/** Resolves when its stderr has ended, and not much later while something that it has left holds that. */
function lastWords({ stderr }: Server): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer);
      stderr.destroy();
      resolve();
    };
    const timer = setTimeout(end, drainMs);
    if (stderr.closed || stderr.readableEnded) end();
    else stderr.once('end', end).once('close', end);
  });
}

/** From then on the hub's pipes are the server's alone, and break when it lets go of them. */
function spawnServer({ command, args, verbatim, env, cwd, descriptors, held }: Command, os: NodeJS.Platform): Server {
  const { stdin, stdout } = descriptors;
  try {
    return spawn(command, args, {
      shell: false,
      env: { ...env, ...ownNonce() },
      ...(cwd === null ? {} : { cwd }),
      // On POSIX a group of its own: one signal reaches the whole tree.
      detached: os !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: verbatim,
      stdio: [stdin, stdout, 'pipe', ...held],
      // With descriptors among them the types do not say which are pipes.
    }) as Server;
  } finally {
    for (const descriptor of [stdin, stdout]) closeSync(descriptor);
  }
}

/** The mark that its runner carries, by which it is found should both lose their hub. */
function ownNonce(): Record<string, string> {
  const nonce = process.env[childNonceVariable];
  return nonce === undefined ? {} : { [childNonceVariable]: nonce };
}
