// A client of Marionette, Firefox's own remote control: length-prefixed JSON over TCP, one command answered after the other.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Commands and their params are those of Firefox's remote/marionette/driver.sys.mjs. */
export class Marionette {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, Waiting>();
  #received = Buffer.alloc(0);
  #nextId = 1;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', chunk => this.#receive(chunk));
    socket.on('error', () => {});
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('Firefox closed its remote control.'));
      this.#waiting.clear();
    });
  }

  /** Connects to the port on this machine and begins a session. */
  static async open(port: number): Promise<Marionette> {
    const socket = connect({ host: '127.0.0.1', port });
    await once(socket, 'connect');
    const client = new Marionette(socket);
    await client.send('WebDriver:NewSession', {});
    return client;
  }

  /** The command's result. Rejects with what Firefox says. */
  send(command: string, params: object): Promise<unknown> {
    const id = this.#nextId++;
    const text = JSON.stringify([0, id, command, params]);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  }

  /** What the script returns from the page of the window that was switched to. */
  async evaluate(script: string): Promise<unknown> {
    return valueOf(await this.send('WebDriver:ExecuteScript', { script, args: [] }));
  }

  /** What the script returns that runs in the browser itself, where `gBrowser` are the tabs of its window. */
  async evaluateInBrowser(script: string): Promise<unknown> {
    await this.send('Marionette:SetContext', { value: 'chrome' });
    try {
      return await this.evaluate(script);
    } finally {
      await this.send('Marionette:SetContext', { value: 'content' });
    }
  }

  /** Opens the address in the window that was switched to, and waits for its load. */
  async goTo(url: string): Promise<void> {
    await this.send('WebDriver:Navigate', { url });
  }

  /** Puts an unpacked add-on in until Firefox ends, as about:debugging does; `allowPrivateBrowsing` as its user allows it. Answers with its id. */
  async installTemporarily(folder: string, allowPrivateBrowsing = false): Promise<unknown> {
    return valueOf(await this.send('Addon:Install', { path: folder, temporary: true, allowPrivateBrowsing }));
  }

  /** Puts a packed add-on in for good, as a user does who opens its file. Answers with its id. */
  async install(file: string): Promise<unknown> {
    return valueOf(await this.send('Addon:Install', { path: file, temporary: false }));
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (;;) {
      const colon = this.#received.indexOf(':');
      const end = colon + 1 + Number(this.#received.toString('latin1', 0, Math.max(colon, 0)));
      if (colon < 0 || this.#received.length < end) return;
      const frame: unknown = JSON.parse(this.#received.toString('utf8', colon + 1, end));
      this.#received = this.#received.subarray(end);
      this.#take(frame);
    }
  }

  /** The first frame greets and is no array; every other one is `[1, id, error, result]`. */
  #take(frame: unknown): void {
    if (!Array.isArray(frame)) return;
    const [, id, error, result] = frame as [number, number, { error: string; message: string } | null, unknown];
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(`${error.error}: ${error.message}`));
    else waiting?.resolve(result);
  }
}

function valueOf(result: unknown): unknown {
  return (result as { value: unknown }).value;
}
