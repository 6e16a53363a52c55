// Taking the place of another program's native messaging host: only when asked, with a copy, and given back byte for byte.
import { lstat, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../native-host/manifests/files.ts';
import {
  installManifest,
  listEveryManifest,
  listManifests,
  uninstallManifest,
} from '../../../native-host/manifests/installer.ts';
import { inEnglish } from '../../../words/english.ts';
import { saying } from '../../support/saying.ts';
import { createTempMachine } from './temp-machine.ts';
import type { ManifestContext } from '../../../native-host/manifests/context.ts';
import type { TempMachine } from './temp-machine.ts';

const hostName = 'com.anthropic.claude_code_browser_extension';
const folder = '.config/chromium/NativeMessagingHosts';
const claudeFile = `${folder}/${hostName}.json`;
/** With a byte that is no UTF-8, so that only bytes can be put back. */
const original = Buffer.concat([
  Buffer.from(`{"name":"${hostName}",\r\n "path":"/home/ana/.claude/chrome/chrome-native-host", "note":"`),
  Buffer.from([0xff]),
  Buffer.from('"}'),
]);
const belongs =
  'Belongs to /home/ana/.claude/chrome/chrome-native-host. Replace keeps a copy, and switching off puts it back.';

let machine: TempMachine;
let context: ManifestContext;
let place: string;
beforeEach(async () => {
  machine = await createTempMachine('linux');
  context = { ...machine.context, host: 'claude-code' };
  await machine.folder(folder);
  place = join(context.homeDir, claudeFile);
});
afterEach(() => machine.end());

const backups = () => join(context.dataHome, 'manifests/backups');
const copies = () => readdir(backups()).catch(() => []);
const receipts = async () => JSON.parse(await readFile(join(context.dataHome, 'manifests.json'), 'utf8')).receipts;

async function rowOf(from = context) {
  const row = (await listManifests(from)).find(({ browserId }) => browserId === 'chromium');
  if (!row) throw new Error('There is no row for Chromium.');
  return row;
}

async function plant(bytes: Buffer | string = original): Promise<void> {
  await writeFile(place, bytes, { mode: 0o640 });
}

describe('the rows', () => {
  it('name each host in the browsers that can run its extension', async () => {
    const rows = await listEveryManifest(machine.context);
    const idsFor = (host: string) => rows.filter(row => row.host === host).map(({ browserId }) => browserId);
    const chromium = ['chrome', 'chrome-for-testing', 'chromium', 'edge', 'brave', 'vivaldi', 'opera'];
    const forks = ['comet', 'helium', 'yandex'];
    const firefox = ['firefox', 'librewolf', 'waterfox', 'zen', 'floorp'];
    expect([...new Set(rows.map(({ host }) => host))].map(host => [host, idsFor(host)])).toEqual([
      ['pilothouse', [...chromium, ...forks, ...firefox]],
      ['claude-code', [...chromium, ...forks]],
      ['claude-desktop', [...chromium, ...forks]],
      ['claudezilla', firefox],
      ['harbor-bridge', [...chromium, ...forks, ...firefox]],
      ['harbor-bridge-host', firefox],
    ]);
  });

  it('refuse a browser that cannot run the extension', async () => {
    await expect(installManifest({ ...context, host: 'claudezilla' }, 'chromium')).rejects.toThrow(
      'There is no browser “chromium” for Claudezilla; name one of firefox, librewolf, waterfox, zen, floorp, firefox-snap and firefox-flatpak.',
    );
  });

  it('say to whom the place belongs, and what would be replaced', async () => {
    await plant();
    expect(await rowOf()).toMatchObject({
      state: 'foreign',
      reason: saying(belongs),
      replaces: [{ place, program: '/home/ana/.claude/chrome/chrome-native-host' }],
    });
  });

  it.each([
    ['claude-code', hostName, ['fcoeoabgfenejglbffodgkkbkcdhcgfn']],
    [
      'claude-desktop',
      'com.anthropic.claude_browser_extension',
      ['dihbgbndebgnbjfmelmegjepbnkhlgni', 'fcoeoabgfenejglbffodgkkbkcdhcgfn', 'dngcpimnedloihjnnfngkgjoidhnaolf'],
    ],
  ] as const)('show the manifest of %s as the extension needs it', async (host, name, ids) => {
    expect(JSON.parse((await rowOf({ ...context, host })).content)).toMatchObject({
      name,
      path: context.launcherPath,
      type: 'stdio',
      allowed_origins: ids.map(id => `chrome-extension://${id}/`),
    });
  });
});

describe('a free place', () => {
  it('is written when switched on, beside ours, and removed when switched off', async () => {
    await installManifest(machine.context, 'chromium');
    const row = await installManifest(context, 'chromium');
    expect([row.state, row.paths, row.replaces]).toEqual(['ours', [place], []]);
    expect((await receipts()).map(({ host }: { host: string }) => host)).toEqual(['pilothouse', 'claude-code']);
    await uninstallManifest(context, 'chromium');
    expect(await readdir(join(context.homeDir, folder))).toEqual(['dev.pilothouse.relay.json']);
    expect((await rowOf(machine.context)).state).toBe('ours');
  });

  it('stays when our own switch is turned off', async () => {
    await installManifest(machine.context, 'chromium');
    await installManifest(context, 'chromium');
    await uninstallManifest(machine.context, 'chromium');
    expect(await readdir(join(context.homeDir, folder))).toEqual([`${hostName}.json`]);
  });

  it('000 Host Manifest: serves Claudezilla in Firefox', async () => {
    await machine.folder('.mozilla');
    const row = await installManifest({ ...context, host: 'claudezilla' }, 'firefox');
    expect(row.paths).toEqual([join(context.homeDir, '.mozilla/native-messaging-hosts/claudezilla.json')]);
    expect(JSON.parse(await readFile(row.paths[0] ?? '', 'utf8'))).toEqual({
      name: 'claudezilla',
      description: 'Connects Claudezilla to Pilothouse in place of its own host.',
      path: context.launcherPath,
      type: 'stdio',
      allowed_extensions: ['claudezilla@boot.industries'],
    });
  });
});

describe('a place that belongs to another program', () => {
  beforeEach(() => plant());

  it('is not touched without “replace”', async () => {
    const before = await machine.photograph();
    await expect(installManifest(context, 'chromium')).rejects.toThrow(belongs);
    expect(await machine.photograph()).toEqual(before);
  });

  it('is replaced when asked, with a copy that only the user reads and a receipt that names it', async () => {
    const row = await installManifest(context, 'chromium', true);
    expect([row.state, inEnglish(row.reason)]).toEqual([
      'ours',
      'Installed and checked. Chromium starts ~/.pilothouse/launcher/relay. Switching off puts back what was there before.',
    ]);
    const [copy = ''] = await copies();
    expect(await readFile(join(backups(), copy))).toEqual(original);
    expect([(await stat(join(backups(), copy))).mode & 0o777, (await stat(backups())).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);
    expect(await receipts()).toMatchObject([{ place, browsers: ['chromium'], backup: { file: copy, mode: 0o640 } }]);
  });

  it('gets its bytes and its mode back when switched off, and nothing stays behind', async () => {
    await installManifest(context, 'chromium', true);
    const row = await uninstallManifest(context, 'chromium');
    expect([await readFile(place), (await stat(place)).mode & 0o777]).toEqual([original, 0o640]);
    expect([row.state, inEnglish(row.reason), await copies(), await receipts()]).toEqual(['foreign', belongs, [], []]);
  });

  it('is not copied again when the same switch is turned on again', async () => {
    await installManifest(context, 'chromium', true);
    const before = await machine.photograph();
    await installManifest(context, 'chromium', true);
    expect(await machine.photograph()).toEqual(before);
  });

  it('is left as it is when somebody changed it since, and the row says where the copy lies', async () => {
    await installManifest(context, 'chromium', true);
    const other = `{"name":"${hostName}","path":"/opt/other/host"}`;
    await plant(other);
    const row = await uninstallManifest(context, 'chromium');
    const [copy = ''] = await copies();
    expect([await readFile(place, 'utf8'), row.state, inEnglish(row.reason)]).toEqual([
      other,
      'foreign',
      `~/${claudeFile} was changed since and stays as it is; what was there before lies in ~/.pilothouse/manifests/backups/${copy}. Belongs to /opt/other/host. Replace keeps a copy, and switching off puts it back.`,
    ]);
    expect(await readFile(join(backups(), copy))).toEqual(original);
  });

  it('needs no copy any more when its program has written the same again', async () => {
    await installManifest(context, 'chromium', true);
    await plant();
    const row = await uninstallManifest(context, 'chromium');
    expect([await readFile(place), inEnglish(row.reason), await copies()]).toEqual([original, belongs, []]);
  });

  it('may be replaced again after its program took it back, and gets the newer one back then', async () => {
    await installManifest(context, 'chromium', true);
    const newer = `{"name":"${hostName}","path":"/home/ana/.claude/newer"}`;
    await plant(newer);
    await installManifest(context, 'chromium', true);
    expect(await copies()).toHaveLength(1);
    await uninstallManifest(context, 'chromium');
    expect([await readFile(place, 'utf8'), await copies()]).toEqual([newer, []]);
  });

  it('is removed, with a word about it, when the copy is gone', async () => {
    await installManifest(context, 'chromium', true);
    const [copy = ''] = await copies();
    await rm(backups(), { recursive: true });
    const row = await uninstallManifest(context, 'chromium');
    expect([row.state, inEnglish(row.reason).split('. ')[0]]).toEqual([
      'absent',
      `~/${claudeFile} was removed; what was there before could not be put back, because ~/.pilothouse/manifests/backups/${copy} is gone`,
    ]);
  });

  it.each(['changed', 'a link'])('keeps our manifest when the copy is %s, and says what to move away', async how => {
    await installManifest(context, 'chromium', true);
    const [name = ''] = await copies();
    const copy = join(backups(), name);
    await rm(copy);
    if (how === 'changed') await writeFile(copy, 'evil');
    else await symlink(await machine.file('evil.json', 'evil'), copy);
    await expect(uninstallManifest(context, 'chromium')).rejects.toThrow(
      `~/${claudeFile} was not given back: the copy ~/.pilothouse/manifests/backups/${name} is not what was kept. Move that away, then switch off again.`,
    );
    expect((await rowOf()).state).toBe('ours');
  });

  it('is not replaced when the folder of copies is a planted link', async () => {
    await machine.folder('elsewhere');
    await machine.folder('.pilothouse/manifests');
    await symlink(join(context.homeDir, 'elsewhere'), backups());
    await expect(installManifest(context, 'chromium', true)).rejects.toThrow(
      `~/${claudeFile} was not replaced: ~/.pilothouse/manifests/backups is a symbolic link, in which no copy is kept. Move that away, then switch on again.`,
    );
    expect([await readFile(place), await readdir(join(context.homeDir, 'elsewhere'))]).toEqual([original, []]);
  });

  it('is not replaced when the copy cannot be written, and when it reads back as something else', async () => {
    const full = () => Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }));
    const broken = (path: string) => nodeFiles.writeAtomic(path, 'half', 0o600);
    const sentences = [];
    for (const writeAtomic of [full, broken]) {
      const files = { ...nodeFiles, writeAtomic };
      sentences.push(await installManifest({ ...context, files }, 'chromium', true).catch(String));
    }
    expect(sentences).toEqual([
      expect.stringContaining('because no copy could be kept: the disk is full'),
      expect.stringContaining('is not what was kept'),
    ]);
    expect(await readFile(place)).toEqual(original);
  });

  it('stays with its program when it cannot be written, and the copy goes', async () => {
    const writeAtomic: typeof nodeFiles.writeAtomic = (path, data, mode) =>
      path === place
        ? Promise.reject(Object.assign(new Error('EROFS'), { code: 'EROFS' }))
        : nodeFiles.writeAtomic(path, data, mode);
    const files = { ...nodeFiles, writeAtomic };
    await expect(installManifest({ ...context, files }, 'chromium', true)).rejects.toThrow('the disk is read-only');
    expect([await readFile(place), await copies(), await receipts()]).toEqual([original, [], []]);
  });

  it('has its copy and its receipt on the disk before anything is written in its place', async () => {
    let seen: unknown;
    const writeAtomic: typeof nodeFiles.writeAtomic = async (path, data, mode) => {
      if (path === place) seen = [await copies(), (await receipts()).length];
      return nodeFiles.writeAtomic(path, data, mode);
    };
    await installManifest({ ...context, files: { ...nodeFiles, writeAtomic } }, 'chromium', true);
    expect(seen).toEqual([await copies(), 1]);
  });
});

