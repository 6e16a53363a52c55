// The log of a server: order, search, bounds, masking, files.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RotatingFile } from '../../../../../electron/core/hub-log/rotating-file.ts';
import { ServerLogs } from '../../../../../electron/core/servers/logs/server-logs.ts';

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'pilothouse-logs-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function logs(change: { folder?: string | null; secrets?: readonly string[] } = {}) {
  const changed: string[][] = [];
  const all = new ServerLogs({
    folder: change.folder ?? null,
    now: () => Date.parse('2026-11-22T01:00:00Z'),
    secrets: () => change.secrets ?? [],
    onChanged: ids => changed.push(ids),
    onTrouble: (_id, error) => {
      throw error;
    },
  });
  const texts = (query = {}) => all.read('a', { count: 2_000, ...query }).lines.map(({ text }) => text);
  return { all, changed, texts };
}

describe('ServerLogs', () => {
  test('Lines have a number, a time and the stream that they came on.', () => {
    const { all } = logs();
    all.line('a', 'starting');
    all.line('a', 'stdout: hello');
    const why = { kind: 'server-entered', state: 'running', agent: null, why: null } as const;
    all.say('a', why);
    const at = Date.parse('2026-11-22T01:00:00Z');
    expect(all.read('a', { count: 10 })).toEqual({
      lines: [
        { seq: 1, at, stream: 'stderr', text: 'starting' },
        { seq: 2, at, stream: 'stdout', text: 'hello' },
        { seq: 3, at, stream: 'pilothouse', text: 'running', why },
      ],
      newest: 3,
    });
  });

  test('A reader follows from a number, and finds lines by their text.', () => {
    const { all, texts } = logs();
    for (const text of ['One', 'two', 'one more']) all.line('a', text);
    expect([texts({ after: 1 }), texts({ text: 'ONE' }), texts({ count: 1 })]).toEqual([
      ['two', 'one more'],
      ['One', 'one more'],
      ['one more'],
    ]);
  });

  test('Secret values and what steers a terminal are in neither the lines nor the file.', async () => {
    const { all, texts } = logs({ folder, secrets: ['s3cr3t-value'] });
    all.line('a', 'key \x1b[31ms3cr3t-value\x1b[0m \x1b[2J');
    expect(texts()).toEqual(['key •••• ␛[2J']);
    const file = () => readFileSync(join(folder, 'a.log'), 'utf8');
    await expect.poll(file).toBe('2026-11-22T01:00:00.000Z stderr: key •••• ␛[2J\n');
    expect(statSync(join(folder, 'a.log')).mode & 0o777).toBe(0o600);
  });

  test('What the hub says is a value for the panel and English in the file, both without secrets.', async () => {
    const { all } = logs({ folder, secrets: ['s3cr3t-value'] });
    const why = (text: string) => ({
      kind: 'server-entered' as const,
      state: 'crashed' as const,
      agent: 'agent_1',
      why: { kind: 'foreign' as const, text },
    });
    all.say('a', why('no s3cr3t-value'));
    const [line] = all.read('a', { count: 1 }).lines;
    expect(line).toMatchObject({ text: 'crashed for agent_1: no ••••.', why: why('no ••••') });
    const file = () => readFileSync(join(folder, 'a.log'), 'utf8');
    await expect.poll(file).toBe('2026-11-22T01:00:00.000Z pilothouse: crashed for agent_1: no ••••.\n');
  });

  test('A flood is bounded and says how much it lost.', () => {
    const { all, texts } = logs();
    for (let line = 0; line < 5_000; line += 1) all.line('a', `line ${line}`);
    const kept = texts();
    expect([kept.length, kept.at(-2), kept.at(-1)]).toEqual([
      201,
      'line 199',
      '4800 more lines came at once and are left out.',
    ]);
  });

  test('Only the newest 2,000 lines are kept.', () => {
    const { all, texts } = logs();
    for (let line = 0; line < 3_000; line += 1) {
      all.line('a', `line ${line}`);
      if (line % 100 === 99) all.read('a', { count: 1 });
    }
    expect([texts().length, texts()[0]]).toEqual([2_000, 'line 1000']);
  });

  test('Changes are told at most every 200 ms, once for each server.', async () => {
    vi.useFakeTimers();
    const { all, changed } = logs();
    for (let times = 0; times < 10; times += 1) {
      all.line('a', 'x');
      all.line('b', 'y');
      await vi.advanceTimersByTimeAsync(100);
    }
    vi.useRealTimers();
    expect(changed.every(ids => ids.join() === 'a,b')).toBe(true);
    expect(changed.length).toBeLessThanOrEqual(5);
  });

  test('Clearing forgets the lines and both files, and the numbers go on.', async () => {
    const { all, texts } = logs({ folder });
    all.line('a', 'old');
    texts();
    await expect.poll(() => readdirSync(folder)).toEqual(['a.log']);
    await all.clear('a');
    expect([texts(), readdirSync(folder)]).toEqual([[], []]);
    all.line('a', 'new');
    expect(all.read('a', { count: 1 }).lines).toMatchObject([{ seq: 2, text: 'new' }]);
    await all.stop();
    expect(readFileSync(join(folder, 'a.log'), 'utf8')).toContain('new');
  });
});

describe('RotatingFile', () => {
  test('A full file becomes the older of two generations.', async () => {
    const file = join(folder, 'deep', 'a.log');
    const log = new RotatingFile(file, 10);
    for (const text of ['12345\n', '678\n', 'abcdef\n', 'ghijkl\n']) await log.append(text);
    expect(readdirSync(join(folder, 'deep'))).toEqual(['a.log', 'a.log.1']);
    expect([readFileSync(`${file}.1`, 'utf8'), readFileSync(file, 'utf8')]).toEqual(['abcdef\n', 'ghijkl\n']);
  });

  test('What is there already counts, and becomes private.', async () => {
    const file = join(folder, 'a.log');
    writeFileSync(file, '123456789\n', { mode: 0o644 });
    await new RotatingFile(file, 12).append('abc\n');
    expect([readFileSync(file, 'utf8'), readFileSync(`${file}.1`, 'utf8')]).toEqual(['abc\n', '123456789\n']);
    expect(statSync(`${file}.1`).mode & 0o777).toBe(0o600);
  });
});
