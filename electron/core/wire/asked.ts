// A request that came in. Its signal is made only when somebody looks at it: most requests end before anybody does.
import type { HubError } from '../../../contract/errors.ts';
import type { MessageId } from '../../../contract/schemas/messages.ts';
import type { Verdict } from '../trace/tap.ts';
import type { IncomingRequest } from './peer.ts';

export class Asked implements IncomingRequest {
  readonly id: MessageId;
  readonly method: string;
  readonly params: unknown;
  readonly seq: number;
  verdict: Verdict | null = null;
  #reason: HubError | null = null;
  #controller: AbortController | null = null;

  constructor(id: MessageId, method: string, params: unknown, seq: number) {
    this.id = id;
    this.method = method;
    this.params = params;
    this.seq = seq;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#reason) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  get isAborted(): boolean {
    return this.#reason !== null;
  }

  /** The first reason stays. */
  abort(reason: HubError): void {
    this.#reason ??= reason;
    this.#controller?.abort(this.#reason);
  }
}
