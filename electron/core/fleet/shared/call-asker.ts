// The asking side of calls to shared servers: each is offered, begun by one taker at most, and ended with exactly one answer. Pure but for what is handed in.
import { GroupTakers, offerMs } from './group-takers.ts';
import { HeardAnswers } from './heard-answers.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { GroupTakersOptions } from './group-takers.ts';
import type { SharedFrame } from './shared-frames.ts';

/** One hub, or whichever of those that share it takes it. */
export type CallTarget = { readonly hub: string } | { readonly share: string };

export interface CallAskerOptions extends GroupTakersOptions {
  /** False where it is too large to be sent. */
  send(to: CallTarget, frame: SharedFrame): boolean;
}

export interface AskedCall {
  readonly id: string;
  readonly share: string;
  /** The one hub that is to carry it out; null for any. */
  readonly hub: string | null;
  readonly text: string;
  told(text: string): void;
  /** It begins to wait for the owner of the hub that has it, or has ended to. */
  asked(by: string, isAsked: boolean): void;
  /** A hub of the group has it, and is told to begin. */
  taken?(by: string): void;
  /** Exactly once. `by` is the hub that has carried it out. */
  ended(end: { readonly text: string; readonly by: string } | { readonly reason: Reason }): void;
}

interface Open extends AskedCall {
  state:
    | {
        readonly kind: 'offered';
        readonly attempt: number;
        readonly at: number;
        /** Who may still take it: hubs that were asked by name, and null for the group. */
        readonly waits: Set<string | null>;
      }
    | { readonly kind: 'begun'; readonly by: string; readonly at: number; heardAt: number; misses: number };
  isAsked: boolean;
  readonly since: number;
}

/** After that it is said that nobody takes it. */
const giveUpMs = 2_000;
/** A taker that lives is heard twice a second. */
const silentMs = 1_700;
/** So many beats in a row that do not name a call say that it is not there. */
const mostMisses = 3;
/** Nobody is asked for longer, whatever a taker says. */
const longestAskedMs = 10 * 60_000;
const mostOpen = 5_000;
/** Of offers of one call. */
const mostAttempts = 100;

export class CallAsker {
  readonly #options: CallAskerOptions;
  readonly #open = new Map<string, Open>();
  readonly #takers: GroupTakers;
  readonly #heard: HeardAnswers;
  #isCut = false;

  constructor(options: CallAskerOptions) {
    this.#options = options;
    this.#heard = new HeardAnswers((hub, frame) => options.send({ hub }, frame));
    this.#takers = new GroupTakers(options);
  }

  get size(): number {
    return this.#open.size;
  }

