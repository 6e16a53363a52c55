// What hubs say to each other about a call of a shared server, how it is cut to what NATS carries, and how it is joined again. Bounded.
import { z } from 'zod';
import { sharesUnable } from '../../../../contract/fleet.ts';

const Id = z.string().regex(/^[A-Za-z0-9_-]{8,40}$/);
const Ids = z.array(Id).max(5_000);

/** `text` is one message of MCP 2026-07-28. All of them name the call, which its asker has made up at random. */
export const SharedFrameSchema = z.discriminatedUnion('t', [
  /**
   * Asker: who takes it? `now`: sent to one hub alone, which may begin without being told to; only then it has its text. `patient`:
   * nobody who could begin at once has taken it.
   */
  z.object({
    t: z.literal('offer'),
    call: Id,
    attempt: z.number().int().min(0).max(100),
    share: z.string(),
    now: z.boolean(),
    patient: z.boolean().optional(),
    text: z.string(),
  }),
  /** Asker, to the one whose `taken` it has chosen: begin. Said once, to one. */
  z.object({ t: z.literal('go'), call: Id, attempt: z.number().int().min(0).max(100), text: z.string() }),
  z.object({ t: z.literal('cancel'), call: Id, reason: z.string().max(2_000).nullable() }),
  /** Asker: what was answered may be forgotten, also that of more calls, which older hubs do not say. */
  z.object({ t: z.literal('got'), call: Id, more: Ids.default([]) }),
  /** Asker: the answer has not come; say it again. */
  z.object({ t: z.literal('again'), call: Id }),
  /** Taker: it is here and waits for `go`. */
  z.object({ t: z.literal('taken'), call: Id, attempt: z.number().int().min(0).max(100) }),
  /** Taker, to an offer or to `go`: it has not begun this and will not, because its server cannot run. Older hubs do not know it. */
  z.object({ t: z.literal('unable'), call: Id, attempt: z.number().int().min(0).max(100), so: z.enum(sharesUnable) }),
  /** Taker: a notification before the answer. */
  z.object({ t: z.literal('told'), call: Id, text: z.string() }),
  z.object({ t: z.literal('done'), call: Id, text: z.string() }),
  /**
   * Taker, twice a second: what is open here of this asker, and what is answered and was not yet acknowledged. `asked`: what of the open
   * waits for its owner, `turns`: what waits for its turn at the server; older hubs do not say these.
   */
  z.object({
    t: z.literal('beat'),
    call: Id,
    open: Ids,
    done: Ids,
    asked: Ids.default([]),
    turns: Ids.default([]),
  }),
]);
export type SharedFrame = z.infer<typeof SharedFrameSchema>;

const tokenLength = 8;

/** By which an asker's own calls begin: several gateways are one hub to the others, and each hears of its own alone. */
export function askerTokenOf(call: string): string {
  return call.slice(0, tokenLength);
}

/** What is said about a call to its asker comes under this, behind the names of both hubs. */
export function sharedReplyId(call: string): string {
  return `shared.${askerTokenOf(call)}.${call}`;
}

/** Of one message, in all its parts. */
export const mostBytes = 64 * 1024 * 1024;
/** What is left of a payload for the envelope of a part. */
const envelopeBytes = 200;
const partMark = 0x1e;

/** The payloads that carry a frame: one, or several of which each begins with a mark, a key and its place. Null where it is too large. */
export function cutFrame(frame: SharedFrame, maxPayload: number, newKey: () => string): Uint8Array[] | null {
  const bytes = Buffer.from(JSON.stringify(frame));
  if (bytes.length > mostBytes) return null;
  if (bytes.length <= maxPayload) return [bytes];
  const size = maxPayload - envelopeBytes;
  const count = Math.ceil(bytes.length / size);
  const key = newKey();
  return Array.from({ length: count }, (_, index) => {
    const head = Buffer.from(`${String.fromCharCode(partMark)}${key} ${index} ${count}\n`);
    return Buffer.concat([head, bytes.subarray(index * size, (index + 1) * size)]);
  });
}

interface Joining {
  readonly parts: Buffer[];
  readonly count: number;
  readonly since: number;
  bytes: number;
}

