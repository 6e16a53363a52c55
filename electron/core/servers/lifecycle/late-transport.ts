// A transport that is opened once something is there: its code, which the first server loads, or a token that is renewed. What is sent until then waits, in order.
import { reasonOf } from '../../../../contract/reason.ts';
import { NeverStarted } from './never-started.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { StopGraces } from '../process/stop-ladder.ts';
import type { RunEnd, ServerTransport } from './server-transport.ts';

export class LateTransport implements ServerTransport {
  readonly #opening: Promise<ServerTransport>;
  #transport: ServerTransport | null = null;
  #isStopped = false;
  readonly ended: Promise<RunEnd>;
  readonly gone: Promise<void>;

  /** `load` resolves with what opens it. */
  constructor(load: () => Promise<() => ServerTransport>) {
    this.#opening = load().then(
      open => (this.#isStopped ? new NeverStarted({ cause: 'ended', reason: { kind: 'was-stopped' } }) : open()),
      (error: unknown) => new NeverStarted({ cause: 'runtime', reason: reasonOf(error) }),
    );
    this.#then(transport => {
      this.#transport = transport;
    });
    this.ended = this.#opening.then(({ ended }) => ended);
    this.gone = this.#opening.then(({ gone }) => gone);
  }

  get pid(): number | null {
    return this.#transport?.pid ?? null;
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

  /** What is stopped before it was opened is never opened. */
  stop(graces: StopGraces): Promise<void> {
    this.#isStopped = true;
    return this.#opening.then(transport => transport.stop(graces));
  }

  /** Always by the promise, also when it is open, so that nothing overtakes what waits. */
  #then(act: (transport: ServerTransport) => void): void {
    void this.#opening.then(act);
  }
}
