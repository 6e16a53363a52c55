// Property of a peer: whatever is interleaved on its wire, every request ends exactly once and every message is traced exactly once.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { HubError } from '../../contract/errors.ts';
import { mcpCancel, Peer } from '../../electron/core/wire/peer.ts';
import { RecordingTap } from '../unit/core/wire/recording-tap.ts';
import { type Property, property } from './property.ts';

const id = fc.integer({ min: 1, max: 6 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('request' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('result' as const), id }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('error' as const), id }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('abort' as const), id }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('asked' as const), id }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('finish' as const), id }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancelled' as const), id }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('junk' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pause' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const settle = () => new Promise<void>(resolve => setImmediate(resolve));

class World {
  readonly tap = new RecordingTap();
  readonly answered: unknown[] = [];
  /** How often each request of the hub ended. */
  readonly ends: number[] = [];
  handled = 0;
  duplicates = 0;
  junk = 0;
  aborted = 0;
  closed = false;
  readonly #aborts: AbortController[] = [];
  /** The newest unfinished handler of each id. */
  readonly #running = new Map<number, { finish: () => void; signal: AbortSignal }>();
  readonly #peer = new Peer({
    hub: { kind: 'hub', id: 'hub', label: 'Hub' },
    other: () => ({ kind: 'server', id: 'everything', label: 'Everything' }),
    tap: this.tap,
    cancel: mcpCancel,
    send: text => this.#sent(JSON.parse(text)),
    handle: ({ params, signal }) => this.#handle(params, signal),
  });

  async run(steps: readonly Step[]): Promise<void> {
    for (const event of steps) await this.#do(event);
    this.#peer.close(new HubError('ERR_CANCELLED', 'The end.'));
    for (const { finish } of this.#running.values()) finish();
    await settle();
  }

  /** Throws where something ended twice, never, or was not traced. */
  expectWhole(): void {
    const ones = (list: readonly unknown[]) => list.map(() => 1);
    assert.deepEqual(this.ends, ones(this.ends));
    const requests = this.tap.entries.filter(({ open }) => open.kind === 'request');
    const notes = this.tap.entries.filter(({ open }) => open.kind === 'notification');
    const closes = (list: typeof requests) => list.map(entry => entry.closes.length);
    assert.deepEqual(closes(requests), ones(requests));
    assert.deepEqual(
      closes(notes),
      notes.map(() => 0),
    );
    const traced = (method: string) => requests.filter(({ open }) => open.method === method).length;
    assert.equal(traced('work'), this.handled);
    assert.equal(traced('(unreadable)'), this.duplicates + this.junk);
    // Answered, or aborted and therefore silent: never both, never neither.
    assert.equal(this.answered.length, this.handled - this.aborted + this.duplicates + this.junk);
  }

  async #do(event: Step): Promise<void> {
    if (event.do === 'request') this.#request();
    else if (event.do === 'result') this.#receive({ id: event.id, result: {} });
    else if (event.do === 'error') this.#receive({ id: event.id, error: { code: -1, message: 'no' } });
    else if (event.do === 'abort') this.#aborts[event.id - 1]?.abort();
    else if (event.do === 'asked') this.#asked(event.id);
    else if (event.do === 'finish') this.#running.get(event.id)?.finish();
    else if (event.do === 'cancelled') this.#receive({ method: mcpCancel.method, params: { requestId: event.id } });
    else if (event.do === 'junk') {
      if (!this.closed) this.junk += 1;
      this.#peer.receive('no JSON');
    } else if (event.do === 'pause') await settle();
    else {
      this.closed = true;
      this.#peer.close(new HubError('ERR_CANCELLED', 'Closed.'));
    }
  }

  #receive(message: object): void {
    this.#peer.receive(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }

  #request(): void {
    const index = this.ends.push(0) - 1;
    const controller = new AbortController();
    this.#aborts.push(controller);
    const ended = () => {
      this.ends[index] = (this.ends[index] ?? 0) + 1;
    };
    this.#peer.request('call', {}, { parent: null, timeoutMs: 60_000, signal: controller.signal }).then(ended, ended);
  }

  #asked(requestId: number): void {
    if (!this.closed && this.#running.has(requestId)) this.duplicates += 1;
    this.#receive({ id: requestId, method: 'work', params: { requestId } });
  }

  #handle(params: unknown, signal: AbortSignal): Promise<unknown> {
    const { requestId } = params as { requestId: number };
    this.handled += 1;
    return new Promise(resolve => {
      const finish = () => {
        // The id is free again once the answer has been sent, which happens in the microtasks after this.
        resolve({});
        queueMicrotask(() => queueMicrotask(() => this.#running.delete(requestId)));
      };
      this.#running.set(requestId, { finish, signal });
      signal.addEventListener('abort', () => {
        this.aborted += 1;
      });
    });
  }

  #sent(message: { id?: unknown; result?: unknown; error?: unknown }): void {
    if (message.result !== undefined || message.error !== undefined) this.answered.push(message.id);
  }
}

export const peer: readonly Property[] = [
  property(
    'Each request of a peer ends exactly once, and each message is in the trace exactly once.',
    [fc.array(step, { maxLength: 40, size: 'max' })],
    async steps => {
      const world = new World();
      await world.run(
        steps.flatMap<Step>(event => (event.do === 'finish' ? [event, { do: 'pause' as const }] : [event])),
      );
      world.expectWhole();
    },
  ),
];
