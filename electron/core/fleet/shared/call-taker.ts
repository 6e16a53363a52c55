// The carrying-out side of calls to shared servers: each is begun at most once, told of, answered, and its answer kept until it was heard. Pure but for what is handed in.
import { AskerCalls } from './asker-calls.ts';
import { KeptBytes } from './kept-bytes.ts';
import { askerTokenOf } from './shared-frames.ts';
import type { ShareUnable } from '../../../../contract/fleet.ts';
import type { BegunCall, KeptCall } from './asker-calls.ts';
import type { SharedFrame } from './shared-frames.ts';

export interface CallTakerOptions {
  /** False where it is too large to be sent. */
  send(to: string, frame: SharedFrame): boolean;
  /** Why the server cannot carry out what this asker wants; null where it can, and where whoever begins it says more. */
  unable(asker: string, share: string): ShareUnable | null;
  /** Begins a call: never twice for one id of one asker. */
  run(call: BegunCall): void;
  /** What is answered in place of an answer that is too large. */
  tooLarge(text: string): string;
  /** What is answered to a request that finds no room. */
  full(text: string): string;
  readonly now: () => number;
}

/** What a beat says of the calls of one asker. */
type Named = Readonly<Record<'open' | 'done' | 'asked' | 'turns', string[]>>;

type Offered = Pick<KeptCall & { kind: 'held' }, 'attempt' | 'share' | 'patient'> & { readonly call: string };

/** An asker that has not said `go` by then has chosen another, or is gone. */
const heldMs = 3_000;
const answeredMs = 60_000;
/** Whoever has heard no beat for so long waits for nothing any more: it has ended without a word. An outage is borne for as long. */
const unheardMs = 30 * 60_000;
/** Beats that were heard in between say nothing; with them two that were not are further apart. */
const unheardGapMs = 5_000;
const mostAnsweredBytes = 64 * 1024 * 1024;
/** Ids of calls of one asker that were begun here, which are never begun again. */
const mostBegun = 20_000;
const mostAskers = 1_000;

export class CallTaker {
  readonly #options: CallTakerOptions;
  /** By asker. */
  readonly #kept = new Map<string, AskerCalls>();
  /** By asker: what one of them sends makes no call of another forgotten. */
  readonly #begun = new Map<string, RecentIds>();
  readonly #answered = new KeptBytes();
  /** Askers that do not hear their beats, by hub and token: since when, and when that was said last. */
  readonly #unheard = new Map<string, { readonly since: number; readonly at: number }>();

  constructor(options: CallTakerOptions) {
    this.#options = options;
  }

  hear(asker: string, frame: SharedFrame): void {
    switch (frame.t) {
      case 'offer':
        return this.#offered(asker, frame);
      case 'go':
        return this.#go(asker, frame);
      case 'cancel':
        return this.#cancel(asker, frame.call, frame.reason);
      case 'got':
        for (const call of [frame.call, ...frame.more]) this.#forget(asker, call, 'answered');
        return;
      case 'again': {
        const kept = this.#kept.get(asker)?.get(frame.call);
        if (kept?.kind === 'answered') this.#options.send(asker, { t: 'done', call: frame.call, text: kept.text });
        return;
      }
      default:
        return;
    }
  }

