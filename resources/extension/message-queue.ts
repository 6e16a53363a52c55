// The messages of one WebSocket: taken one by one while both sides prove themselves, then handed to a listener; none is lost between.

export class MessageQueue {
  readonly #socket: WebSocket;
  readonly #waiting: unknown[] = [];
  #taker: { resolve(message: unknown): void; reject(error: Error): void } | null = null;
  #listener: ((message: unknown) => void) | null = null;
  #isClosed = false;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(data));
    socket.addEventListener('close', () => {
      this.#isClosed = true;
      this.#taker?.reject(new Error('The connection to Pilothouse closed.'));
    });
  }

  send(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }

  /** The next one. Rejects when the socket closes first. */
  take(): Promise<unknown> {
    if (this.#waiting.length > 0) return Promise.resolve(this.#waiting.shift());
    if (this.#isClosed) return Promise.reject(new Error('The connection to Pilothouse closed.'));
    return new Promise((resolve, reject) => {
      this.#taker = { resolve, reject };
    });
  }

  listen(listener: (message: unknown) => void): void {
    this.#listener = listener;
    for (const message of this.#waiting.splice(0)) listener(message);
  }

  #receive(data: unknown): void {
    // The hub's sign of life.
    if (typeof data !== 'string' || data === '') return;
    const message = parsed(data);
    if (this.#listener) return this.#listener(message);
    const taker = this.#taker;
    this.#taker = null;
    if (taker) taker.resolve(message);
    else this.#waiting.push(message);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
