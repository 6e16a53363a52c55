// Calls over a network that loses, doubles and delays what is said, between hubs that end at any moment: nothing runs twice, every ask is answered once.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CallAsker } from '../../../../electron/core/fleet/shared/call-asker.ts';
import { CallTaker } from '../../../../electron/core/fleet/shared/call-taker.ts';
import type { ShareUnable } from '../../../../contract/fleet.ts';
import type { BegunCall } from '../../../../electron/core/fleet/shared/asker-calls.ts';
import type { SharedFrame } from '../../../../electron/core/fleet/shared/shared-frames.ts';

const takers = ['anna', 'ben', 'cleo'];
/** All calls of one asker begin by it. */
const token = 'mia-mia-';

/** What becomes of one message: how often it arrives, and after how long each time. */
const fate = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.integer({ min: 0, max: 40 })) },
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 2, arbitrary: fc.array(fc.integer({ min: 0, max: 4_000 }), { minLength: 1, maxLength: 3 }) },
);
/**
 * `begin-anew`: the hub that asks ends without a word, and comes back knowing nothing; `restart`: one that is asked does. `freeze` and `thaw`:
 * one hears nothing for a while, and then all of it at once. `unheard`: NATS says that nobody listened for an offer, whenever that was.
 * `stop`, `starts` and `able`: the server of one cannot run, is on its way, or runs again.
 */
const deeds = [
  'crash',
  'cut',
  'restore',
  'begin-anew',
  'restart',
  'freeze',
  'thaw',
  'unheard',
  'stop',
  'starts',
  'able',
] as const;
const deed = fc.record({
  at: fc.integer({ min: 0, max: 5_000 }),
  hub: fc.nat(2),
  kind: fc.constantFrom(...deeds),
});
const schedule = fc.record({
  fates: fc.infiniteStream(fate),
  calls: fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: 3_000 }),
      hub: fc.option(fc.nat(2)),
      takesMs: fc.integer({ min: 0, max: 3_000 }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  deeds: fc.array(deed, { maxLength: 6 }),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer T> ? T : never;

class World {
  now = 0;
  readonly runs = new Map<string, number>();
  readonly ends = new Map<string, string[]>();
  readonly #due: { at: number; act: () => void }[] = [];
  readonly #fates: Iterator<readonly number[]>;
  readonly #dead = new Set<string>();
  readonly #unable = new Map<string, ShareUnable>();
  readonly #takers: Map<string, CallTaker>;
  readonly #frozen = new Map<string, (() => unknown)[]>();
  readonly #offers: { readonly call: string; readonly attempt: number; readonly hub: string | null }[] = [];
  readonly #calls: Schedule['calls'];
  #asker: CallAsker;
  #turn = 0;

  constructor({ fates, calls, deeds }: Schedule) {
    this.#fates = fates[Symbol.iterator]();
    this.#calls = calls;
    this.#takers = new Map(takers.map(name => [name, this.#taker(name)]));
    this.#asker = this.#newAsker();
    for (const [index, { at, hub }] of calls.entries())
      this.#at(at, () => this.#ask(`${token}${index}`, hub === null ? null : (takers[hub] ?? null)));
    for (const { at, hub, kind } of deeds) this.#at(at, () => this.#do(kind, takers[hub] ?? ''));
    // Whatever was cut is whole again in the end.
    this.#at(6_000, () => this.#asker.restored());
  }

  run(until: number): void {
    for (; this.now < until; this.now += 20) {
      for (const one of this.#due.filter(({ at }) => at <= this.now)) {
        this.#due.splice(this.#due.indexOf(one), 1);
        one.act();
      }
      if (this.now % 100 === 0) this.#asker.tick();
      if (this.now % 500 === 0)
        for (const [name, taker] of this.#takers) if (!this.#dead.has(name) && !this.#frozen.has(name)) taker.beat();
    }
  }

  #ask(id: string, hub: string | null): void {
    this.ends.set(id, []);
    this.#asker.ask({
      id,
      share: 'files',
      hub,
      text: id,
      told: () => {},
      waits: () => {},
      ended: end => this.ends.get(id)?.push('text' in end ? end.text : end.reason.kind),
    });
  }

  #newAsker(): CallAsker {
    return new CallAsker({
      now: () => this.now,
      sharers: () => takers,
      random: () => (this.#turn++ % 7) / 7,
      send: (to, frame) => {
        if (frame.t === 'offer')
          this.#offers.push({ call: frame.call, attempt: frame.attempt, hub: 'hub' in to ? to.hub : null });
        // A dead hub stays a member of the group until the server has noticed.
        const hub = 'hub' in to ? to.hub : (takers[this.#turn++ % takers.length] ?? '');
        // What was said to one that has ended since is not said to the one that is there in its place.
        const taker = this.#takers.get(hub);
        this.#carry(
          () => this.#dead.has(hub) || this.#reach(hub, () => this.#isThere(hub, taker) && taker?.hear('mia', frame)),
        );
        return true;
      },
    });
  }

  #isThere(hub: string, taker: CallTaker | undefined): boolean {
    return this.#takers.get(hub) === taker && !this.#dead.has(hub);
  }

  #reach(hub: string, act: () => unknown): void {
    const waiting = this.#frozen.get(hub);
    if (waiting) waiting.push(act);
    else act();
  }

  #taker(name: string): CallTaker {
    const taker: CallTaker = new CallTaker({
      now: () => this.now,
      send: (_to, frame: SharedFrame) => {
        if (this.#isThere(name, taker)) this.#carry(() => this.#asker.hear(name, frame));
        return true;
      },
      unable: () => this.#unable.get(name) ?? null,
      run: (call: BegunCall) => {
        this.runs.set(call.id, (this.runs.get(call.id) ?? 0) + 1);
        const takesMs = this.#calls[Number(call.id.slice(token.length))]?.takesMs ?? 0;
        this.#at(this.now + takesMs, () =>
          this.#reach(name, () => this.#isThere(name, taker) && call.answer(`answer ${call.id}`)),
        );
      },
      tooLarge: text => text,
      full: text => text,
    });
    return taker;
  }

  #do(kind: (typeof deeds)[number], hub: string): void {
    if (kind === 'crash') this.#dead.add(hub);
    else if (kind === 'cut') this.#asker.cut();
    else if (kind === 'restore') this.#asker.restored();
    else if (kind === 'freeze') this.#frozen.set(hub, this.#frozen.get(hub) ?? []);
    else if (kind === 'thaw') this.#thaw(hub);
    else if (kind === 'stop') this.#unable.set(hub, 'stopped');
    else if (kind === 'starts') this.#unable.set(hub, 'starting');
    else if (kind === 'able') this.#unable.delete(hub);
    else if (kind === 'unheard') this.#unheard();
    else if (kind === 'restart') {
      this.#frozen.delete(hub);
      this.#takers.set(hub, this.#taker(hub));
    } else {
      this.#asker = this.#newAsker();
      // Nobody is left to be answered what it had asked.
      for (const [id, ends] of this.ends) if (ends.length === 0) this.ends.delete(id);
    }
  }

  #thaw(hub: string): void {
    const waiting = this.#frozen.get(hub) ?? [];
    this.#frozen.delete(hub);
    for (const act of waiting) act();
  }

  /** An offer to a group alone: one to a single hub begins there as it arrives, so that it cannot have been heard by nobody. */
  #unheard(): void {
    for (const { call, attempt, hub } of this.#offers)
      if (this.#calls[Number(call.slice(token.length))]?.hub === null)
        this.#carry(() => this.#asker.nobody(call, attempt, hub));
  }

  #carry(arrive: () => unknown): void {
    for (const delay of this.#fates.next().value ?? []) this.#at(this.now + delay, arrive);
  }

  #at(at: number, act: () => unknown): void {
    this.#due.push({ at, act });
  }
}

