// The lines of a script, both ways. `MCP.requestHost` is a request among those that it writes, and its answer is taken out of those that it reads.
import type { Host } from './host.ts';

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface HostAnswer {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message?: unknown };
}

export class ScriptLines {
  readonly #host: Host;
  readonly #asked = new Map<string, Waiting>();
  readonly #readers: ((line: string) => void)[] = [];
  /** Lines that came while only an answer was waited for. */
  readonly #kept: string[] = [];
  #isReading = false;
  #last = 0;

  constructor(host: Host) {
    this.#host = host;
  }

  readLine(): Promise<string> {
    const line = this.#kept.shift();
    if (line !== undefined) return Promise.resolve(line);
    return new Promise(resolve => {
      this.#readers.push(resolve);
      this.#read();
    });
  }

  writeLine(line: string): void {
    if (line.includes('\n')) throw new TypeError('MCP.writeLine takes one line; write several one after the other.');
    this.#host.writeLine(line);
  }

  /** Rejects with what the host answers where nobody carries it out. */
  requestHost(method: string, params: unknown): Promise<unknown> {
    this.#last += 1;
    const id = `host-${this.#last}`;
    const asked = { jsonrpc: '2.0', id, method: 'harbor/request_host', params: { method, params: params ?? {} } };
    this.#host.writeLine(JSON.stringify(asked));
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      this.#read();
    });
  }

  #read(): void {
    if (this.#isReading || (this.#readers.length === 0 && this.#asked.size === 0)) return;
    this.#isReading = true;
    void this.#host.readLine().then(line => {
      this.#isReading = false;
      if (this.#asked.size === 0 || !this.#answers(line)) this.#hand(line);
      this.#read();
    });
  }

  #hand(line: string): void {
    const reader = this.#readers.shift();
    if (reader) reader(line);
    else this.#kept.push(line);
  }

  /** Whether the line is the answer to a request of the script. */
  #answers(line: string): boolean {
    const answer = parsed(line);
    const waiting = typeof answer?.id === 'string' ? this.#asked.get(answer.id) : undefined;
    if (!answer || !waiting || answer.method !== undefined) return false;
    this.#asked.delete(String(answer.id));
    if (answer.error) waiting.reject(new Error(String(answer.error.message)));
    else waiting.resolve(answer.result);
    return true;
  }
}

function parsed(line: string): HostAnswer | null {
  try {
    return JSON.parse(line) as HostAnswer | null;
  } catch {
    return null;
  }
}
