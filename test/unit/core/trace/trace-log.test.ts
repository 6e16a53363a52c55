// The trace log with its real worker thread.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { TraceLog, traceLimits } from '../../../../electron/core/trace/trace-log.ts';
import { inEnglish } from '../../../../words/english.ts';
import { buildWorker, closing, everything, opening, workerEntry } from './trace-fixtures.ts';
import type { TraceChange, TraceLogOptions } from '../../../../electron/core/trace/trace-log.ts';
import type { BuiltWorker } from './trace-fixtures.ts';

let worker: BuiltWorker;
let dyingWorker: BuiltWorker;

beforeAll(async () => {
  [worker, dyingWorker] = await Promise.all([buildWorker(workerEntry), buildWorker('./dying-worker.ts')]);
});

afterAll(async () => {
  await Promise.all([worker.remove(), dyingWorker.remove()]);
});

function start(options: Partial<TraceLogOptions> = {}) {
  const changes: TraceChange[] = [];
  const problems: string[] = [];
  let clock = 0;
  const log = new TraceLog({
    workerPath: worker.file,
    now: () => 1_000,
    monotonic: () => clock,
    redactValues: () => [],
    onChanged: change => changes.push(change),
    problems: reason => problems.push(inEnglish(reason)),
    limits: traceLimits,
    ...options,
  });
  onTestFinished(() => log.stop());
  return { log, changes, problems, pass: (ms: number) => (clock += ms) };
}

describe('the trace log', () => {
  test('joins a response to its request and measures the time between on the monotonic clock', async () => {
    const { log, pass } = start();
    const seq = log.open(opening());
    pass(40);
    log.waiting(seq);
    pass(2.5);
    log.close(seq, closing({ waitedMs: 30 }));
    const { entries } = await log.query('window', { filter: everything, from: -1, count: 10 });
    expect(entries).toMatchObject([{ seq: 1, at: 1_000, outcome: 'ok', latencyMs: 42.5, waitedMs: 30 }]);
  });

  test('shows in a window everything that was traced before it was asked for', async () => {
    const { log } = start();
    for (let n = 0; n < 1_234; n += 1) log.open(opening({ method: `m${n}` }));
    const { total, entries } = await log.query('window', { filter: everything, from: 1_230, count: 200 });
    expect([total, entries.map(({ method }) => method)]).toEqual([1_234, ['m1230', 'm1231', 'm1232', 'm1233']]);
  });

  test('masks by key, and by values that are secret when the batch leaves', async () => {
    const secrets: string[] = [];
    const { log } = start({ redactValues: () => secrets });
    const seq = log.open(opening({ payload: '{"password":"x","note":"hunter2"}' }));
    secrets.push('hunter2');
    const why = { kind: 'run', run: 'hunter2', max: 3 } as const;
    log.close(seq, closing({ outcome: 'error', reason: 'hunter2 is wrong', why, payload: '{"echo":"hunter2"}' }));
    expect(await log.query('payload', { seq: seq })).toEqual({
      seq,
      request: '{"password":"••••","note":"••••"}',
      response: '{"echo":"••••"}',
      dropped: false,
    });
    expect((await log.query('window', { filter: everything, from: -1, count: 1 })).entries[0]).toMatchObject({
      reason: '•••• is wrong',
      why: { ...why, run: '••••' },
    });
  });

  test('takes 50,000 entries with their responses and keeps the newest', async () => {
    const { log } = start({ limits: { entries: 40_000, payloadBytes: 1024 * 1024 } });
    for (let n = 1; n <= 50_000; n += 1) {
      log.close(log.open(opening({ tool: n % 1_000 ? 'click' : 'navigate' })), closing());
      if (n % 5_000 === 0) await log.query('payload', { seq: n });
    }
    const { total, matched, from, entries } = await log.query('window', {
      filter: { text: 'NAVIG', outcome: 'ok' },
      from: -1,
      count: 2,
    });
    expect([total, matched, from, entries.map(({ seq }) => seq)]).toEqual([40_000, 40, 38, [49_000, 50_000]]);
    expect([
      (await log.query('payload', { seq: 10_001 })).dropped,
      (await log.query('payload', { seq: 50_000 })).dropped,
    ]).toEqual([true, false]);
  });

  test('answers windows in the midst of a stream of entries', async () => {
    const { log, problems } = start();
    const newest: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      for (let n = 0; n < 400; n += 1) log.open(opening());
      newest.push((await log.query('window', { filter: { text: 'tools' }, from: -1, count: 1 })).entries[0]?.seq ?? 0);
    }
    expect([newest, problems]).toEqual([Array.from({ length: 20 }, (_, round) => (round + 1) * 400), []]);
  });

  test('tells of changes at most every 100 ms, and of the newest one in the end', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { log, changes } = start();
    for (let n = 0; n < 5; n += 1) {
      log.open(opening());
      await log.query('window', { filter: everything, from: -1, count: 1 });
    }
    expect(changes).toEqual([{ total: 1, newest: 1 }]);
    vi.advanceTimersByTime(100);
    expect(changes).toEqual([
      { total: 1, newest: 1 },
      { total: 5, newest: 5 },
    ]);
    vi.advanceTimersByTime(500);
    expect(changes.length).toBe(2);
  });

  test('leaves out texts, then entries, that the worker cannot take in time, and says so once', async () => {
    const { log, problems } = start({ limits: { entries: 1_000, payloadBytes: 1_000 } });
    for (let n = 1; n <= 1_500; n += 1) log.open(opening({ payload: `"${'x'.repeat(98)}"` }));
    const { total } = await log.query('window', { filter: everything, from: -1, count: 1 });
    expect([total, problems]).toEqual([1_000, [expect.stringMatching(/^The trace is 1000 entries behind/)]]);
    expect([
      (await log.query('payload', { seq: 1 })).dropped,
      (await log.query('payload', { seq: 1_000 })).dropped,
    ]).toEqual([false, true]);
    const seq = log.open(opening());
    expect([
      seq,
      (await log.query('window', { filter: everything, from: -1, count: 1 })).entries[0]?.seq,
      (await log.query('payload', { seq: seq })).dropped,
    ]).toEqual([1_501, 1_501, false]);
  });

  test('forgets what comes after stop, which may be called twice', async () => {
    const { log, problems } = start();
    log.open(opening());
    await log.stop();
    await log.stop();
    expect(log.open(opening())).toBe(2);
    await expect(log.query('window', { filter: everything, from: -1, count: 1 })).rejects.toMatchObject({
      code: 'ERR_INTERNAL',
    });
    expect(problems).toEqual([]);
  });
});

