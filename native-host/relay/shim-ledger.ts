// What a shim remembers of the JSON-RPC that passes it: the open requests, and the handshake to repeat for another hub.

type Id = string | number;

const cancelled = 'notifications/cancelled';
const setLevel = 'logging/setLevel';
/** Levels of MCP above a warning: who asked for those wants none. */
const hushed = new Set(['error', 'critical', 'alert', 'emergency']);
/** MCP ids of this shim's own; a client never sees them. */
const replayId = 'pilothouse-shim-initialize';

/** An answer as the hub writes it. A large one is not read to its end for the sake of its id. */
const answer = /^\{"jsonrpc":"2\.0","id":(0|[1-9]\d{0,14}|"[^"\\\u0000-\u001f]{0,1000}"),"(?:result|error)":/;

export class ShimLedger {
  readonly #open = new Set<Id>();
  #initialize: Record<string, unknown> | null = null;
  /** What the hub answered to it that it can. */
  #capabilities: Record<string, unknown> = {};
  #logLevel = 'debug';
  #dismissed = false;
  #lastWord: string | null = null;

  /** Why the hub ended this agent's connection, as a sentence; null where it has not said. */
  get lastWord(): string | null {
    return this.#lastWord;
  }

  /** Whether the user ended this agent's connection: it is not to come back by itself. */
  get dismissed(): boolean {
    return this.#dismissed;
  }

  sent(line: string): void {
    const message = read(line);
    if (message?.method === cancelled) this.#cancel(message.params);
    if (message?.method === undefined || !isId(message.id)) return;
    this.#open.add(message.id);
    if (message.method === 'initialize') this.#initialize = message;
    if (message.method === setLevel) this.#logLevel = String(recordOf(message.params).level);
  }

  /** Whether the line is for the client. */
  received(line: string): boolean {
    const id = JSON.parse(answer.exec(line)?.[1] ?? 'null');
    if (id !== null && id !== replayId && id !== this.#initialize?.id) {
      this.#open.delete(id);
      return true;
    }
    const message = read(line);
    if (message?.pilothouse === 'disconnected') {
      this.#dismissed = true;
      this.#lastWord = typeof message.because === 'string' ? message.because : null;
    }
    if (!message || message.method !== undefined || !isId(message.id)) return !this.#dismissed;
    this.#open.delete(message.id);
    if (message.id === this.#initialize?.id) this.#capabilities = recordOf(recordOf(message.result).capabilities);
    return message.id !== replayId;
  }

  /** MCP "Cancellation": a cancelled request is not answered, so nothing else would close it. */
  #cancel(params: unknown): void {
    if (typeof params !== 'object' || params === null || !('requestId' in params)) return;
    if (isId(params.requestId)) this.#open.delete(params.requestId);
  }

  /** Answers for every open request; none is open afterwards. */
  failAll(reason: string): string[] {
    const answers = [...this.#open].map(id => failure(id, reason));
    // A client whose handshake failed makes another one, if it goes on.
    if (isId(this.#initialize?.id) && this.#open.has(this.#initialize.id)) this.#initialize = null;
    this.#open.clear();
    return answers;
  }

  refusalOf(line: string, reason: string): string | null {
    const id = read(line)?.id;
    if (!isId(id)) return null;
    this.#open.delete(id);
    return failure(id, reason);
  }

  /** A log message for a client that takes them; the era without a handshake has none outside of a request. */
  warning(data: string): string | null {
    if (!this.#initialize || !this.#capabilities.logging || hushed.has(this.#logLevel)) return null;
    return notification('notifications/message', { level: 'warning', logger: 'pilothouse', data });
  }

  /** The notifications that have a client read its lists again, as the hub declared them. */
  listChanges(): string[] {
    const lists = ['tools', 'resources', 'prompts'] as const;
    const announced = lists.filter(list => recordOf(this.#capabilities[list]).listChanged === true);
    return announced.map(list => notification(`notifications/${list}/list_changed`));
  }

  /** The client's own handshake, under an id of the shim, or null when there was none yet. */
  replay(): string | null {
    this.#dismissed = false;
    this.#lastWord = null;
    return this.#initialize && JSON.stringify({ ...this.#initialize, id: replayId });
  }
}

function failure(id: Id, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message } });
}

function notification(method: string, params?: Record<string, unknown>): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}

function isId(value: unknown): value is Id {
  return typeof value === 'string' || typeof value === 'number';
}

function read(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
