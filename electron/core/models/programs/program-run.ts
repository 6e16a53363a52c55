// One run of a model's program: started by a runner of its own, ready once it answers on its port, ended as a whole.
import { createServer } from 'node:net';
import { hubError } from '../../../../words/hub-error.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { CommandConfig } from '../../../../contract/schemas/servers.ts';
import type { ServerTransport, TransportEvents } from '../../servers/lifecycle/server-transport.ts';
import type { StopGraces } from '../../servers/process/stop-ladder.ts';

export interface ProgramRunOptions {
  readonly provider: string;
  readonly open: (command: Pick<CommandConfig, 'command' | 'args'>, events: TransportEvents) => ServerTransport;
  readonly command: Pick<CommandConfig, 'command' | 'args'>;
  readonly port: number;
  /** A line that it wrote. */
  onLine(line: string): void;
  onPid(pid: number): void;
  /** It ended, by itself or because it was stopped. */
  onEnded(reason: Reason): void;
}

const lookEveryMs = 150;
const lookWithinMs = 5_000;
/** Tens of gigabytes are read from a disk meanwhile. */
const loadWithinMs = 15 * 60_000;

export class ProgramRun {
  readonly #options: ProgramRunOptions;
  readonly #transport: ServerTransport;
  readonly #ended = new AbortController();

  constructor(options: ProgramRunOptions) {
    this.#options = options;
    this.#transport = options.open(options.command, {
      onText: line => options.onLine(`stdout: ${line}`),
      onStderr: () => {},
      onLog: line => options.onLine(line),
      onPid: pid => options.onPid(pid),
    });
    void this.#transport.ended.then(({ reason }) => {
      const why: Reason = { kind: 'model-program-ended', provider: options.provider, why: reason };
      this.#ended.abort(hubError('ERR_MODEL_FAILED', why));
      options.onEnded(reason);
    });
  }

  get pid(): number | null {
    return this.#transport.pid;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#options.port}/v1`;
  }

  /** Resolves when it answers questions. Rejects with HubError where it ends before, or takes too long. */
  async ready(): Promise<void> {
    const { provider } = this.#options;
    const late = AbortSignal.timeout(loadWithinMs);
    for (;;) {
      if (this.#ended.signal.aborted) throw this.#ended.signal.reason;
      if (late.aborted) {
        const seconds = loadWithinMs / 1_000;
        throw hubError('ERR_MODEL_FAILED', { kind: 'model-load-late', provider, seconds });
      }
      if (await this.#answers()) return;
      await new Promise(resolve => setTimeout(resolve, lookEveryMs));
    }
  }

  stop(graces: StopGraces): Promise<void> {
    return this.#transport.stop(graces);
  }

  /** llama.cpp says 503 on every path while it loads. */
  async #answers(): Promise<boolean> {
    try {
      const signal = AbortSignal.any([this.#ended.signal, AbortSignal.timeout(lookWithinMs)]);
      const response = await fetch(`${this.baseUrl}/models`, { signal, redirect: 'error' });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }
}

/** A port of this machine that nobody has at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise(resolve => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
