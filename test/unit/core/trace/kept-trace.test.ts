// What a trace leaves on disk to the next one: the newest entries, in private files, without the texts of messages.
import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readKeptTrace } from '../../../../electron/core/trace/record/kept-files.ts';
import { KeptTail } from '../../../../electron/core/trace/record/kept-tail.ts';
import { TraceLog, traceLimits } from '../../../../electron/core/trace/trace-log.ts';
import { buildWorker, closing, everything, opening, workerEntry } from './trace-fixtures.ts';
import type { TraceEntry } from '../../../../contract/schemas/trace.ts';
import type { BuiltWorker } from './trace-fixtures.ts';

let worker: BuiltWorker;
beforeAll(async () => {
  worker = await buildWorker(workerEntry);
});
afterAll(() => worker.remove());

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pilothouse-kept-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return path.join(folder, 'traces');
}

async function start(folder: string, secrets: readonly string[] = []): Promise<TraceLog> {
  const log = new TraceLog({
    workerPath: worker.file,
    now: () => 1_000,
    monotonic: () => 0,
    redactValues: () => secrets,
    onChanged: () => {},
    problems: () => {},
    limits: traceLimits,
    kept: await readKeptTrace(folder),
  });
  onTestFinished(() => log.stop());
  return log;
}

async function entriesOf(log: TraceLog): Promise<readonly TraceEntry[]> {
  return (await log.query('window', { filter: everything, from: 0, count: 100 })).entries;
}

/** What an earlier run kept is put back while the thread takes new entries. */
function restored(log: TraceLog, count: number): Promise<void> {
  return expect.poll(async () => (await entriesOf(log)).length, { timeout: 20_000 }).toBe(count);
}

const filesOf = (folder: string) => fs.readdirSync(folder).map(name => path.join(folder, name));
const textOf = (folder: string) =>
  filesOf(folder)
    .map(file => fs.readFileSync(file, 'utf8'))
    .join('');

describe('what is left to the next run', () => {
  test('are the entries that ended, under their numbers; those of the next run come behind them.', async () => {
    const folder = await newFolder();
    const first = await start(folder);
    const call = first.open(opening());
    const answer = first.open(opening({ parent: call, kind: 'notification', method: 'progress', tool: null }));
    first.close(call, closing({ outcome: 'refused', code: 'ERR_NOT_OWNER', rule: 'owner 1' }));
    first.open(opening({ method: 'never/answered' }));
    const before = (await entriesOf(first)).slice(0, 2);
    await first.stop();
    const next = await start(folder);
    expect(next.open(opening({ method: 'ping' }))).toBe(answer + 1);
    await restored(next, 3);
    expect((await entriesOf(next)).slice(0, 2)).toEqual(before.map(entry => ({ ...entry, reason: null })));
    const third = await start(folder);
    await restored(third, 2);
  });

  test('is none of the texts of messages and none of the reasons, and it is masked.', async () => {
    const folder = await newFolder();
    const log = await start(folder, ['hunter2']);
    const call = log.open(opening({ method: 'tools/hunter2', payload: '{"typed":"my diary"}' }));
    log.close(call, closing({ payload: '{"page":"a bank"}', outcome: 'error', reason: 'The page says: a letter.' }));
    await log.query('flush-kept', {});
    const text = textOf(folder);
    expect(text).toContain('"outcome":"error"');
    expect(text).not.toMatch(/hunter2|diary|bank|letter/);
    await log.stop();
    const next = await start(folder);
    await restored(next, 1);
    expect(await next.query('payload', { seq: call })).toMatchObject({ request: null, response: null, dropped: true });
  });

  test('is nothing of what a private window shows: no address, no title and no text, in whatever an entry tells of its end.', async () => {
    const folder = await newFolder();
    const log = await start(folder);
    const moved = {
      tool: 'computer',
      browser: 'Work',
      tab: 7,
      decided: 'https://clinic.example',
      how: 'read',
    } as const;
    const params = JSON.stringify({ name: 'navigate', arguments: { tabId: 7, url: 'https://clinic.example/results' } });
    const call = log.open(opening({ method: 'tools/call', tool: 'navigate', tabId: 7, payload: params }));
    log.close(
      call,
      closing({
        payload: '{"content":[{"type":"text","text":"Title: Your diagnosis"}]}',
        outcome: 'error',
        code: 'ERR_TAB_MOVED',
        reason: 'computer was decided for https://clinic.example, and tab 7 shows https://clinic.example/results.',
        why: { kind: 'page-moved', ...moved, url: 'https://clinic.example/results' },
      }),
    );
    const refusal = { kind: 'foreign', text: 'It was about the page “Your diagnosis”.' } as const;
    log.close(log.open(opening({ tabId: 7 })), closing({ outcome: 'refused', rule: 'grant 3', why: refusal }));
    // The panel sees all of it while the hub runs.
    expect(JSON.stringify(await entriesOf(log))).toContain('clinic.example');
    await log.query('flush-kept', {});
    const lines = textOf(folder).trim().split('\n').slice(-2);
    expect(lines.map(line => JSON.parse(line) as TraceEntry)).toMatchObject([
      { tool: 'navigate', tabId: 7, outcome: 'error', code: 'ERR_TAB_MOVED', reason: null },
      { tabId: 7, outcome: 'refused', rule: 'grant 3', reason: null },
    ]);
    expect(textOf(folder)).not.toMatch(/clinic|diagnosis|results/i);
  });

  test('lies in private files, which the user can delete while the hub runs.', async () => {
    const folder = await newFolder();
    const log = await start(folder);
    const write = async (method: string) => {
      log.close(log.open(opening({ method })), closing());
      await log.query('flush-kept', {});
    };
    await write('before');
    expect(filesOf(folder).map(file => fs.statSync(file).mode & 0o777)).toEqual([0o600]);
    await log.query('forget-kept', {});
    expect(filesOf(folder)).toEqual([]);
    await write('behind');
    expect([textOf(folder).includes('behind'), textOf(folder).includes('before')]).toEqual([true, false]);
  });

  test('is left out where its lines were damaged; the others are there.', async () => {
    const folder = await newFolder();
    const first = await start(folder);
    for (let call = 0; call < 3; call += 1) first.close(first.open(opening()), closing());
    await first.stop();
    const [file = ''] = filesOf(folder);
    const [one, , three] = fs.readFileSync(file, 'utf8').split('\n');
    // As a kill in the middle of a line leaves it, and as somebody else would write it.
    fs.writeFileSync(file, [one, '{"seq":2,"at":', three, '{"seq":999999999999999,"x":1}', 'nonsense'].join('\n'));
    const next = await start(folder);
    await restored(next, 2);
    expect((await entriesOf(next)).map(({ seq }) => seq)).toEqual([1, 3]);
    expect(next.open(opening())).toBe(4);
  });
});

