// Calls that agents of other hubs have under way here: so many for each, whatever others have, and none that has ended is kept for long.
import { expect, test } from 'vitest';
import { ClientCalls, mostCalls } from '../../../../electron/core/fleet/shared/client-calls.ts';

function scene() {
  const open = new Set<string>();
  const calls = new ClientCalls((asker, call) => open.has(`${asker} ${call}`));
  const begin = (client: string, call: string, asker = 'jun') => {
    const isBegun = calls.begin(asker, client, call);
    if (isBegun) open.add(`${asker} ${call}`);
    return isBegun;
  };
  return { open, calls, begin };
}

test('One agent has no more than these under way, another one has its own, and each that ends makes room.', () => {
  const { open, begin } = scene();
  for (let at = 0; at < mostCalls; at += 1) expect(begin('bot', `call-${at}`)).toBe(true);
  expect([begin('bot', 'one more'), begin('other', 'first')]).toEqual([false, true]);
  open.delete('jun call-7');
  expect([begin('bot', 'one more'), begin('bot', 'and another')]).toEqual([true, false]);
});

test('Of agents whose calls have ended nothing is kept for long; those that have one under way are counted on.', () => {
  const { open, calls, begin } = scene();
  for (let at = 0; at < mostCalls; at += 1) begin('busy', `busy-${at}`);
  for (let at = 0; at < 10_000; at += 1) {
    begin(`bot ${at}`, `call-${at}`);
    open.delete(`jun call-${at}`);
  }
  expect(calls.size).toBeLessThan(200);
  expect(begin('busy', 'one more')).toBe(false);
});
