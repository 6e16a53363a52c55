// How a signal is sent: in requests of a bounded size, smaller ones where a receiver asks for it, and with room for calls between long rows.
import { setImmediate as immediate } from 'node:timers';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { SignalSender } from '../../../../electron/core/telemetry/signal-sender.ts';
import type { SignalHealth } from '../../../../contract/schemas/telemetry.ts';
import type { PostOutcome } from '../../../../electron/core/telemetry/otlp-post.ts';

const taken: PostOutcome = { kind: 'taken', body: new Uint8Array() };
const refused = (status: number): PostOutcome => ({ kind: 'refused', status, said: 'No' });
const busy: PostOutcome = { kind: 'again', status: 503, said: '', retryAfterMs: 0 };

interface Wanted {
  readonly answer?: (rows: readonly string[], request: number) => PostOutcome;
  readonly isNewestAlone?: boolean;
  readonly written?: (row: string) => readonly string[];
}

function open({ answer = () => taken, isNewestAlone = false, written = row => [row] }: Wanted) {
  const requests: string[][] = [];
  let health: SignalHealth | null = null;
  const sender = new SignalSender<string>({
    address: 'http://127.0.0.1:4318',
    written,
    serialize: rows => Buffer.from(JSON.stringify(rows)),
    accepted: () => ({ rejected: 0, said: '' }),
    post: async body => {
      const rows = JSON.parse(Buffer.from(body).toString()) as string[];
      requests.push(rows);
      return answer(rows, requests.length);
    },
    now: () => 7,
    random: () => 0,
    onHealth: each => (health = each),
    batchMs: 1,
    isNewestAlone,
    ...(isNewestAlone && { bounds: { rows: 1, bytes: 1 } }),
  });
  onTestFinished(() => sender.stop());
  return { sender, requests, health: () => health };
}

async function sent(sender: SignalSender<string>): Promise<void> {
  while (sender.health.queued > 0) await setImmediate();
}

const rows = (count: number) => Array.from({ length: count }, (_, at) => `row ${at}`);

test('A request has no more rows than the bytes of one allow, and each row comes once, in its order.', async () => {
  const { sender, requests } = open({});
  const quarter = 256 * 1024;
  for (const row of rows(10)) sender.push(row, quarter);
  await sent(sender);
  expect(requests.map(({ length }) => length)).toEqual([4, 4, 2]);
  expect(requests.flat()).toEqual(rows(10));
  expect(sender.health).toMatchObject({ sent: 10, dropped: 0 });
});

test('One that is too large for its receiver goes in halves, and later ones are no larger; one row alone that is too large is dropped.', async () => {
  const answer = (got: readonly string[]) => (got.length > 2 || got.includes('row 5') ? refused(413) : taken);
  const { sender, requests } = open({ answer });
  const bytes = 64 * 1024;
  for (const row of rows(8)) sender.push(row, bytes);
  await sent(sender);
  expect(requests.map(({ length }) => length)).toEqual([8, 4, 2, 2, 2, 1, 1, 1, 1]);
  expect(sender.health).toMatchObject({ sent: 7, dropped: 1, reason: { kind: 'telemetry-refused', status: 413 } });
  const before = requests.length;
  for (const row of ['a', 'b', 'c', 'd']) sender.push(row, bytes);
  await sent(sender);
  expect(requests.slice(before).flat().join('')).toBe('abcd');
  expect(requests.slice(before).every(({ length }) => length <= 2)).toBe(true);
});

test('Between rows that are long others have their turn, and one that cannot be written stops none.', async () => {
  let turns = 0;
  const at: number[] = [];
  const written = (row: string) => {
    at.push(turns);
    if (row === 'row 3') throw new Error('It cannot be read.');
    return [row];
  };
  const { sender, requests } = open({ written });
  const turn = () => {
    turns += 1;
    next = immediate(turn);
  };
  let next = immediate(turn);
  for (const row of rows(6)) sender.push(row, 64 * 1024);
  await sent(sender);
  clearImmediate(next);
  expect(new Set(at).size).toBe(6);
  expect(requests).toEqual([rows(6).filter(row => row !== 'row 3')]);
  expect(sender.health).toMatchObject({ sent: 5, dropped: 1, reason: { said: 'It cannot be read.' } });
});

test('Where the newest says all, it alone is sent when the receiver is back, and what it stands for is not lost.', async () => {
  const { sender, requests } = open({ isNewestAlone: true, answer: (_, request) => (request === 1 ? busy : taken) });
  sender.push('first', 1);
  while (requests.length === 0) await setImmediate();
  for (const row of ['second', 'third']) sender.push(row, 1);
  await sent(sender);
  expect(requests).toEqual([['first'], ['third']]);
  expect(sender.health).toMatchObject({ sent: 1, dropped: 0, queued: 0 });
});
