// Requests that the hub makes of itself on behalf of a stateless agent, in the words of the era that has sessions.
import { rpcErrors } from '../../../../contract/rpc-errors.ts';
import { RpcError } from '../../wire/rpc-error.ts';
import type { Message, MessageError } from '../../../../contract/schemas/messages.ts';

interface PendingRequest {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: RpcError) => void;
}

export class InnerRequests {
  readonly #toHub: (value: Record<string, unknown>) => void;
  readonly #waiting = new Map<string, PendingRequest>();
  #next = 1;

  constructor(toHub: (value: Record<string, unknown>) => void) {
    this.#toHub = toHub;
  }

  /** Rejects with RpcError. */
  ask(method: string, params: Record<string, unknown>): Promise<unknown> {
    const id = `inner ${this.#next++}`;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#toHub({ jsonrpc: '2.0', id, method, params });
    });
  }

  /** False for an answer to somebody else. */
  settle(message: Message & { kind: 'result' | 'error' }): boolean {
    const waiting = this.#waiting.get(String(message.id));
    if (!waiting) return false;
    this.#waiting.delete(String(message.id));
    if (message.kind === 'result') waiting.resolve(message.result);
    else waiting.reject(rejectionOf(message.error));
    return true;
  }

  endAll(reason: string): void {
    for (const { reject } of this.#waiting.values()) reject(new RpcError(rpcErrors.internal, reason));
    this.#waiting.clear();
  }
}

function rejectionOf({ code, message, data }: MessageError): RpcError {
  return new RpcError(code, message, data);
}