describe('its files', () => {
  function tailIn(folder: string, fileBytes: number) {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const entry = (seq: number) => (seq === 0 ? null : ({ seq, reason: 'x' } as unknown as TraceEntry));
    return new KeptTail({ folder, entry, fileBytes });
  }
  const numbers = (folder: string) => [...textOf(folder).matchAll(/"seq":(\d+)/g)].map(([, seq]) => Number(seq));

  test('stay within twice their bound, and hold the newest.', async () => {
    const folder = await newFolder();
    const tail = tailIn(folder, 200);
    for (let seq = 1; seq <= 100; seq += 1) {
      tail.ended(seq);
      tail.flush();
    }
    const sizes = filesOf(folder).map(file => fs.statSync(file).size);
    expect([sizes.length, sizes.every(size => size <= 200), Math.max(...numbers(folder))]).toEqual([2, true, 100]);
  });

  test('take the newest of a flood, and nothing of what is gone from memory.', async () => {
    const folder = await newFolder();
    const tail = tailIn(folder, 1_000_000);
    for (let seq = 1; seq <= 50_000; seq += 1) tail.ended(seq);
    tail.ended(0);
    tail.flush();
    const kept = numbers(folder);
    expect([kept.length <= 1_000, kept.at(-1)]).toEqual([true, 50_000]);
  });

  test('are not written through a link that somebody planted; the failure says so.', async () => {
    const folder = await newFolder();
    const tail = tailIn(folder, 200);
    const other = path.join(folder, '../mine.txt');
    fs.writeFileSync(other, 'mine');
    fs.symlinkSync(other, path.join(folder, 'kept.jsonl'));
    tail.ended(1);
    tail.flush();
    expect([fs.readFileSync(other, 'utf8'), tail.failure]).toEqual(['mine', expect.stringContaining('ELOOP')]);
    await expect(readKeptTrace(folder)).rejects.toThrow('ELOOP');
  });

  test('are read from a private folder alone.', async () => {
    const folder = await newFolder();
    fs.mkdirSync(folder, { recursive: true });
    fs.chmodSync(folder, 0o755);
    await expect(readKeptTrace(folder)).rejects.toMatchObject({ reason: { kind: 'folder-not-private' } });
  });
});
