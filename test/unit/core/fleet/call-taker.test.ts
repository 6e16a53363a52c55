// Calls that a hub carries out for others: what it refuses for want of room is said to be begun nowhere, and what one hub sends changes nothing for another.
import { expect, test } from 'vitest';
import { CallTaker } from '../../../../electron/core/fleet/shared/call-taker.ts';
import type { BegunCall } from '../../../../electron/core/fleet/shared/call-taker.ts';
import type { SharedFrame } from '../../../../electron/core/fleet/shared/shared-frames.ts';

function aTaker(begun: (call: BegunCall) => unknown = () => {}) {
  const sent: (SharedFrame & { readonly to: string })[] = [];
  const ran: string[] = [];
  const taker = new CallTaker({
    now: () => 0,
    send: (to, frame) => {
      sent.push({ ...frame, to });
      return true;
    },
    run: call => {
      ran.push(`${call.asker} ${call.id}`);
      begun(call);
    },
    tooLarge: text => text,
    full: text => `full: ${text}`,
  });
  const offer = (asker: string, call: string, now = true) =>
    taker.hear(asker, { t: 'offer', call, attempt: 0, share: 'files', now, text: call });
  return { taker, sent, ran, offer };
}

test('A call that finds no room is answered at once and does not begin; it finds room at another asker.', () => {
  const { sent, ran, offer } = aTaker();
  for (let index = 0; index < 5_000; index++) offer('mia', `call-${index}`);
  expect(ran).toHaveLength(5_000);
  offer('mia', 'one-more');
  offer('mia', 'one-more');
  expect(ran).toHaveLength(5_000);
  expect(sent.filter(({ call }) => call === 'one-more')).toEqual([
    { t: 'done', call: 'one-more', text: 'full: one-more', to: 'mia' },
  ]);
  // Of a group another hub takes it.
  offer('mia', 'of-group', false);
  expect(sent.filter(({ call }) => call === 'of-group')).toEqual([]);
  offer('kai', 'one-more');
  expect(ran.at(-1)).toBe('kai one-more');
});

test('Whatever one hub cancels, no call of another begins twice.', () => {
  const { taker, ran, offer } = aTaker();
  offer('kai', 'call-of-kai');
  taker.hear('kai', { t: 'cancel', call: 'call-of-kai', reason: null });
  for (let index = 0; index < 100_000; index++) taker.hear('eve', { t: 'cancel', call: `eve-${index}`, reason: null });
  offer('kai', 'call-of-kai');
  expect(ran).toEqual(['kai call-of-kai']);
});

test('What is answered is kept until it was heard, also where several are told of at once.', () => {
  const calls: BegunCall[] = [];
  const { taker, sent, offer } = aTaker(call => calls.push(call));
  for (const id of ['call-one', 'call-two', 'call-three']) offer('mia', id);
  for (const call of calls) call.answer(`answer ${call.id}`);
  taker.hear('mia', { t: 'got', call: 'call-one', more: ['call-three'] });
  taker.beat();
  expect(sent.at(-1)).toEqual({ t: 'beat', call: 'call-two-beat', open: [], done: ['call-two'], asked: [], to: 'mia' });
});

test('One hub alone that is asked says no word before its answer, but for the beat that names the call.', () => {
  const { taker, sent, offer } = aTaker();
  offer('mia', 'call-one');
  expect(sent).toEqual([]);
  taker.beat();
  expect(sent).toEqual([{ t: 'beat', call: 'call-one-beat', open: ['call-one'], done: [], asked: [], to: 'mia' }]);
});
