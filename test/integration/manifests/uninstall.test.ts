// Switching a browser off: every place ever written, and only while its content is ours.
import { mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../native-host/manifests/files.ts';
import { installManifest, uninstallManifest } from '../../../native-host/manifests/installer.ts';
import { createTempMachine, hostName } from './temp-machine.ts';
import type { TempMachine } from './temp-machine.ts';

const chromiumFile = `.config/chromium/NativeMessagingHosts/${hostName}.json`;

let machine: TempMachine;
beforeEach(async () => {
  machine = await createTempMachine('linux');
  await machine.folder('.config/chromium');
});
afterEach(() => machine.end());

const manifestsLeft = async () =>
  Object.keys(await machine.photograph()).filter(name => name.endsWith(`${hostName}.json`));

async function receiptsLeft(): Promise<string[]> {
  const text = await readFile(join(machine.context.dataHome, 'manifests.json'), 'utf8');
  return JSON.parse(text).receipts.map((receipt: { place: string }) => receipt.place);
}

describe('uninstalling a manifest', () => {
  it('removes the file and its receipt', async () => {
    await installManifest(machine.context, 'chromium');
    const row = await uninstallManifest(machine.context, 'chromium');
    expect([row.state, await manifestsLeft(), await receiptsLeft()]).toEqual(['absent', [], []]);
  });

  it('removes a place that the browser no longer reads', async () => {
    await installManifest(
      { ...machine.context, env: { XDG_CONFIG_HOME: join(machine.context.homeDir, '.config') } },
      'chromium',
    );
    const moved = { ...machine.context, env: { XDG_CONFIG_HOME: join(machine.context.homeDir, 'elsewhere') } };
    await uninstallManifest(moved, 'chromium');
    expect([await manifestsLeft(), await receiptsLeft()]).toEqual([[], []]);
  });

  it('leaves a file that somebody else has written since, and says whose it is', async () => {
    await installManifest(machine.context, 'chromium');
    const foreign = `{ "name": "${hostName}", "path": "/opt/other/host" }`;
    const path = await machine.file(chromiumFile, foreign);
    const row = await uninstallManifest(machine.context, 'chromium');
    expect([row.state, await readFile(path, 'utf8'), await receiptsLeft()]).toEqual(['foreign', foreign, []]);
  });

  it('leaves a symbolic link and what it points at', async () => {
    await installManifest(machine.context, 'chromium');
    const path = join(machine.context.homeDir, chromiumFile);
    const target = join(machine.context.homeDir, 'kept.json');
    await rename(path, target);
    await symlink(target, path);
    const before = await readFile(target, 'utf8');
    await uninstallManifest(machine.context, 'chromium');
    expect([await readFile(target, 'utf8'), await manifestsLeft()]).toEqual([before, [chromiumFile]]);
  });

  it('knows its own file without a receipt', async () => {
    await installManifest(machine.context, 'chromium');
    await writeFile(join(machine.context.dataHome, 'manifests.json'), '{"v":1,"receipts":[]}');
    await uninstallManifest(machine.context, 'chromium');
    expect(await manifestsLeft()).toEqual([]);
  });

  it('is content when the user has removed the file already', async () => {
    await installManifest(machine.context, 'chromium');
    await nodeFiles.remove(join(machine.context.homeDir, chromiumFile));
    expect((await uninstallManifest(machine.context, 'chromium')).state).toBe('absent');
  });

  it('writes nothing for a browser that was never switched on', async () => {
    const before = await machine.photograph();
    await uninstallManifest(machine.context, 'firefox');
    expect(await machine.photograph()).toEqual(before);
  });

  it('keeps the receipt and says why when the file cannot be removed', async () => {
    await installManifest(machine.context, 'chromium');
    const denied = Object.assign(new Error('EROFS'), { code: 'EROFS' });
    const files = { ...nodeFiles, remove: () => Promise.reject(denied) };
    await expect(uninstallManifest({ ...machine.context, files }, 'chromium')).rejects.toThrow(
      `Could not remove ~/${chromiumFile}: the disk is read-only. Make it writable, then switch off again.`,
    );
    expect(await receiptsLeft()).toEqual([join(machine.context.homeDir, chromiumFile)]);
  });

  it('does not touch another browser', async () => {
    await mkdir(join(machine.context.homeDir, '.mozilla'));
    await installManifest(machine.context, 'chromium');
    const firefox = await installManifest(machine.context, 'firefox');
    await uninstallManifest(machine.context, 'chromium');
    expect(await receiptsLeft()).toEqual(firefox.paths);
    expect(await nodeFiles.exists(dirname(firefox.paths[0] ?? ''))).toBe(true);
  });
});
