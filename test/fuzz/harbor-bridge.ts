// Properties of Harbor's two wires: with two extensions at once, ids that come twice, are missing or are the other's, and answers in any order,
// each request has one answer, under its own id, in the browser that asked; and each of the hub's own is ended by its extension alone.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { isRecord } from '../../contract/json.ts';
import { Fault } from '../../electron/core/harbor/a/asked.ts';
import { Peer } from '../../electron/core/wire/peer.ts';
import { dialects } from '../../native-host/dialects/dialects.ts';
import { hubError } from '../../words/hub-error.ts';
import { RecordingTap } from '../unit/core/wire/recording-tap.ts';
import { property } from './property.ts';
import type { HarborGeneration } from '../../contract/harbor.ts';
import type { IncomingRequest, Reply } from '../../electron/core/wire/incoming-request.ts';

type Sent = Readonly<Record<string, unknown>>;

/** As an extension writes it; `missing` leaves it out. */
const missing = Symbol('missing');
const id = fc.constantFrom<unknown>('a', 'a', 'b', 'c', '', 'x'.repeat(600), 7, 7, null, { odd: 1 }, missing);
const who = fc.constantFrom(0 as const, 1 as const);
const at = fc.nat({ max: 9 });
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('ask' as const), who, id, stream: fc.boolean() }) },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('finish' as const),
      at,
      how: fc.constantFrom('result', 'result', 'result', 'failure', 'large'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('host-ask' as const), who }) },
  // To the request of the hub with that number, by its own extension or by the other.
  { weight: 4, arbitrary: fc.record({ do: fc.constant('host-answer' as const), who, number: fc.nat({ max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('host-abort' as const), at }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('news' as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('junk' as const),
      who,
      value: fc.constantFrom<unknown>(null, 7, 'x', [], [1], {}, { request_id: 'a' }, { type: 7, id: 'a' }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), who }) },
);
const steps = fc.array(step, { maxLength: 30 });
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const turns = 12;
/** What neither wire takes here, in characters. */
const maxChars = 3_000;

interface Ask {
  readonly token: string;
  readonly saidId: unknown;
  end: ((reply: Reply) => void) | null;
  /** What its asker has to get; null where it was never finished. */
  due: 'result' | 'failure' | 'large' | 'refused' | null;
}

interface HostAsk {
  readonly of: Extension;
  readonly number: number;
  readonly abort: AbortController;
  /** What its extension said first while it waited. */
  said: string | null;
  readonly ends: string[];
}

/** One extension with the hub's end of its wire. */
class Extension {
  readonly asks: Ask[] = [];
  readonly sent: Sent[] = [];
  readonly news: string[] = [];
  readonly peer: Peer;
  isOpen = true;
  unreadable = 0;
  hostAsks = 0;

  constructor(generation: HarborGeneration, name: string, tap: RecordingTap) {
    const dialect = dialects[`harbor-${generation}`].extension();
    this.peer = new Peer({
      dialect: { decode: value => dialect.decode(value), encode: message => dialect.encode(message) },
      hub: { kind: 'hub', id: 'hub', label: 'Hub' },
      other: () => ({ kind: 'agent', id: name, label: 'Harbor' }),
      tap,
      cancel: { method: 'cancel', params: known => ({ id: known }), idOf: () => undefined },
      send: text => {
        if (text.length > maxChars)
          throw hubError('ERR_TOO_LARGE', { kind: 'request-too-large', bytes: text.length, most: maxChars });
        this.sent.push(JSON.parse(text) as Sent);
      },
      handle: request => this.#serve(request),
    });
  }

  /** The newest of that token waits for its end. */
  #serve({ params }: IncomingRequest): Promise<Reply> {
    const token = isRecord(params) ? params['token'] : null;
    const ask = this.asks.find(known => known.token === token);
    assert.ok(ask, 'A request that nobody made is served.');
    assert.equal(ask.end, null, 'A request is served twice.');
    return new Promise(resolve => (ask.end = resolve));
  }
}

