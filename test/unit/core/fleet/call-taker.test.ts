// Calls that a hub carries out for others: what it refuses for want of room is said to be begun nowhere, and what one hub sends changes nothing for another.
import { expect, test } from 'vitest';
import { CallTaker } from '../../../../electron/core/fleet/shared/call-taker.ts';
import type { ShareUnable } from '../../../../contract/fleet.ts';
import type { BegunCall } from '../../../../electron/core/fleet/shared/asker-calls.ts';
import type { SharedFrame } from '../../../../electron/core/fleet/shared/shared-frames.ts';

function aTaker(
  begun: (call: BegunCall) => unknown = () => {},
  time = { now: 0 },
  stands: { so: ShareUnable | null } = { so: null },
) {
  const sent: (SharedFrame & { readonly to: string })[] = [];
  const ran: string[] = [];
  const taker = new CallTaker({
    now: () => time.now,
    send: (to, frame) => {
      sent.push({ ...frame, to });
      return true;
    },
    unable: () => stands.so,
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
  for (let index = 0; index < 5_000; index++) offer('mia', `askertok-${index}`);
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
  expect(sent.at(-1)).toEqual({
    t: 'beat',
    call: 'call-two-beat',
    open: [],
    done: ['call-two'],
    asked: [],
    turns: [],
    to: 'mia',
  });
});

test('One hub alone that is asked says no word before its answer, but for the beat that names the call.', () => {
  const { taker, sent, offer } = aTaker();
  offer('mia', 'call-one');
  expect(sent).toEqual([]);
  taker.beat();
  expect(sent).toEqual([
    { t: 'beat', call: 'call-one-beat', open: ['call-one'], done: [], asked: [], turns: [], to: 'mia' },
  ]);
});

test('An asker that has heard no beat for half an hour is gone: what is open for it ends, and its agents hear of it.', () => {
  const time = { now: 0 };
  const over: string[] = [];
  const { taker, offer } = aTaker(call => {
    call.onGone = () => over.push(`${call.id} is not wanted`);
    call.onOver = () => over.push(`${call.id} is over`);
  }, time);
  for (const call of ['killed-1-call', 'standing-call']) offer('mia', call);
  offer('kai', 'killed-1-call');
  const beat = (isHeard: boolean) => {
    time.now += 500;
    taker.beat();
    if (!isHeard) taker.nobody('mia', 'killed-1');
  };
  for (let count = 0; count < 3_599; count += 1) beat(false);
  // It was cut off for so long, and is back.
  for (let count = 0; count < 12; count += 1) beat(true);
  for (let count = 0; count < 3_599; count += 1) beat(false);
  expect([taker.isOpen('mia', 'killed-1-call'), over]).toEqual([true, []]);
  for (let count = 0; count < 3; count += 1) beat(false);
  expect(over).toEqual(['killed-1-call is over', 'killed-1-call is not wanted']);
  expect(taker.isOpen('mia', 'killed-1-call')).toBe(false);
  expect([taker.isOpen('mia', 'standing-call'), taker.isOpen('kai', 'killed-1-call')]).toEqual([true, true]);
});

test('Whoever carries a call out hears once that it is over: answered, or not wanted.', () => {
  const over: string[] = [];
  const { taker, offer } = aTaker(call => {
    call.onOver = () => over.push(call.id);
    if (call.id === 'call-one') call.answer('done');
  });
  for (const call of ['call-one', 'call-two', 'call-three']) offer('mia', call);
  taker.hear('mia', { t: 'cancel', call: 'call-two', reason: null });
  taker.hear('mia', { t: 'cancel', call: 'call-one', reason: null });
  taker.endWhere(
    ({ id }) => id === 'call-three',
    () => 'ended',
  );
  expect(over).toEqual(['call-one', 'call-two', 'call-three']);
});

test('However many programs ask under one name, they have no more beats than a fleet needs; another hub has its own.', () => {
  const { taker, sent, ran, offer } = aTaker(call => call.answer('refused'));
  for (let index = 0; index < 5_000; index++) offer('eve', `${String(index).padStart(8, '0')}-call`);
  offer('kai', 'of-kai-1-call');
  expect(ran).toHaveLength(129);
  expect(sent.filter(({ to, t }) => to === 'eve' && t === 'done')).toHaveLength(5_000);
  sent.length = 0;
  taker.beat();
  expect(sent.filter(({ to }) => to === 'eve')).toHaveLength(128);
  expect(sent.filter(({ to }) => to === 'kai')).toHaveLength(1);
  // Once it has heard an answer, and another program asks in its place, there is room.
  taker.hear('eve', { t: 'got', call: '00000000-call', more: [] });
  offer('eve', 'one-more-call');
  expect(ran.at(-1)).toBe('eve one-more-call');
});

test('Where answers that were not heard take too much, those of whoever has most are forgotten.', () => {
  const { taker, sent, offer } = aTaker(call => call.answer(call.asker === 'eve' ? 'x'.repeat(1_000_000) : 'short'));
  offer('kai', 'of-kai-1-call');
  for (let index = 0; index < 100; index++) offer('eve', `of-eve-1-${index}`);
  sent.length = 0;
  taker.hear('kai', { t: 'again', call: 'of-kai-1-call' });
  taker.hear('eve', { t: 'again', call: 'of-eve-1-0' });
  taker.hear('eve', { t: 'again', call: 'of-eve-1-99' });
  expect(sent.map(({ call }) => call)).toEqual(['of-kai-1-call', 'of-eve-1-99']);
});

test('Of a group nothing is begun while its server cannot run, not even what was taken before; one on its way begins what nobody else has taken.', () => {
  const stands: { so: ShareUnable | null } = { so: null };
  const { taker, sent, ran, offer } = aTaker(() => {}, { now: 0 }, stands);
  const go = (call: string, attempt = 0) => taker.hear('mia', { t: 'go', call, attempt, text: call });
  const patiently = (call: string, attempt: number) =>
    taker.hear('mia', { t: 'offer', call, attempt, share: 'files', now: false, patient: true, text: '' });
  offer('mia', 'call-one', false);
  stands.so = 'stopped';
  go('call-one');
  patiently('call-two', 0);
  expect(sent.slice(1).map(({ t, call }) => `${t} ${call}`)).toEqual(['unable call-one', 'unable call-two']);
  // What it has said so of is not begun when it comes twice: another hub may have it by now.
  stands.so = null;
  offer('mia', 'call-one', false);
  go('call-one');
  expect(ran).toEqual([]);
  stands.so = 'starting';
  offer('mia', 'call-three', false);
  go('call-three');
  expect(ran).toEqual([]);
  patiently('call-three', 1);
  go('call-three', 1);
  expect(ran).toEqual(['mia call-three']);
});