describe('another program’s manifest under our own name', () => {
  const text = '{"name":"dev.pilothouse.relay","path":"/opt/other/host"}';

  it('is replaced when asked, and given back when switched off', async () => {
    const path = await machine.file(`${folder}/dev.pilothouse.relay.json`, text);
    const ours = { ...machine.context };
    await expect(installManifest(ours, 'chromium')).rejects.toThrow('Repair keeps a copy of ~/');
    expect((await installManifest(ours, 'chromium', true)).state).toBe('ours');
    await uninstallManifest(ours, 'chromium');
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it('is named with its program and the time when it was written over ours', async () => {
    const path = join(context.homeDir, folder, 'dev.pilothouse.relay.json');
    await installManifest(machine.context, 'chromium');
    await writeFile(path, text);
    await utimes(path, 1, new Date(2026, 10, 23, 14, 21));
    expect((await rowOf(machine.context)).reason).toEqual({
      kind: 'manifest-overwritten',
      path: `~/${folder}/dev.pilothouse.relay.json`,
      program: '/opt/other/host',
      at: '2026-11-23 14:21',
    });
  });
});

describe('what is never replaced', () => {
  it('is a symbolic link, even when asked', async () => {
    const victim = await machine.file('dotfiles/claude.json', 'mine');
    await symlink(victim, place);
    const sentence = `~/${claudeFile} is a symbolic link, which is not replaced. Move it away, then switch on.`;
    expect(await rowOf()).toMatchObject({ state: 'foreign', reason: saying(sentence), replaces: [] });
    await expect(installManifest(context, 'chromium', true)).rejects.toThrow(sentence);
    expect([await readFile(victim, 'utf8'), (await lstat(place)).isSymbolicLink()]).toEqual(['mine', true]);
  });
});

describe('on Windows', () => {
  it('a key is given back to the program that it led to', async () => {
    const windows = await createTempMachine('win32');
    try {
      await windows.folder('AppData/Local/Microsoft/Edge/User Data');
      const theirs = await windows.file('theirs.json', JSON.stringify({ path: 'C:\\Claude\\chrome-native-host.bat' }));
      const key = `HKCU\\Software\\Microsoft\\Edge\\NativeMessagingHosts\\${hostName}`;
      windows.registry.set(key, theirs);
      const edge: ManifestContext = { ...windows.context, host: 'claude-code' };
      await expect(installManifest(edge, 'edge')).rejects.toThrow('Belongs to C:\\Claude\\chrome-native-host.bat.');
      const row = await installManifest(edge, 'edge', true);
      expect([row.state, windows.registry.get(key)]).toEqual(['ours', row.paths[0]]);
      await uninstallManifest(edge, 'edge');
      expect([...windows.registry]).toEqual([[key, theirs]]);
    } finally {
      await windows.end();
    }
  });
});
