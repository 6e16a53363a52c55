// The process between the hub and one server (spec 003 "Process Isolation Architecture"): carries out the hub's commands, and outlives neither.
import { HubLines } from './hub-lines.ts';
import { flushed, HubLink } from './hub-link.ts';
import { sandboxed } from './sandbox/sandboxed.ts';
import { ServerChild } from './server-child.ts';
import type { Readable, Writable } from 'node:stream';
import type { OwnCommand } from '../../contract/runner-commands.ts';
import type { RunnerConnect, RunnerDisconnect } from '../../contract/schemas/runner.ts';
import type { StopGraces } from '../core/servers/process/stop-ladder.ts';

export interface RunnerOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly os: NodeJS.Platform;
}

const defaultGraces: StopGraces = { inputMs: 500, termMs: 500 };

export class Runner {
  readonly #os: NodeJS.Platform;
  readonly #hub: HubLink;
  #server: ServerChild | null = null;
  #graces = defaultGraces;
  #isStopping = false;
  /** What the hub wrote before the server was there. The hub waits for the first answer, so it is little. */
  readonly #early: [bytes: Buffer, begins: boolean][] = [];
  #connecting: Promise<void> = Promise.resolve();
  #closeWalls: () => void = () => {};
  #end: () => void = () => {};
  /** Resolves when the runner may exit: nothing of its server runs any more, and the hub knows. */
  readonly ended = new Promise<void>(resolve => (this.#end = resolve));

  constructor({ input, output, os }: RunnerOptions) {
    this.#os = os;
    this.#hub = new HubLink(output);
    const lines = new HubLines({
      onBytes: (bytes, begins) => {
        if (this.#server) this.#server.write(bytes, begins);
        else this.#early.push([bytes, begins]);
      },
      onCommand: (command, params) => this.#obey(command, params),
    });
    input.on('data', (chunk: Buffer) => lines.push(chunk));
    // A hub that closes its end has gone, however it went.
    for (const event of ['end', 'close', 'error']) input.once(event, () => void this.shutdown());
    this.#hub.ready();
  }

  /** Ends the server as a whole tree, then the runner. May be called again. */
  async shutdown(): Promise<void> {
    this.#disconnect(this.#graces);
    await this.#connecting;
    await this.#server?.gone;
    this.#closeWalls();
    await Promise.all([this.#hub.flushed(), flushed(process.stderr)]);
    this.#end();
  }

  #obey(command: OwnCommand, params: unknown): void {
    // The hub is the more trusted side, so what it says is taken as it is.
    if (command === 'connect') this.#connecting = this.#connect(params as RunnerConnect);
    else if (command === 'disconnect') this.#disconnect((params as RunnerDisconnect).graces, true);
    else void this.shutdown();
  }

  async #connect(params: RunnerConnect): Promise<void> {
    const hub = this.#hub;
    hub.begin(params.key);
    this.#graces = params.graces;
    try {
      const { connect, descriptors, release, close } = await sandboxed(params, sentence =>
        process.stderr.write(`${sentence}\n`),
      );
      this.#closeWalls = close;
      // A stop that came meanwhile is newer.
      if (this.#isStopping) {
        release();
        return hub.status({ status: 'disconnected', code: null, signal: null });
      }
      this.#server = new ServerChild({ ...connect, descriptors }, this.#os, {
        onStarted: pid => hub.status({ status: 'connected', pid }),
        onStartFailed: error => this.#failed(error),
        onBytes: bytes => {
          const goesOn = hub.forward(bytes);
          if (!goesOn) hub.onDrain(() => this.#server?.resume());
          return goesOn;
        },
        onFault: reason => hub.status({ status: 'error', during: 'run', reason }),
        onExit: (code, signal) => hub.status({ status: this.#isStopping ? 'disconnected' : 'crashed', code, signal }),
      });
      release();
      for (const [bytes, begins] of this.#early.splice(0)) this.#server.write(bytes, begins);
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    const { code = null, message }: { code?: string | null; message: string } =
      error instanceof Error ? error : { message: String(error) };
    this.#hub.status({ status: 'error', during: 'start', code, message });
  }

  #disconnect(graces: StopGraces, escalates = false): void {
    if (!this.#isStopping || escalates) void this.#server?.stop(graces);
    this.#isStopping = true;
  }
}
