// What is kept of the calls of one asker, and from how many of its programs they are: each of these has beats of its own.
import { askerTokenOf } from './shared-frames.ts';

/** A call that was begun here. */
export interface BegunCall {
  readonly asker: string;
  readonly id: string;
  readonly share: string;
  readonly text: string;
  /** Which agent here carries it out; null before one does. */
  agent: string | null;
  /** Its owner is asked about it, or has paused it, or its turn at the server has not come: nothing of its time passes. */
  waits: 'owner' | 'turn' | null;
  /** Set by whoever carries it out; called once its asker wants no answer any more. */
  onGone: (reason?: string) => void;
  /** Set by whoever carries it out; called once it is open no more, answered or not. */
  onOver: () => void;
  isGone(): boolean;
  tell(text: string): void;
  answer(text: string): void;
}

export type KeptCall =
  | {
      readonly kind: 'held';
      readonly attempt: number;
      readonly share: string;
      /** Also while its server is on its way. */
      readonly patient: boolean;
      readonly until: number;
    }
  | { readonly kind: 'open'; readonly call: BegunCall }
  | { readonly kind: 'answered'; readonly text: string; readonly until: number };

/** As many as a beat can name. */
export const mostOfAsker = 5_000;
/** Programs that ask under one name: gateways, and the runs of a hub. */
export const mostTokens = 128;

export class AskerCalls {
  readonly #calls = new Map<string, KeptCall>();
  readonly #tokens = new Map<string, number>();

  get size(): number {
    return this.#calls.size;
  }

  hasRoomFor(id: string): boolean {
    if (this.#calls.size >= mostOfAsker) return false;
    return this.#tokens.size < mostTokens || this.#tokens.has(askerTokenOf(id));
  }

  get(id: string): KeptCall | undefined {
    return this.#calls.get(id);
  }

  set(id: string, kept: KeptCall): void {
    if (!this.#calls.has(id)) this.#count(id, 1);
    this.#calls.set(id, kept);
  }

  delete(id: string): void {
    if (this.#calls.delete(id)) this.#count(id, -1);
  }

  /** The oldest first. */
  all(): readonly (readonly [id: string, kept: KeptCall])[] {
    return [...this.#calls];
  }

  /** Null where none is. */
  oldestAnswered(): string | null {
    for (const [id, { kind }] of this.#calls) if (kind === 'answered') return id;
    return null;
  }

  #count(id: string, by: 1 | -1): void {
    const token = askerTokenOf(id);
    const count = (this.#tokens.get(token) ?? 0) + by;
    if (count === 0) this.#tokens.delete(token);
    else this.#tokens.set(token, count);
  }
}
