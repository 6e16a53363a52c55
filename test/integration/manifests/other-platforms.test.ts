// The same installer on macOS and, with a registry that behaves like reg.exe, on Windows.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { installManifest, listManifests, uninstallManifest } from '../../../native-host/manifests/installer.ts';
import { createRegRunner } from '../../../native-host/manifests/windows-registry.ts';
import { inEnglish } from '../../../words/english.ts';
import { saying } from '../../support/saying.ts';
import { createTempMachine, hostName } from './temp-machine.ts';
import type { TempMachine } from './temp-machine.ts';

let machine: TempMachine;
afterEach(() => machine.end());

const key = (vendor: string) => `HKCU\\Software\\${vendor}\\NativeMessagingHosts\\${hostName}`;

async function stateOf(browserId: string) {
  const row = (await listManifests(machine.context)).find(found => found.browserId === browserId);
  return row && [row.state, inEnglish(row.reason)];
}

describe('macOS', () => {
  it('writes Firefox’s manifest into the Mozilla folder, which Firefox itself does not make', async () => {
    machine = await createTempMachine('darwin');
    await machine.folder('Library/Application Support/Firefox');
    const row = await installManifest(machine.context, 'firefox');
    const path = `Library/Application Support/Mozilla/NativeMessagingHosts/${hostName}.json`;
    expect([row.state, row.paths]).toEqual(['ours', [join(machine.context.homeDir, path)]]);
    expect((await uninstallManifest(machine.context, 'firefox')).state).toBe('absent');
  });

  it('000 Host Manifest: writes Claudezilla’s there too, and nothing into ~/.mozilla', async () => {
    machine = await createTempMachine('darwin');
    await machine.folder('Library/Application Support/Firefox');
    const row = await installManifest({ ...machine.context, host: 'claudezilla' }, 'firefox');
    const path = 'Library/Application Support/Mozilla/NativeMessagingHosts/claudezilla.json';
    expect([row.state, row.paths]).toEqual(['ours', [join(machine.context.homeDir, path)]]);
    expect(Object.keys(await machine.photograph())).not.toContain('.mozilla');
  });
});

describe('Windows', () => {
  const fileOf = (family: string) => join(machine.context.dataHome, 'manifests', family, `${hostName}.json`);

  it('writes one file and points the browser’s key at it', async () => {
    machine = await createTempMachine('win32');
    await machine.folder('AppData/Local/Microsoft/Edge/User Data');
    const row = await installManifest(machine.context, 'edge');
    expect([row.state, [...machine.registry], await readFile(fileOf('chromium'), 'utf8')]).toEqual([
      'ours',
      [[key('Microsoft\\Edge'), fileOf('chromium')]],
      row.content,
    ]);
  });

  it('000 Host Manifest: points Mozilla’s key of Claudezilla at the file', async () => {
    machine = await createTempMachine('win32');
    await machine.folder('AppData/Roaming/Mozilla/Firefox');
    const row = await installManifest({ ...machine.context, host: 'claudezilla' }, 'firefox');
    const [file = ''] = row.paths;
    expect([...machine.registry]).toEqual([['HKCU\\Software\\Mozilla\\NativeMessagingHosts\\claudezilla', file]]);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ name: 'claudezilla', type: 'stdio' });
  });

  it('removes key, file and receipts again', async () => {
    machine = await createTempMachine('win32');
    await machine.folder('AppData/Roaming/Mozilla/Firefox');
    await installManifest(machine.context, 'firefox');
    await uninstallManifest(machine.context, 'firefox');
    const left = await machine.photograph();
    expect([[...machine.registry], Object.keys(left).filter(name => name.endsWith(`${hostName}.json`))]).toEqual([
      [],
      [],
    ]);
  });

  it('never changes a key that leads to another program', async () => {
    machine = await createTempMachine('win32');
    await machine.folder('AppData/Local/Google/Chrome/User Data');
    machine.registry.set(key('Google\\Chrome'), 'C:\\Other\\host.json');
    const sentence = `Google Chrome starts C:\\Other\\host.json, not Pilothouse. Repair keeps a copy of ${key('Google\\Chrome')} and writes ours; switching off puts it back.`;
    expect(await stateOf('chrome')).toEqual(['foreign', sentence]);
    await expect(installManifest(machine.context, 'chrome')).rejects.toThrow(sentence);
    await uninstallManifest(machine.context, 'chrome');
    expect([...machine.registry]).toEqual([[key('Google\\Chrome'), 'C:\\Other\\host.json']]);
  });

  it('keeps what another browser still reads, and says through whom it is connected', async () => {
    machine = await createTempMachine('win32');
    await machine.folder('AppData/Local/Google/Chrome/User Data');
    await machine.folder('AppData/Local/BraveSoftware/Brave-Browser/User Data');
    await installManifest(machine.context, 'brave');
    await installManifest(machine.context, 'chrome');
    const row = await uninstallManifest(machine.context, 'chrome');
    expect([row.state, inEnglish(row.reason), machine.registry.size]).toEqual([
      'ours',
      'Google Chrome is connected because Brave reads the same place. Switch Brave off to remove it.',
      2,
    ]);
    await uninstallManifest(machine.context, 'brave');
    expect([...machine.registry]).toEqual([]);
  });

  it('does not take one browser’s file for another’s switch', async () => {
    machine = await createTempMachine('win32');
    await machine.folder('AppData/Local/Google/Chrome/User Data');
    await machine.folder('AppData/Local/Microsoft/Edge/User Data');
    await installManifest(machine.context, 'chrome');
    expect((await stateOf('edge'))?.[0]).toBe('absent');
  });

  it('says that reg.exe cannot be started', async () => {
    machine = await createTempMachine('win32');
    await machine.folder('AppData/Local/Google/Chrome/User Data');
    const runReg = createRegRunner({ SystemRoot: '/nowhere' });
    const rows = await listManifests({ ...machine.context, runReg });
    expect(rows[0]).toMatchObject({
      state: 'unreadable',
      reason: saying(
        `Could not read ${key('Google\\Chrome')}: /nowhere\\System32\\reg.exe could not be run (ENOENT). Remove the cause, then try again.`,
      ),
    });
  });

  it('says what reg.exe said when it refuses to write', async () => {
    machine = await createTempMachine('win32');
    await machine.folder('AppData/Local/Chromium/User Data');
    const runReg = () => Promise.resolve({ exitCode: 1, stderr: 'ERROR: Access is denied.\r\n' });
    await expect(installManifest({ ...machine.context, runReg }, 'chromium')).rejects.toThrow(
      `Could not write ${key('Chromium')}: reg.exe ended with code 1 (ERROR: Access is denied). Remove the cause, then switch on again.`,
    );
  });
});
