// What a Node process holds once its garbage is collected: V8 collects when it likes, so its size at any moment says little.
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { currentRss } from '../host-process.ts';

/** For NODE_OPTIONS of the process: a debugger's port that only this machine reaches. */
export const debuggable = '--inspect=127.0.0.1:0';

export interface Memory {
  /** Bytes of JavaScript objects that are in use. */
  readonly heap: number;
  /** Bytes of memory that the process has from the system. */
  readonly rss: number;
}

export class LiveMemory {
  readonly #socket: WebSocket;
  readonly #pid: number;
  #nextId = 1;

  private constructor(socket: WebSocket, pid: number) {
    this.#socket = socket;
    this.#pid = pid;
  }

  /** `output` is what the process wrote so far, in which Node names the debugger's address. */
  static async open(pid: number, output: string): Promise<LiveMemory> {
    const [address] = /ws:\/\/127\.0\.0\.1:\d+\/\S+/.exec(output) ?? [];
    if (!address) throw new Error(`The process ${pid} was not started with ${debuggable}.`);
    const socket = new WebSocket(address);
    await once(socket, 'open');
    return new LiveMemory(socket, pid);
  }

  /** Collects all garbage first, twice, because the first round frees what the second finds. */
  async read(): Promise<Memory> {
    for (let round = 0; round < 2; round += 1) await this.#ask('HeapProfiler.collectGarbage');
    const { usedSize } = (await this.#ask('Runtime.getHeapUsage')) as { usedSize: number };
    return { heap: usedSize, rss: currentRss(this.#pid) };
  }

  close(): void {
    this.#socket.terminate();
  }

  async #ask(method: string): Promise<unknown> {
    const id = this.#nextId++;
    this.#socket.send(JSON.stringify({ id, method }));
    for (;;) {
      const [data] = (await once(this.#socket, 'message')) as [Buffer];
      const answer = JSON.parse(String(data)) as { id?: number; result?: unknown };
      if (answer.id === id) return answer.result;
    }
  }
}