  /** Twice a second: askers hear what is open, and what has waited too long is forgotten. */
  beat(): void {
    const now = this.#options.now();
    for (const [key, { at }] of this.#unheard) if (now - at > unheardGapMs) this.#unheard.delete(key);
    for (const [asker, calls] of this.#kept) {
      for (const [id, kept] of calls.all())
        if (kept.kind !== 'open' && kept.until <= now) this.#forget(asker, id, kept.kind);
      const named = new Map<string, Named>();
      for (const [id, kept] of calls.all()) {
        const token = askerTokenOf(id);
        const of = named.get(token) ?? { open: [], done: [], asked: [], turns: [] };
        named.set(token, of);
        if (kept.kind === 'open') of.open.push(id);
        if (kept.kind === 'open' && kept.call.waits) (kept.call.waits === 'owner' ? of.asked : of.turns).push(id);
        if (kept.kind === 'answered') of.done.push(id);
      }
      for (const [token, of] of named)
        if (of.open.length + of.done.length > 0) this.#options.send(asker, { t: 'beat', call: `${token}-beat`, ...of });
    }
  }

  /** Nobody has heard the last beat for the asker of this token: a hub that was cut off is back in time, one that was killed is not. */
  nobody(asker: string, token: string): void {
    const key = `${asker} ${token}`;
    const at = this.#options.now();
    const known = this.#unheard.get(key);
    const since = known && at - known.at <= unheardGapMs ? known.since : at;
    this.#unheard.set(key, { since, at });
    if (at - since < unheardMs) return;
    this.#unheard.delete(key);
    for (const [id, kept] of this.#kept.get(asker)?.all() ?? [])
      if (kept.kind === 'open' && askerTokenOf(id) === token) this.#cancel(asker, id, null);
  }

  isOpen(asker: string, id: string): boolean {
    return this.#kept.get(asker)?.get(id)?.kind === 'open';
  }

  /** What these decide on holds no more: it ends, and each is answered with `text`. */
  endWhere(isMeant: (call: BegunCall) => boolean, answer: (call: BegunCall) => string): void {
    for (const calls of this.#kept.values())
      for (const [, kept] of calls.all())
        if (kept.kind === 'open' && isMeant(kept.call)) {
          const { call } = kept;
          call.answer(answer(call));
          call.onGone();
        }
  }

  #offered(asker: string, offer: SharedFrame & { t: 'offer' }): void {
    const { call, attempt, share, now, text, patient = false } = offer;
    const calls = this.#kept.get(asker) ?? new AskerCalls();
    const begun = this.#begun.get(asker);
    if (begun?.has(call) || begun?.has(`${call} ${attempt}`)) return;
    if (!now && this.#isUnable(asker, { call, attempt, share, patient })) return;
    if (!calls.hasRoomFor(call)) {
      // Of a group another hub takes it; of one hub it would be taken for begun.
      if (!now) return;
      this.#note(asker, call);
      return void this.#options.send(asker, { t: 'done', call, text: this.#options.full(text) });
    }
    this.#kept.set(asker, calls);
    if (now) return this.#begin(asker, call, share, text);
    calls.set(call, { kind: 'held', attempt, share, patient, until: this.#options.now() + heldMs });
    this.#options.send(asker, { t: 'taken', call, attempt });
  }

  #go(asker: string, { call: id, attempt, text }: SharedFrame & { t: 'go' }): void {
    const kept = this.#kept.get(asker)?.get(id);
    if (kept?.kind !== 'held' || kept.attempt !== attempt) return;
    // Its server may have ended since.
    if (this.#isUnable(asker, { call: id, ...kept })) this.#forget(asker, id, 'held');
    else this.#begin(asker, id, kept.share, text);
  }

  /** Its asker is told, and goes on: what it has offered so is not begun here any more, though it may offer it anew. */
  #isUnable(asker: string, { call, attempt, share, patient }: Offered): boolean {
    const so = this.#options.unable(asker, share);
    if (so === null || (so === 'starting' && patient)) return false;
    this.#note(asker, `${call} ${attempt}`);
    this.#options.send(asker, { t: 'unable', call, attempt, so });
    return true;
  }

  /** Its asker is told no word of that: it hears the answer, or the next beat, which names the call. */
  #begin(asker: string, id: string, share: string, text: string): void {
    this.#note(asker, id);
    const isOpen = () => {
      const kept = this.#kept.get(asker)?.get(id);
      return kept?.kind === 'open' && kept.call === call;
    };
    const call: BegunCall = {
      asker,
      id,
      share,
      text,
      agent: null,
      waits: null,
      onGone: () => {},
      onOver: () => {},
      isGone: () => !isOpen(),
      tell: told => {
        if (isOpen()) this.#options.send(asker, { t: 'told', call: id, text: told });
      },
      answer: answered => {
        if (isOpen()) this.#answer(asker, id, answered);
      },
    };
    this.#kept.get(asker)?.set(id, { kind: 'open', call });
    this.#options.run(call);
  }

  #answer(asker: string, id: string, text: string): void {
    const isSent = this.#options.send(asker, { t: 'done', call: id, text });
    const kept = isSent ? text : this.#options.tooLarge(text);
    if (!isSent) this.#options.send(asker, { t: 'done', call: id, text: kept });
    this.#answered.add(asker, kept.length);
    const open = this.#kept.get(asker)?.get(id);
    this.#kept.get(asker)?.set(id, { kind: 'answered', text: kept, until: this.#options.now() + answeredMs });
    if (open?.kind === 'open') open.call.onOver();
    this.#forgetOldest();
  }

  #cancel(asker: string, id: string, reason: string | null): void {
    const kept = this.#kept.get(asker)?.get(id);
    // One that was cancelled before it came is never begun.
    this.#note(asker, id);
    this.#forget(asker, id, kept?.kind ?? 'held');
    if (kept?.kind === 'open') kept.call.onGone(reason ?? undefined);
  }

  #forget(asker: string, id: string, kind: KeptCall['kind']): void {
    const calls = this.#kept.get(asker);
    const kept = calls?.get(id);
    if (!calls || kept?.kind !== kind) return;
    calls.delete(id);
    if (kept.kind === 'answered') this.#answered.add(asker, -kept.text.length);
    if (kept.kind === 'open') kept.call.onOver();
    if (calls.size === 0) this.#kept.delete(asker);
  }

  /** Of whoever has most, so that nobody's answers go because of another's. */
  #forgetOldest(): void {
    while (this.#answered.total > mostAnsweredBytes) {
      const asker = this.#answered.most() ?? '';
      const oldest = this.#kept.get(asker)?.oldestAnswered() ?? null;
      if (oldest === null) return;
      this.#forget(asker, oldest, 'answered');
    }
  }

  #note(asker: string, id: string): void {
    const ids = this.#begun.get(asker) ?? new RecentIds();
    ids.add(id);
    this.#begun.delete(asker);
    this.#begun.set(asker, ids);
    const [oldest] = this.#begun.keys();
    if (this.#begun.size > mostAskers && oldest !== undefined) this.#begun.delete(oldest);
  }
}

/** The last `mostBegun` of them for certain, and no more than twice as many. */
class RecentIds {
  #new = new Set<string>();
  #old = new Set<string>();

  has(id: string): boolean {
    return this.#new.has(id) || this.#old.has(id);
  }

  add(id: string): void {
    this.#new.add(id);
    if (this.#new.size < mostBegun) return;
    this.#old = this.#new;
    this.#new = new Set();
  }
}
