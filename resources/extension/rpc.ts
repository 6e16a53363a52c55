// JSON-RPC 2.0 with the hub, both ways: every answer carries the id of its request, every request can be cancelled.
import { cancelledCall } from '../../contract/errors.ts';
import { isRecord } from '../../contract/json.ts';
import { rpcErrors } from '../../contract/rpc-errors.ts';
import { ChunkAssembler } from './chunk-assembler.ts';
import { RpcRefusal } from './rpc-refusal.ts';
import { ToolError } from './tool-error.ts';
import { PageFault } from './web-agent/page-fault.ts';

type Id = string | number;

export interface RpcOptions {
  post(message: object): void;
  /** Answers a request of the hub; `signal` aborts when the hub cancels it or has gone. */
  serve(request: { method: string; params: unknown; id: string | number }, signal: AbortSignal): Promise<unknown>;
  notified(method: string, params: unknown): void;
}

interface PendingCall {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export class Rpc {
  readonly #options: RpcOptions;
  readonly #waiting = new Map<Id, PendingCall>();
  readonly #serving = new Map<Id, AbortController>();
  readonly #chunks = new ChunkAssembler();
  #nextId = 1;

  constructor(options: RpcOptions) {
    this.#options = options;
  }

  /** Rejects with RpcRefusal, or when the connection closes. `onId` hears the id, by which the hub tells of it and it is cancelled. */
  request(method: string, params: unknown, onId?: (id: Id) => void): Promise<unknown> {
    const id = this.#nextId;
    this.#nextId += 1;
    onId?.(id);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#options.post({ jsonrpc: '2.0', id, method, params });
    });
  }

  notify(method: string, params: unknown): void {
    this.#options.post({ jsonrpc: '2.0', method, params });
  }

  /** A message beside JSON-RPC, on the same connection. */
  send(message: object): void {
    this.#options.post(message);
  }

  /** Takes one message of the hub; what is no JSON-RPC is dropped. */
  receive(value: unknown): void {
    if (!isRecord(value)) return;
    if (isRecord(value.chunk)) return this.#takeChunk(value.chunk);
    const { id, method, params } = value;
    if (typeof method === 'string') {
      if (isId(id)) void this.#serve(id, method, params);
      else if (method === 'cancel' && isRecord(params) && isId(params.id)) this.#cancel(params.id);
      else this.#options.notified(method, params);
      return;
    }
    if (isId(id)) this.#settle(id, value);
  }

  /** Ends what is in flight both ways: the hub cannot take an answer any more. */
  close(): void {
    const error = new Error('The connection to Pilothouse closed.');
    for (const { reject } of this.#waiting.values()) reject(error);
    for (const controller of this.#serving.values()) controller.abort(error);
    this.#waiting.clear();
    this.#serving.clear();
    this.#chunks.clear();
  }

  #takeChunk(chunk: Record<string, unknown>): void {
    const taken = this.#chunks.take(chunk);
    if (taken.kind === 'whole') this.receive(taken.message);
    else if (taken.kind === 'refused' && isId(chunk.id))
      this.#options.post({ jsonrpc: '2.0', id: chunk.id, error: toRpcError(taken.error) });
  }

  #cancel(id: Id): void {
    this.#chunks.abandon(id);
    this.#serving.get(id)?.abort(new ToolError('ERR_CANCELLED', cancelledCall));
  }

  async #serve(id: Id, method: string, params: unknown): Promise<void> {
    if (this.#serving.has(id)) return;
    const controller = new AbortController();
    this.#serving.set(id, controller);
    const answer = await this.#options.serve({ method, params, id }, controller.signal).then(
      result => ({ result }),
      (error: unknown) => ({ error: toRpcError(error) }),
    );
    // After `close` nobody waits for this answer; another connection may use the same id.
    if (this.#serving.get(id) !== controller) return;
    this.#serving.delete(id);
    try {
      this.#options.post({ jsonrpc: '2.0', id, ...answer });
    } catch (error) {
      this.#options.post({ jsonrpc: '2.0', id, error: toRpcError(new ToolError('ERR_TOO_LARGE', describe(error))) });
    }
  }

  #settle(id: Id, answer: Record<string, unknown>): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    if (isRecord(answer.error)) waiting.reject(new RpcRefusal(String(answer.error.message), answer.error.data));
    else waiting.resolve(answer.result);
  }
}

function isId(value: unknown): value is Id {
  return typeof value === 'string' || typeof value === 'number';
}

function toRpcError(error: unknown): object {
  const isOurs = error instanceof ToolError || error instanceof PageFault;
  const { code, details } = isOurs ? error : new ToolError('ERR_TOOL_FAILED', '');
  return { code: rpcErrors.internal, message: describe(error), data: { code, ...(details && { details }) } };
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
