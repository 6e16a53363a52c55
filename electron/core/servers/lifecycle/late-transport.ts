// A transport whose code is loaded when the first server needs it. What is sent until then waits, in order.
import { reasonOf } from '../../../../contract/reason.ts';
import { NeverStarted } from './never-started.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { StopGraces } from '../process/stop-ladder.ts';
import type { RunEnd, ServerTransport } from './server-transport.ts';

export class LateTransport implements ServerTransport {
  readonly #opening: Promise<ServerTransport>;
  #transport: ServerTransport | null = null;
  /** Of what runs on this machine nothing is loaded late. */
  readonly pid = null;
  readonly ended: Promise<RunEnd>;
  readonly gone: Promise<void>;

  constructor(open: () => Promise<ServerTransport>) {
    this.#opening = open().catch((error: unknown) => new NeverStarted({ cause: 'runtime', reason: reasonOf(error) }));
    this.#then(transport => {
      this.#transport = transport;
    });
    this.ended = this.#opening.then(({ ended }) => ended);
    this.gone = this.#opening.then(({ gone }) => gone);
  }

  get stderr(): string[] {
    return this.#transport?.stderr ?? [];
  }

  send(text: string): void {
    this.#then(transport => transport.send(text));
  }

  note(line: string): void {
    this.#then(transport => transport.note(line));
  }

  fail(reason: Reason): void {
    this.#then(transport => transport.fail(reason));
  }

  stop(graces: StopGraces): Promise<void> {
    return this.#opening.then(transport => transport.stop(graces));
  }

  /** Always by the promise, also when it is open, so that nothing overtakes what waits. */
  #then(act: (transport: ServerTransport) => void): void {
    void this.#opening.then(act);
  }
}
