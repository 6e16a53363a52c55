// The copy of an opened bundle, where there is no room for it.
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keepBundle } from '../../../../../electron/core/servers/install/kept-bundle.ts';
import type { InstallSources } from '../../../../../electron/core/servers/install/install-sources.ts';

test('A disk that is full while it is copied is named with what to do, and nothing is left of the copy.', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'copies-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const copyTo = async (path: string) => {
    writeFileSync(path, 'half of it');
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
  const sources = { bundleOf: () => ({ copyTo }) } as unknown as InstallSources;
  const from = { kind: 'bundle', bundleId: 'one' } as const;
  const kept = keepBundle({ serverId: 'one', from }, sources, { cacheOf: () => folder });
  await expect(kept).rejects.toMatchObject({ reason: { kind: 'install-disk-full', folder } });
  expect(existsSync(folder)).toBe(true);
  expect(readdirSync(folder)).toEqual([]);
});