  ask(call: AskedCall): void {
    if (this.#open.size >= mostOpen) return call.ended({ reason: { kind: 'fleet-busy', most: mostOpen } });
    if (this.#isCut) return call.ended({ reason: { kind: 'fleet-cut-off' } });
    const now = this.#options.now();
    const { hub } = call;
    // One hub alone can begin it at once: it is never offered to another, nor again.
    const state: Open['state'] =
      hub === null
        ? { kind: 'offered', attempt: 0, at: now, waits: new Set() }
        : { kind: 'begun', by: hub, at: now, heardAt: now, misses: 0 };
    const open: Open = {
      ...call,
      told: text => call.told(text),
      asked: (by, isAsked) => call.asked(by, isAsked),
      ended: end => call.ended(end),
      isAsked: false,
      state,
      since: now,
    };
    this.#open.set(call.id, open);
    if (hub === null) this.#offer(open, 0);
    else this.#sendOffer(open, 0, hub);
  }

  /** Its asker wants no answer any more: `ended` is not called. */
  cancel(id: string, reason: string | null): void {
    const open = this.#open.get(id);
    if (!open) return;
    this.#open.delete(id);
    if (open.state.kind !== 'begun') return;
    this.#asked(open, open.state.by, false);
    this.#options.send({ hub: open.state.by }, { t: 'cancel', call: id, reason });
  }

  /** Nobody listens for an offer: `hub` is whom it was for, null for the group. What nobody takes is answered, and begun nowhere. */
  nobody(id: string, attempt: number, hub: string | null): void {
    const open = this.#open.get(id);
    if (!open) return;
    const { state } = open;
    if (open.hub !== null) return this.#end(open, { reason: nobodyTakes(open) });
    if (hub !== null) this.#takers.isSilent(hub);
    // Of an older offer it says nothing: another may have taken the call since.
    if (state.kind !== 'offered' || state.attempt !== attempt) return;
    state.waits.delete(hub);
    if (state.waits.size > 0) return;
    if (hub === null) this.#end(open, { reason: nobodyTakes(open) });
    else this.#offer(open, attempt + 1);
  }

  hear(from: string, frame: SharedFrame): void {
    this.#takers.heard(from);
    if (frame.t === 'beat') return this.#beat(from, frame);
    const open = this.#open.get(frame.call);
    if (!open) {
      if (frame.t === 'done') this.#heard.add(from, frame.call, frame.text);
      return;
    }
    if (frame.t === 'taken') return this.#taken(open, from, frame.attempt);
    if (open.state.kind !== 'begun' || open.state.by !== from) return;
    open.state.heardAt = this.#options.now();
    open.state.misses = 0;
    if (frame.t === 'told') open.told(frame.text);
    if (frame.t !== 'done') return;
    this.#heard.add(from, frame.call, frame.text);
    this.#end(open, { text: frame.text, by: from });
  }

  /** Called several times a second. */
  tick(): void {
    if (this.#isCut) return;
    const now = this.#options.now();
    this.#heard.tellAll();
    this.#takers.tick();
    for (const open of [...this.#open.values()]) {
      const { state } = open;
      if (state.kind === 'begun') {
        if (now - state.heardAt < silentMs) continue;
        this.#takers.isSilent(state.by);
        this.#end(open, { reason: { kind: 'fleet-taker-gone', hub: state.by, share: open.share } });
      } else if (now - open.since >= giveUpMs) this.#end(open, { reason: nobodyTakes(open) });
      else if (now - state.at >= offerMs) this.#offer(open, state.attempt + 1);
    }
  }

  /** The connection is gone: no time passes. What has not begun is answered at once, because it may never begin now. */
  cut(): void {
    this.#isCut = true;
    this.#takers.cut();
    for (const open of [...this.#open.values()])
      if (open.state.kind === 'offered') this.#end(open, { reason: { kind: 'fleet-cut-off' } });
      // Whether anybody is asked still is not known any more.
      else this.#asked(open, open.state.by, false);
  }

  /** It is back: the takers' next beats say what has become of their calls. */
  restored(): void {
    this.#isCut = false;
    const now = this.#options.now();
    for (const { state } of this.#open.values())
      if (state.kind === 'begun') {
        state.heardAt = now;
        state.misses = 0;
      }
  }

  /** Nothing is asked any more. To those that have begun it is said that they have. */
  endAll(): void {
    this.#heard.tellAll();
    for (const open of [...this.#open.values()]) {
      const { id, share, state } = open;
      if (state.kind === 'begun') {
        this.#options.send({ hub: state.by }, { t: 'cancel', call: id, reason: null });
        this.#end(open, { reason: { kind: 'fleet-answer-lost', hub: state.by, share } });
      } else this.#end(open, { reason: { kind: 'fleet-cut-off' } });
    }
  }

  #offer(open: Open, attempt: number): void {
    if (attempt > mostAttempts) return this.#end(open, { reason: nobodyTakes(open) });
    const { hubs, group } = this.#takers.choose(open.share, attempt);
    const waits = new Set<string | null>(group ? [...hubs, null] : hubs);
    open.state = { kind: 'offered', attempt, at: this.#options.now(), waits };
    for (const to of [...waits]) this.#sendOffer(open, attempt, to);
  }

  #sendOffer(open: Open, attempt: number, to: string | null): void {
    const { id, share, hub, text } = open;
    // What is offered to several has its text only once one of them is chosen.
    const frame = { t: 'offer', call: id, attempt, share, now: hub !== null, text: hub === null ? '' : text } as const;
    if (!this.#options.send(to === null ? { share } : { hub: to }, frame))
      this.#end(open, { reason: { kind: 'fleet-too-large' } });
  }

  /** The first that takes the newest offer is told to begin; every other one waits in vain, and forgets it. */
  #taken(open: Open, by: string, attempt: number): void {
    const { state } = open;
    const now = this.#options.now();
    if (state.kind === 'begun') {
      if (state.by === by) state.heardAt = now;
      return;
    }
    if (state.attempt !== attempt) return;
    open.state = { kind: 'begun', by, at: now, heardAt: now, misses: 0 };
    open.taken?.(by);
    if (!this.#options.send({ hub: by }, { t: 'go', call: open.id, attempt, text: open.text }))
      this.#end(open, { reason: { kind: 'fleet-too-large' } });
  }

  #beat(from: string, beat: SharedFrame & { t: 'beat' }): void {
    const now = this.#options.now();
    const [here, answered, asked] = [new Set(beat.open), new Set(beat.done), new Set(beat.asked)];
    for (const open of [...this.#open.values()]) {
      const { state } = open;
      if (state.kind !== 'begun' || state.by !== from) continue;
      state.heardAt = now;
      this.#asked(open, from, asked.has(open.id) && now - open.since < longestAskedMs);
      if (here.has(open.id)) state.misses = 0;
      else if (answered.has(open.id)) this.#options.send({ hub: from }, { t: 'again', call: open.id });
      else if (++state.misses >= mostMisses)
        this.#end(open, { reason: { kind: 'fleet-answer-lost', hub: from, share: open.share } });
    }
  }

  #asked(open: Open, by: string, isAsked: boolean): void {
    if (open.isAsked === isAsked) return;
    open.isAsked = isAsked;
    open.asked(by, isAsked);
  }

  #end(open: Open, end: Parameters<AskedCall['ended']>[0]): void {
    if (!this.#open.delete(open.id)) return;
    if (open.state.kind === 'begun') this.#asked(open, open.state.by, false);
    open.ended(end);
  }
}

function nobodyTakes({ share, hub }: Open): Reason {
  return { kind: 'fleet-nobody-takes', share, hub };
}
