// The recorder: private files of bounded size, of which the oldest go, and trouble that is told.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { LineReader } from '../../../../../electron/core/trace/import/read-line.ts';
import { Recorder } from '../../../../../electron/core/trace/record/recorder.ts';
import { about, Bench } from './tool-fixtures.ts';

function folderOf(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-recorder-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function entryOf(seq = 1) {
  const bench = new Bench();
  bench.add();
  return [{ ...bench.columns.entry(bench.columns.slotOf(1)), seq }, bench.columns.payload(1)] as const;
}

const limits = { fileBytes: 100_000, allBytes: 300_000 };
let clock = about.at;
const now = () => (clock += 1_000);

describe('the recorder', () => {
  test('Files are for their owner alone, and their lines are those of an export.', () => {
    const folder = folderOf();
    const recorder = new Recorder(folder, about, now, limits);
    recorder.entry(...entryOf(7));
    recorder.stop();
    const [name = ''] = fs.readdirSync(folder);
    expect(fs.statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
    const [header, line = ''] = fs.readFileSync(path.join(folder, name), 'utf8').split('\n');
    expect(JSON.parse(header ?? '')).toMatchObject({ format: 'pilothouse trace' });
    expect(new LineReader().read(line)).toMatchObject({ open: { seq: 7 }, close: { seq: 7 } });
  });

  test('However much is recorded, the files are bounded, and the newest entries are in them.', () => {
    const folder = folderOf();
    const recorder = new Recorder(folder, about, now, limits);
    const [entry, payload] = entryOf();
    for (let seq = 1; seq <= 4_000; seq += 1) recorder.entry({ ...entry, seq }, payload);
    recorder.stop();
    const files = fs.readdirSync(folder).toSorted();
    const sizes = files.map(name => fs.statSync(path.join(folder, name)).size);
    expect(files.length).toBeGreaterThan(1);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(limits.allBytes + 100_000);
    expect(fs.readFileSync(path.join(folder, files.at(-1) ?? ''), 'utf8')).toContain('"seq":4000,');
    expect(recorder.state.entries).toBe(4_000);
  });

  test('A file of another name is left alone, and so is one that is there already.', () => {
    const folder = folderOf();
    fs.writeFileSync(path.join(folder, 'mine.txt'), 'x'.repeat(500_000));
    const at = () => about.at;
    new Recorder(folder, about, at, limits).stop();
    new Recorder(folder, about, at, limits).stop();
    expect(fs.readdirSync(folder).toSorted()).toEqual([
      'mine.txt',
      'trace-20261122T000000-000.jsonl',
      'trace-20261122T000000-001.jsonl',
    ]);
  });

  test('Where nothing can be written it is off and says why.', () => {
    const recorder = new Recorder(path.join(folderOf(), 'nowhere'), about, now, limits);
    expect(recorder.state).toMatchObject({ on: false, failure: expect.stringContaining('ENOENT') as string });
    recorder.entry(...entryOf());
    recorder.stop();
  });
});