/** What one hub has sent in part; the oldest first. */
interface OfSender {
  readonly open: Map<string, Joining>;
  bytes: number;
}

/** What a part costs beside its bytes, so that many small ones are bounded too. */
const partBytes = 1_024;
/** A hub sends all parts of a frame at once. */
const wholeMs = 30_000;
const most = { ofSender: mostBytes + 16 * 1024 * 1024, ofAll: 4 * mostBytes };

/** Joins the parts of frames, by sender. What misses a part, or is out of order, is dropped: its call then ends as one whose answer was lost. */
export class FrameJoiner {
  readonly #senders = new Map<string, OfSender>();
  readonly #now: () => number;
  #bytes = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** What it holds of frames that are not whole, with what each part costs. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The frame that is whole now, or null. Never throws: what is no frame is null too. */
  take(sender: string, payload: Uint8Array): SharedFrame | null {
    if (payload[0] !== partMark) return readFrame(payload);
    const bytes = Buffer.from(payload);
    const end = bytes.indexOf(0x0a);
    const [, key, index, count] =
      /^\x1e([A-Za-z0-9_-]{1,80}) (\d{1,6}) (\d{1,6})$/.exec(bytes.toString('latin1', 0, Math.min(end, 120))) ?? [];
    if (key === undefined) return null;
    return this.#join(sender, key, { index: Number(index), count: Number(count), part: bytes.subarray(end + 1) });
  }

  /** Lets go what has not come whole in time; called from time to time. */
  sweep(): void {
    const oldest = this.#now() - wholeMs;
    for (const [sender, { open }] of [...this.#senders])
      for (const [key, { since }] of [...open]) if (since <= oldest) this.#drop(sender, key);
  }

  #join(
    sender: string,
    key: string,
    { index, count, part }: { readonly index: number; readonly count: number; readonly part: Buffer },
  ): SharedFrame | null {
    const known = this.#senders.get(sender)?.open.get(key) ?? { parts: [], count, since: this.#now(), bytes: 0 };
    const cost = part.length + partBytes;
    const fits = known.count === count && known.parts.length === index && known.bytes + cost <= most.ofSender;
    if (!fits) return this.#drop(sender, key);
    this.#makeRoom(sender, key, cost);
    known.parts.push(part);
    known.bytes += cost;
    this.#keep(sender, key, known, cost);
    if (known.parts.length < count) return null;
    this.#drop(sender, key);
    return readFrame(Buffer.concat(known.parts));
  }

  /** Its own oldest first; where all together have too much, those of whoever has most. */
  #makeRoom(sender: string, key: string, cost: number): void {
    const own = this.#senders.get(sender);
    for (const other of own ? own.open.keys() : []) {
      if ((own?.bytes ?? 0) + cost <= most.ofSender) break;
      if (other !== key) this.#drop(sender, other);
    }
    while (this.#bytes + cost > most.ofAll) {
      const [largest, of] = [...this.#senders].toSorted(([, a], [, b]) => b.bytes - a.bytes)[0] ?? [];
      if (largest === undefined || !of) return;
      const other = otherThan(of, largest === sender ? key : '');
      if (other === undefined) return;
      this.#drop(largest, other);
    }
  }

  #keep(sender: string, key: string, joining: Joining, cost: number): void {
    const of = this.#senders.get(sender) ?? { open: new Map<string, Joining>(), bytes: 0 };
    of.open.set(key, joining);
    of.bytes += cost;
    this.#bytes += cost;
    this.#senders.set(sender, of);
  }

  #drop(sender: string, key: string): null {
    const of = this.#senders.get(sender);
    const bytes = of?.open.get(key)?.bytes ?? 0;
    this.#bytes -= bytes;
    if (!of) return null;
    of.open.delete(key);
    of.bytes -= bytes;
    if (of.open.size === 0) this.#senders.delete(sender);
    return null;
  }
}

function otherThan({ open }: OfSender, key: string): string | undefined {
  for (const known of open.keys()) if (known !== key) return known;
  return undefined;
}

function readFrame(payload: Uint8Array): SharedFrame | null {
  try {
    const parsed = SharedFrameSchema.safeParse(JSON.parse(Buffer.from(payload).toString('utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