/** What an asker hears who may ask again without a second thought. */
const begunNowhere: ReadonlySet<string> = new Set(['fleet-nobody-takes', 'fleet-share-unable', 'fleet-cut-off']);

test('Whatever is lost, doubled, late or dead: no call runs twice, and every one is answered exactly once.', () => {
  fc.assert(
    fc.property(schedule, given => {
      const world = new World(given);
      world.run(20_000);
      for (const [id, count] of world.runs) expect(count, id).toBeLessThanOrEqual(1);
      for (const [id, ends] of world.ends) expect(ends, id).toHaveLength(1);
      // An answer is of a call that ran, and what is said to have begun nowhere did not run.
      for (const [id, [end = '']] of world.ends) {
        if (end === `answer ${id}`) expect(world.runs.get(id)).toBe(1);
        const isOfGroup = given.calls[Number(id.slice(token.length))]?.hub === null;
        if (isOfGroup && begunNowhere.has(end)) expect(world.runs.get(id), `${id}: ${end}`).toBeUndefined();
      }
    }),
    { numRuns: 10_000 },
  );
}, 300_000);

test('With nothing lost every call is answered by who has run it.', () => {
  fc.assert(
    fc.property(schedule, given => {
      const world = new World({ ...given, fates: endless([5]), deeds: [] });
      world.run(20_000);
      for (const [id, ends] of world.ends) expect(ends).toEqual([`answer ${id}`]);
    }),
    { numRuns: 300 },
  );
}, 300_000);

test('With nothing lost no call to a group fails while the server of one hub can run, or is on its way.', () => {
  const stands = fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: 4_000 }),
      hub: fc.nat(1),
      kind: fc.constantFrom('stop', 'starts', 'able'),
    }),
    { maxLength: 8 },
  );
  const last = fc.constantFrom('able' as const, 'starts' as const);
  fc.assert(
    fc.property(schedule, stands, last, (given, deeds, kind) => {
      const calls = given.calls.map(call => ({ ...call, hub: null }));
      const world = new World({ calls, fates: endless([5]), deeds: [{ at: 0, hub: 2, kind }, ...deeds] });
      world.run(20_000);
      for (const [id, ends] of world.ends) expect(ends).toEqual([`answer ${id}`]);
      for (const count of world.runs.values()) expect(count).toBe(1);
    }),
    { numRuns: 1_000 },
  );
}, 300_000);

function endless(value: number[]): Schedule['fates'] {
  return fc.sample(fc.infiniteStream(fc.constant(value)), 1)[0] as Schedule['fates'];
}
