// The hub's log over its generations: bounded, read in order, and followed through a rotation without a gap.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LogFollower, readLog } from '../../../../electron/core/hub-log/read-log.ts';
import { RotatingFile } from '../../../../electron/core/hub-log/rotating-file.ts';
import type { HubLogLine } from '../../../../contract/schemas/hub-log.ts';

function createLog(limit: number) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-log-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'log', 'hub.log');
  const rotating = new RotatingFile(file, limit, 2);
  let at = 0;
  const write = async (count: number) => {
    for (let written = 0; written < count; written += 1) {
      const line = { at: ++at, level: 'info', part: 'hub', what: { kind: 'log-stopped', pid: at } };
      await rotating.append(`${JSON.stringify(line)}\n`);
    }
  };
  return { file, write };
}

const times = (lines: readonly HubLogLine[]) => lines.map(({ at }) => at);

test('it keeps two older files, private as the newest, and reads all of them in order', async () => {
  const { file, write } = createLog(300);
  await write(20);
  expect(fs.readdirSync(path.dirname(file)).toSorted()).toEqual(['hub.log', 'hub.log.1', 'hub.log.2']);
  for (const name of fs.readdirSync(path.dirname(file)))
    expect(fs.statSync(path.join(path.dirname(file), name)).mode & 0o777).toBe(0o600);
  const lines = times(await readLog(file, 100));
  expect(lines.at(-1)).toBe(20);
  expect(lines).toEqual(lines.toSorted((one, other) => one - other));
  expect(times(await readLog(file, 2))).toEqual([19, 20]);
});

test('who follows it misses nothing when it is put aside for a new one', async () => {
  const { file, write } = createLog(300);
  await write(2);
  const follower = new LogFollower(file);
  await follower.skip();
  await write(2);
  expect(times(await follower.next())).toEqual([3, 4]);
  await write(4);
  expect(times(await follower.next())).toEqual([5, 6, 7, 8]);
});

test('what is no line of a log is passed over', async () => {
  const { file, write } = createLog(10_000);
  await write(1);
  fs.appendFileSync(file, 'half a line\n{"at":1}\n');
  await write(1);
  expect(times(await readLog(file, 10))).toEqual([1, 2]);
});
