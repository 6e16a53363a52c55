// Time that passes only while this process can hear: a wait for others is not over because it was busy itself.
import { expect, test } from 'vitest';
import { CallAsker } from '../../../../electron/core/fleet/shared/call-asker.ts';
import { HearingClock } from '../../../../electron/core/fleet/shared/hearing-clock.ts';

test('It goes as the other does, but for what a tick is late.', () => {
  let now = 1_000;
  const clock = new HearingClock(() => now, 100);
  for (const late of [100, 150, 200]) {
    now += late;
    clock.tick();
  }
  expect(clock.now()).toBe(1_450);
  now += 5_000;
  clock.tick();
  expect(clock.now()).toBe(1_550);
  now += 100;
  expect(clock.now()).toBe(1_650);
});

test('A hub is not taken for gone by one that was busy for longer than hubs may be silent, and is once it stays silent.', () => {
  let now = 0;
  const clock = new HearingClock(() => now, 100);
  const ends: unknown[] = [];
  const asker = new CallAsker({ now: () => clock.now(), sharers: () => [], random: () => 0, send: () => true });
  const nothing = () => {};
  asker.ask({
    id: 'asker-1-1',
    share: 'files',
    hub: 'jun',
    text: '{}',
    told: nothing,
    waits: nothing,
    ended: end => ends.push(end),
  });
  const tick = (ms: number) => {
    now += ms;
    clock.tick();
    asker.tick();
  };
  tick(60_000);
  tick(100);
  expect(ends).toEqual([]);
  for (let count = 0; count < 17; count++) tick(100);
  expect(ends).toEqual([{ reason: { kind: 'fleet-taker-gone', hub: 'jun', share: 'files' } }]);
});