describe('a worker that dies', () => {
  async function die(log: ReturnType<typeof start>['log'], problems: string[]) {
    const before = problems.length;
    log.open(opening({ method: 'die' }));
    await expect.poll(() => problems.length).toBeGreaterThan(before);
  }

  test('is replaced by an empty one, and the numbers go on', async () => {
    const { log, changes, problems } = start({ workerPath: dyingWorker.file, redactValues: () => ['hunter2'] });
    const old = log.open(opening());
    await die(log, problems);
    log.close(old, closing());
    const seq = log.open(opening({ payload: '"hunter2"' }));
    const { total, entries } = await log.query('window', { filter: everything, from: -1, count: 10 });
    expect([total, entries.map(entry => entry.seq), (await log.query('payload', { seq: seq })).request]).toEqual([
      1,
      [3],
      '"••••"',
    ]);
    expect(problems).toEqual(['The trace stopped (exit code 3); it began anew, without the entries before.']);
    expect(changes).toContainEqual({ total: 0, newest: 2 });
  });

  test('rejects the questions that it did not answer', async () => {
    const { log } = start({ workerPath: dyingWorker.file });
    await log.query('window', { filter: everything, from: -1, count: 1 });
    log.open(opening({ method: 'die' }));
    await expect(log.query('window', { filter: everything, from: -1, count: 1 })).rejects.toThrow(
      'The trace stopped while it was read and began anew; ask again.',
    );
  });

  test('again and again is given up with a sentence, and the tap goes on counting', async () => {
    const { log, problems } = start({ workerPath: dyingWorker.file });
    for (let n = 0; n < 4; n += 1) await die(log, problems);
    expect(problems.at(-1)).toBe(
      'The trace stopped too often and is off (exit code 3); start Pilothouse again to have it.',
    );
    expect(log.open(opening())).toBe(5);
    await expect(log.query('payload', { seq: 5 })).rejects.toThrow('The trace is off');
  });

  test('with long times between is always replaced', async () => {
    const { log, problems, pass } = start({ workerPath: dyingWorker.file });
    for (let n = 0; n < 5; n += 1) {
      pass(60_000);
      await die(log, problems);
    }
    log.open(opening());
    expect((await log.query('window', { filter: everything, from: -1, count: 1 })).total).toBe(1);
  });

  test('because its file is missing does not take the hub with it', async () => {
    const { problems } = start({ workerPath: `${worker.file}.missing` });
    await expect.poll(() => problems.length).toBe(4);
    await sleep(0);
    expect(problems.at(-1)).toMatch(/^The trace stopped too often and is off \(Cannot find module/);
  });
});