class World {
  readonly #generation: HarborGeneration;
  readonly #tap = new RecordingTap();
  readonly #extensions: readonly [Extension, Extension];
  readonly #hostAsks: HostAsk[] = [];
  #tokens = 0;

  constructor(generation: HarborGeneration) {
    this.#generation = generation;
    this.#extensions = [new Extension(generation, 'one', this.#tap), new Extension(generation, 'two', this.#tap)];
  }

  async run(all: readonly Step[]): Promise<void> {
    for (const one of all) {
      this.#do(one);
      await settle();
    }
    for (const extension of this.#extensions) this.#leave(extension);
    await settle();
  }

  expectWhole(): void {
    for (const extension of this.#extensions) this.#expectAnswered(extension);
    for (const { ends, said } of this.#hostAsks) assert.deepEqual(ends, [said ?? 'ERR_CANCELLED']);
    const requests = this.#tap.entries.filter(({ open }) => open.kind === 'request');
    assert.ok(requests.every(({ closes }) => closes.length === 1));
  }

  /** Its answers are those to its own requests, each under the id that was written, and nothing else but its own news. */
  #expectAnswered({ asks, sent, news, unreadable }: Extension): void {
    const answers = sent.filter(message => !isNews(message) && message['type'] !== 'host_request');
    const due = asks.filter(ask => ask.due !== null);
    const told = answers.map(message => this.#read(message));
    const expected = due.map(ask => ({
      id: ask.saidId,
      said: ask.due === 'result' || ask.due === 'failure' ? ask.token : ask.due,
    }));
    if (this.#generation === 'a')
      for (let count = 0; count < unreadable; count += 1) expected.push({ id: 'unread', said: 'unread' });
    assert.deepEqual(sorted(told), sorted(expected));
    assert.deepEqual(
      sent.filter(isNews).map(message => message['message']),
      news,
    );
  }

  #read(message: Sent): { id: unknown; said: unknown } {
    const { type, request_id, id: answered, error, token, result, event } = message;
    const fault = isRecord(event) && event['type'] === 'error' ? event['error'] : error;
    const said = isRecord(fault)
      ? toldBy(fault)
      : isRecord(result)
        ? result['token']
        : isRecord(event)
          ? event['token']
          : token;
    if (said === 'unread') return { id: 'unread', said };
    if (this.#generation === 'a') assert.match(String(type), /^(work_result|error)$/);
    else assert.match(String(type), /^(rpc_response|stream)$/);
    return { id: this.#generation === 'a' ? request_id : answered, said };
  }

  #do(one: Step): void {
    switch (one.do) {
      case 'ask':
        return this.#ask(this.#extensions[one.who], one);
      case 'finish':
        return this.#finish(one);
      case 'host-ask':
        return this.#hostAsk(this.#extensions[one.who]);
      case 'host-answer':
        return this.#hostAnswer(this.#extensions[one.who], one.number);
      case 'host-abort': {
        const asked = this.#hostAsks[one.at];
        return asked?.abort.abort();
      }
      case 'news':
        return this.#news(this.#extensions[one.who]);
      case 'junk': {
        const extension = this.#extensions[one.who];
        if (extension.isOpen) extension.unreadable += 1;
        return say(extension, one.value);
      }
      case 'leave':
        return this.#leave(this.#extensions[one.who]);
    }
  }

  #ask(extension: Extension, { id: written, stream }: Step & { do: 'ask' }): void {
    if (!extension.isOpen) return;
    const token = `token ${(this.#tokens += 1)}`;
    const ask: Ask = { token, saidId: this.#echoed(written), end: null, due: null };
    const isTaken = this.#generation === 'b' && (typeof written === 'string' || typeof written === 'number');
    // One that is in use is refused under the same id; the first goes on.
    if (isTaken && extension.asks.some(other => other.due === null && other.saidId === written)) ask.due = 'refused';
    extension.asks.push(ask);
    const method = stream ? 'llm.chat_stream' : 'work';
    if (this.#generation === 'b')
      say(extension, { type: 'rpc', ...(written !== missing && { id: written }), method, params: { token } });
    else say(extension, { type: 'work', ...(written !== missing && { request_id: written }), token });
  }

  /** What comes back as the id of an answer. */
  #echoed(written: unknown): unknown {
    if (this.#generation === 'b') return written === missing ? null : written;
    return typeof written === 'string' ? written.slice(0, 500) : '';
  }

  #finish({ at: index, how }: Step & { do: 'finish' }): void {
    const waiting = this.#extensions.flatMap(extension =>
      extension.asks.flatMap(ask => (extension.isOpen && ask.end && ask.due === null ? [ask] : [])),
    );
    const ask = waiting[index % Math.max(1, waiting.length)];
    if (!ask?.end) return;
    ask.due = how as NonNullable<Ask['due']>;
    if (how === 'failure') ask.end({ error: new Fault('failed', ask.token) });
    else ask.end({ result: { token: ask.token, ...(how === 'large' && { filler: 'x'.repeat(maxChars) }) } });
  }

  #hostAsk(of: Extension): void {
    // The first generation is asked nothing.
    if (!of.isOpen || this.#generation === 'a') return;
    of.hostAsks += 1;
    const asked: HostAsk = { of, number: of.hostAsks, abort: new AbortController(), said: null, ends: [] };
    this.#hostAsks.push(asked);
    const options = { parent: null, timeoutMs: 600_000, signal: asked.abort.signal };
    void of.peer.request('browser.capturePage', { params: {} }, options).then(
      result => asked.ends.push(String(result)),
      (error: { code?: string }) => asked.ends.push(String(error.code)),
    );
  }

  #hostAnswer(by: Extension, number: number): void {
    if (this.#generation === 'a') return;
    const text = `answer ${(this.#tokens += 1)}`;
    const asked = this.#hostAsks.find(known => known.of === by && known.number === number);
    if (asked && asked.ends.length === 0 && by.isOpen) asked.said ??= text;
    say(by, { type: 'host_response', id: String(number), result: text });
  }

  #news(extension: Extension): void {
    if (!extension.isOpen) return;
    const message = `news ${(this.#tokens += 1)}`;
    extension.news.push(message);
    extension.peer.notify(this.#generation === 'a' ? 'status_update' : 'console', { message });
  }

  #leave(extension: Extension): void {
    if (!extension.isOpen) return;
    extension.isOpen = false;
    extension.peer.close(hubError('ERR_CANCELLED', { kind: 'left-by-itself' }));
    for (const { end } of extension.asks) end?.({ result: {} });
  }
}

function say({ peer, isOpen }: Extension, message: unknown): void {
  if (isOpen) peer.receive(JSON.stringify(message));
}

function isNews({ type }: Sent): boolean {
  return type === 'status_update' || type === 'console';
}

/** What an error says of which request it answers. */
function toldBy({ code, message }: Record<string, unknown>): unknown {
  if (code === 'invalid_message') return 'unread';
  if (/in use/.test(String(message))) return 'refused';
  return String(message).startsWith('token') ? message : 'large';
}

function sorted(list: readonly { id: unknown; said: unknown }[]): string[] {
  return list.map(one => JSON.stringify([one.id ?? null, one.said])).toSorted();
}

/** What was answered is told after a few turns of promises; nothing here waits for anything else. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
}

export const harborBridges = (['a', 'b'] as const).map(generation =>
  property(
    `Whatever two of Harbor's extensions say at once, each request has one answer, under its id, where it was asked (generation ${generation}).`,
    [steps],
    async all => {
      const world = new World(generation);
      await world.run(all);
      world.expectWhole();
    },
  ),
);
