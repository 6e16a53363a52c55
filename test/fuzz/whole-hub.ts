// Property of the whole hub: whatever order agents, browsers, the time and the hub itself come and go in, every reply is its asker's.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { type Step, World } from './whole-hub/world.ts';
import type { Property } from './property.ts';

const agent = fc.nat(7);
const browser = fc.nat(2);
const ofAgent = <D extends 'call' | 'leave' | 'cancel' | 'repeat'>(what: D) =>
  fc.record({ do: fc.constant(what), agent });
const ofBrowser = <D extends 'open' | 'drop' | 'kill' | 'duplicate'>(what: D) =>
  fc.record({ do: fc.constant(what), browser });

/** From a moment to beyond every patience that there is. */
const ms = fc.constantFrom(50, 400, 3_000, 6_000, 20_000, 61_000, 160_000);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 90, arbitrary: ofAgent('call') },
  { weight: 8, arbitrary: ofAgent('leave') },
  { weight: 8, arbitrary: ofAgent('cancel') },
  { weight: 6, arbitrary: ofAgent('repeat') },
  {
    weight: 70,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      browser,
      which: fc.nat(5),
      works: fc.nat(9).map(chance => chance > 0),
    }),
  },
  { weight: 20, arbitrary: ofBrowser('open') },
  { weight: 3, arbitrary: ofBrowser('drop') },
  { weight: 3, arbitrary: ofBrowser('kill') },
  { weight: 8, arbitrary: ofBrowser('duplicate') },
  { weight: 14, arbitrary: fc.record({ do: fc.constant('wait' as const), ms }) },
  { weight: 60, arbitrary: fc.record({ do: fc.constant('pause' as const), turns: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
);

/** Cases share one hub, as they would in a day of work; after a failure the next one begins with a new hub. */
async function check(cases: number): Promise<void> {
  let world: World | null = null;
  const rule = fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async steps => {
    world ??= await World.open();
    const used = world;
    const wrong = await used.run(steps);
    if (wrong.length === 0) return;
    world = null;
    await used.close();
    assert.fail(wrong.join('\n'));
  });
  try {
    await fc.assert(rule, { numRuns: cases });
    // Were nearly everything refused, no reply could go astray.
    const { result, error, cancelled, left } = (world as World | null)?.book.ends ?? {
      result: 0,
      error: 0,
      cancelled: 0,
      left: 0,
    };
    assert.ok(result > error + cancelled + left, `Only ${result} of all calls had a result.`);
  } finally {
    await (world as World | null)?.close();
  }
}

export const wholeHub: Property = {
  title:
    'No order of agents, browsers, time and restarts of the hub gives a reply to another than its asker or loses one.',
  check,
};
