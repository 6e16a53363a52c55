// The process beside one server (spec 003 "Process Isolation Architecture"): carries out the hub's commands, and outlives neither.
import { readyLine } from '../../contract/runner-commands.ts';
import { LineSplitter } from '../../native-host/framing/line-splitter.ts';
import { sandboxed } from './sandbox/sandboxed.ts';
import { ServerChild } from './server-child.ts';
import type { Readable, Writable } from 'node:stream';
import type { RunnerCommand } from '../../contract/runner-commands.ts';
import type { RunnerConnect, RunnerDisconnect, RunnerStatus } from '../../contract/schemas/runner.ts';
import type { StopGraces } from '../core/servers/process/stop-ladder.ts';

export interface RunnerOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly os: NodeJS.Platform;
}

const defaultGraces: StopGraces = { inputMs: 500, termMs: 500 };
/** A command carries the server's whole environment and every folder that it may see. */
const maxCommandBytes = 64 * 1024 * 1024;

export class Runner {
  readonly #os: NodeJS.Platform;
  readonly #output: Writable;
  #server: ServerChild | null = null;
  #graces = defaultGraces;
  #isStopping = false;
  #connecting: Promise<void> = Promise.resolve();
  #closeWalls: () => void = () => {};
  #end: () => void = () => {};
  /** Resolves when the runner may exit: nothing of its server runs any more, and the hub knows. */
  readonly ended = new Promise<void>(resolve => (this.#end = resolve));

  constructor({ input, output, os }: RunnerOptions) {
    this.#os = os;
    this.#output = output;
    const lines = new LineSplitter(maxCommandBytes, line => this.#obey(JSON.parse(line)));
    input.on('data', (chunk: Buffer) => void lines.push(chunk));
    // A hub that closes its end has gone, however it went.
    for (const event of ['end', 'close', 'error']) input.once(event, () => void this.shutdown());
    output.on('error', () => {});
    output.write(`${readyLine}\n`);
  }

  /** Ends the server as a whole tree, then the runner. May be called again. */
  async shutdown(): Promise<void> {
    this.#disconnect(this.#graces);
    await this.#connecting;
    await Promise.all([this.#server?.gone, this.#server?.said]);
    this.#closeWalls();
    await Promise.all([flushed(this.#output), flushed(process.stderr)]);
    this.#end();
  }

  /** The hub is the more trusted side, so what it says is taken as it is. */
  #obey({ method, params }: { readonly method: RunnerCommand; readonly params: unknown }): void {
    if (method === 'connect') this.#connecting = this.#connect(params as RunnerConnect);
    else if (method === 'disconnect') this.#disconnect((params as RunnerDisconnect).graces, true);
    else void this.shutdown();
  }

  async #connect(params: RunnerConnect): Promise<void> {
    this.#graces = params.graces;
    try {
      if (!('descriptors' in params)) throw new Error('The hub is of another version than the runner.');
      const { connect, descriptors, release, close } = await sandboxed(params, sentence =>
        process.stderr.write(`${sentence}\n`),
      );
      this.#closeWalls = close;
      // A stop that came meanwhile is newer.
      if (this.#isStopping) {
        release();
        return this.#tell({ status: 'disconnected', code: null, signal: null });
      }
      this.#server = new ServerChild({ ...connect, held: descriptors }, this.#os, {
        onStarted: pid => this.#tell({ status: 'connected', pid }),
        onStartFailed: error => this.#failed(error),
        onExit: (code, signal) => this.#tell({ status: this.#isStopping ? 'disconnected' : 'crashed', code, signal }),
      });
      release();
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    const { code = null, message }: { code?: string | null; message: string } =
      error instanceof Error ? error : { message: String(error) };
    this.#tell({ status: 'error', code, message });
  }

  #disconnect(graces: StopGraces, escalates = false): void {
    if (!this.#isStopping || escalates) void this.#server?.stop(graces);
    this.#isStopping = true;
  }

  #tell(status: RunnerStatus): void {
    this.#output.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'status', params: status })}\n`);
  }
}

/** Resolves when all that was written is on its way, or nobody reads it any more. */
function flushed(output: Writable): Promise<void> {
  return new Promise(resolve => {
    output.once('close', resolve);
    output.once('error', () => resolve());
    output.write('', () => resolve());
  });
}
