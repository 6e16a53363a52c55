// A file that is watched where the system gives no watcher: it is looked at again and again instead.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FileWatch } from '../../../../../electron/core/permissions/policy/file-watch.ts';

test('A change is told of also where the folder cannot be watched.', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pilothouse-watch-'));
  const file = path.join(folder, 'not-there-yet/policy.json');
  const told = vi.fn();
  const watch = new FileWatch(file, told);
  onTestFinished(() => {
    watch.stop();
    rmSync(folder, { recursive: true });
  });
  const times = (count: number) => expect.poll(() => told).toHaveBeenCalledTimes(count);
  // The first look finds nothing, and tells of that too.
  await times(1);
  mkdirSync(path.dirname(file));
  writeFileSync(file, '{}');
  await times(2);
});
