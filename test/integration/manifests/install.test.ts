// Switching a browser on: what is written, what is refused, and what it says.
import { lstat, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../native-host/manifests/files.ts';
import { installManifest, listManifests } from '../../../native-host/manifests/installer.ts';
import { inEnglish } from '../../../words/english.ts';
import { saying } from '../../support/saying.ts';
import { createTempMachine, hostName } from './temp-machine.ts';
import type { ManifestContext } from '../../../native-host/manifests/context.ts';
import type { TempMachine } from './temp-machine.ts';

const chromiumFolder = '.config/chromium/NativeMessagingHosts';
const chromiumFile = `${chromiumFolder}/${hostName}.json`;

let machine: TempMachine;
beforeEach(async () => {
  machine = await createTempMachine('linux');
});
afterEach(() => machine.end());

async function rowOf(context: ManifestContext, browserId: string) {
  const row = (await listManifests(context)).find(found => found.browserId === browserId);
  if (!row) throw new Error(`There is no row for ${browserId}.`);
  return row;
}

const refused = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));

describe('installing a manifest on Linux', () => {
  it('shows the path and the content before anything is written', async () => {
    await machine.folder('.config/chromium');
    const before = await machine.photograph();
    const row = await rowOf(machine.context, 'chromium');
    expect([row.state, row.found, row.paths, inEnglish(row.reason)]).toEqual([
      'absent',
      'yes',
      [join(machine.context.homeDir, chromiumFile)],
      `Ready to connect. Switching on writes ~/${chromiumFile}.`,
    ]);
    expect(await machine.photograph()).toEqual(before);
  });

  it('writes exactly the shown content, readable for the browser, and says that it is checked', async () => {
    await machine.folder('.config/chromium');
    const shown = await rowOf(machine.context, 'chromium');
    const row = await installManifest(machine.context, 'chromium');
    const path = row.paths[0] ?? '';
    expect([await readFile(path, 'utf8'), (await stat(path)).mode & 0o777]).toEqual([shown.content, 0o644]);
    expect([row.state, inEnglish(row.reason)]).toEqual([
      'ours',
      'Installed and checked. Chromium starts ~/.pilothouse/launcher/relay.',
    ]);
    expect(await readdir(dirname(path))).toEqual([`${hostName}.json`]);
  });

  it('keeps receipts that only the user can read', async () => {
    await machine.folder('.config/chromium');
    await installManifest(machine.context, 'chromium');
    const path = join(machine.context.dataHome, 'manifests.json');
    const { receipts } = JSON.parse(await readFile(path, 'utf8'));
    expect([(await stat(path)).mode & 0o777, receipts.length, receipts[0].browsers]).toEqual([0o600, 1, ['chromium']]);
  });

  it('writes nothing when the same browser is switched on again', async () => {
    await machine.folder('.config/chromium');
    await installManifest(machine.context, 'chromium');
    const before = await machine.photograph();
    await installManifest(machine.context, 'chromium');
    expect(await machine.photograph()).toEqual(before);
  });

  it('writes every channel that was opened and no other', async () => {
    await machine.folder('.config/google-chrome');
    await machine.folder('.config/google-chrome-beta');
    await installManifest(machine.context, 'chrome');
    const written = Object.keys(await machine.photograph()).filter(name => name.endsWith(`${hostName}.json`));
    expect(written).toEqual([
      `.config/google-chrome-beta/NativeMessagingHosts/${hostName}.json`,
      `.config/google-chrome/NativeMessagingHosts/${hostName}.json`,
    ]);
  });

  it('notices a channel that came later', async () => {
    await machine.folder('.config/google-chrome');
    await installManifest(machine.context, 'chrome');
    await machine.folder('.config/google-chrome-beta');
    const { state, reason } = await rowOf(machine.context, 'chrome');
    expect([state, inEnglish(reason)]).toEqual([
      'drift',
      `~/.config/google-chrome-beta/NativeMessagingHosts/${hostName}.json is missing. Switch on again to write it.`,
    ]);
  });

  it('makes ~/.mozilla for a Firefox whose profiles lie elsewhere', async () => {
    await machine.folder('.config/mozilla');
    const row = await installManifest(machine.context, 'firefox');
    expect([row.state, row.paths]).toEqual([
      'ours',
      [join(machine.context.homeDir, `.mozilla/native-messaging-hosts/${hostName}.json`)],
    ]);
  });

  it('serves an installed browser that was never opened', async () => {
    await mkdir(join(machine.root, 'system/usr/bin'), { recursive: true });
    await writeFile(join(machine.root, 'system/usr/bin/firefox-esr'), '');
    expect((await installManifest(machine.context, 'firefox')).state).toBe('ours');
  });

  it('makes no folder for a browser that is not there', async () => {
    const before = await machine.photograph();
    await expect(installManifest(machine.context, 'edge')).rejects.toThrow(
      'No Microsoft Edge on this machine: ~/.config/microsoft-edge does not exist. Open Microsoft Edge once, then look again.',
    );
    expect(await machine.photograph()).toEqual(before);
  });

  it('does not pretend to serve a Snap, and has a row that offers the other way', async () => {
    await machine.folder('snap/chromium');
    const sentence =
      'Chromium (Snap) runs in a sandbox that starts no relay (~/snap/chromium). Connect its companion with a code, or install it as a package.';
    expect(await rowOf(machine.context, 'chromium-snap')).toMatchObject({
      found: 'yes',
      state: 'unsupported',
      reason: saying(sentence),
    });
    const before = await machine.photograph();
    await expect(installManifest(machine.context, 'chromium-snap')).rejects.toThrow(sentence);
    expect(await machine.photograph()).toEqual(before);
  });

  it('serves the Snap of Firefox by the folder outside of it, which its portal reads', async () => {
    await machine.folder('snap/firefox');
    const row = await installManifest(machine.context, 'firefox-snap');
    expect([row.state, row.paths]).toEqual([
      'ours',
      [join(machine.context.homeDir, `.mozilla/native-messaging-hosts/${hostName}.json`)],
    ]);
  });

  it('serves the Flatpak of Firefox where a proxy starts what is outside of it', async () => {
    await machine.folder('.var/app/org.mozilla.firefox');
    expect((await rowOf(machine.context, 'firefox-flatpak')).state).toBe('unsupported');
    const services = join(machine.root, 'system/usr/share/dbus-1/services');
    await mkdir(services, { recursive: true });
    await writeFile(join(services, 'org.freedesktop.NativeMessagingProxy.service'), '');
    expect((await installManifest(machine.context, 'firefox-flatpak')).state).toBe('ours');
  });

  it('has no row for a Snap or Flatpak that is not here', async () => {
    const rows = await listManifests(machine.context);
    expect(rows.filter(({ browserId }) => /-(snap|flatpak)$/.test(browserId))).toEqual([]);
  });

  it('names the known browsers when asked for another', async () => {
    await expect(installManifest(machine.context, 'netscape')).rejects.toThrow(
      'There is no browser “netscape”; name one of chrome, chrome-for-testing, chromium, edge, brave, vivaldi, opera, ',
    );
  });

  it('gives both receipts when two browsers are switched on at once', async () => {
    await machine.folder('.config/chromium');
    await machine.folder('.mozilla');
    await Promise.all(['chromium', 'firefox'].map(id => installManifest(machine.context, id)));
    const { receipts } = JSON.parse(await readFile(join(machine.context.dataHome, 'manifests.json'), 'utf8'));
    expect(receipts.map((receipt: { browsers: string[] }) => receipt.browsers)).toEqual([['chromium'], ['firefox']]);
  });
});

describe('a manifest that is not ours', () => {
  const foreign = `{ "name": "${hostName}", "path": "/opt/other/host" }\r\n`;

  it('is never touched, byte for byte, and is named', async () => {
    const path = await machine.file(chromiumFile, foreign);
    const before = await machine.photograph();
    const sentence = `Chromium starts /opt/other/host, not Pilothouse. Repair keeps a copy of ~/${chromiumFile} and writes ours; switching off puts it back.`;
    expect(await rowOf(machine.context, 'chromium')).toMatchObject({ state: 'foreign', reason: saying(sentence) });
    await expect(installManifest(machine.context, 'chromium')).rejects.toThrow(sentence);
    expect([await readFile(path, 'utf8'), await machine.photograph()]).toEqual([foreign, before]);
  });

  it.each(['', 'not json', '\ufeff{}'])('may be the text %j, with which a user locks the place', async text => {
    await machine.file(chromiumFile, text);
    expect(await rowOf(machine.context, 'chromium')).toMatchObject({
      state: 'foreign',
      reason: saying(
        `~/${chromiumFile} is not from Pilothouse. Repair keeps a copy and writes ours; switching off puts it back.`,
      ),
    });
  });

  it('does not keep another channel of the same browser from being served', async () => {
    await machine.file(`.config/google-chrome/NativeMessagingHosts/${hostName}.json`, foreign);
    await machine.folder('.config/google-chrome-beta');
    await expect(installManifest(machine.context, 'chrome')).rejects.toThrow('/opt/other/host');
    const beta = join(machine.context.homeDir, `.config/google-chrome-beta/NativeMessagingHosts/${hostName}.json`);
    expect(JSON.parse(await readFile(beta, 'utf8')).path).toBe(machine.context.launcherPath);
  });
});

describe('a manifest of ours that went wrong', () => {
  it('is drift when its fields were changed, and switching on restores it', async () => {
    await machine.folder('.config/chromium');
    const { content, paths } = await installManifest(machine.context, 'chromium');
    const edited = { ...JSON.parse(content), allowed_origins: ['chrome-extension://evil/'] };
    await writeFile(paths[0] ?? '', JSON.stringify(edited));
    expect(await rowOf(machine.context, 'chromium')).toMatchObject({
      state: 'drift',
      reason: saying(`~/${chromiumFile} was changed: allowed_origins differs. Switch on again to restore it.`),
    });
    await installManifest(machine.context, 'chromium');
    expect(await readFile(paths[0] ?? '', 'utf8')).toBe(content);
  });

  it('is broken when the launcher is gone, and nothing is written until it is back', async () => {
    await machine.folder('.config/chromium');
    await installManifest(machine.context, 'chromium');
    await rm(machine.context.launcherPath);
    const sentence = 'The launcher is gone or not executable: ~/.pilothouse/launcher/relay. Repair writes it again.';
    expect(await rowOf(machine.context, 'chromium')).toMatchObject({ state: 'broken', reason: saying(sentence) });
    await expect(installManifest(machine.context, 'chromium')).rejects.toThrow(sentence);
  });

  it('is broken when it points at a launcher of an older data home, and switching on repairs it', async () => {
    await machine.folder('.config/chromium');
    const gone = join(machine.context.homeDir, 'Downloads/pilothouse/relay');
    const older = { ...machine.context, launcherPath: gone };
    const files = { ...nodeFiles, isExecutable: () => Promise.resolve(true) };
    await installManifest({ ...older, files }, 'chromium');
    expect(await rowOf(machine.context, 'chromium')).toMatchObject({
      state: 'broken',
      reason: saying('path is gone: points at ~/Downloads/pilothouse/relay. Switch on again to repair it.'),
    });
    expect((await installManifest(machine.context, 'chromium')).state).toBe('ours');
  });

  it('replaces a planted symbolic link and leaves what it points at alone', async () => {
    await machine.folder(chromiumFolder);
    const victim = await machine.file('.bashrc', 'mine');
    const link = join(machine.context.homeDir, chromiumFile);
    await symlink(victim, link);
    expect((await rowOf(machine.context, 'chromium')).state).toBe('drift');
    await installManifest(machine.context, 'chromium');
    expect([await readFile(victim, 'utf8'), (await lstat(link)).isSymbolicLink()]).toEqual(['mine', false]);
  });
});

describe('places that cannot be used', () => {
  it('says that a file stands where the folder should be', async () => {
    await machine.file(chromiumFolder, 'a file');
    const sentence = `Could not read ~/${chromiumFile}: ~/${chromiumFolder} is a file, not a folder. Move it away, then try again.`;
    expect(await rowOf(machine.context, 'chromium')).toMatchObject({ state: 'unreadable', reason: saying(sentence) });
    await expect(installManifest(machine.context, 'chromium')).rejects.toThrow(sentence);
  });

  it('names the owner of the folder and the remedy when writing is refused', async () => {
    await machine.folder('.config/chromium');
    const makeFolder = (path: string) =>
      path === machine.context.dataHome ? nodeFiles.makeFolder(path) : refused('EACCES');
    const files = { ...nodeFiles, makeFolder, ownerOf: () => Promise.resolve(0) };
    await expect(installManifest({ ...machine.context, uid: 1000, files }, 'chromium')).rejects.toThrow(
      `Could not write ~/${chromiumFile}: the folder belongs to root. Change its owner to ana, then switch on again.`,
    );
  });

  it('leaves neither a temporary file nor a receipt when writing fails', async () => {
    await machine.folder('.config/chromium');
    const writeAtomic: typeof nodeFiles.writeAtomic = (path, ...rest) =>
      path.endsWith(`${hostName}.json`) ? refused('ENOSPC') : nodeFiles.writeAtomic(path, ...rest);
    const files = { ...nodeFiles, writeAtomic };
    await expect(installManifest({ ...machine.context, files }, 'chromium')).rejects.toThrow('the disk is full');
    const receipts = await readFile(join(machine.context.dataHome, 'manifests.json'), 'utf8');
    expect([
      await readdir(join(machine.context.homeDir, chromiumFolder)),
      await readdir(machine.context.dataHome),
      JSON.parse(receipts).receipts,
    ]).toEqual([[], ['launcher', 'manifests.json'], []]);
  });

  it('removes its temporary file when the rename fails', async () => {
    await machine.folder(`${chromiumFile}/in-the-way`);
    const path = join(machine.context.homeDir, chromiumFile);
    await expect(nodeFiles.writeAtomic(path, 'x', 0o644)).rejects.toThrow();
    expect(await readdir(dirname(path))).toEqual([`${hostName}.json`]);
  });

  it('does not take a refused look for an absent browser, and tries all the same', async () => {
    await machine.folder('.config/chromium');
    const files = { ...nodeFiles, exists: () => refused('EPERM') };
    const context = { ...machine.context, files };
    expect(await rowOf(context, 'chromium')).toMatchObject({
      found: 'unknown',
      state: 'absent',
      reason: saying(
        'Could not look into ~/.config/chromium, so Chromium may or may not be here. Switching on tries anyway.',
      ),
    });
    expect((await installManifest(context, 'chromium')).state).toBe('ours');
  });

  it('keeps one unreadable browser from hiding the others', async () => {
    await machine.file(chromiumFolder, 'a file');
    await machine.folder('.mozilla');
    expect((await installManifest(machine.context, 'firefox')).state).toBe('ours');
    const rows = await listManifests(machine.context);
    expect(
      rows.filter(({ state }) => state !== 'absent').map(({ browserId, state }) => `${browserId} ${state}`),
    ).toEqual(['chromium unreadable', 'firefox ours']);
  });

  it('notices that what it wrote was replaced at once', async () => {
    await machine.folder('.config/chromium');
    const files = {
      ...nodeFiles,
      writeAtomic: (path: string, data: string | Uint8Array) =>
        nodeFiles.writeAtomic(path, path.endsWith('manifests.json') ? data : '{"path":"/opt/other/host"}', 0o644),
    };
    await expect(installManifest({ ...machine.context, files }, 'chromium')).rejects.toThrow(
      `~/${chromiumFile} does not hold what was just written. Close the program that changes it, then switch on again.`,
    );
  });

  it('refuses to run as root in the home of another user', async () => {
    const files = { ...nodeFiles, ownerOf: () => Promise.resolve(1000) };
    await expect(installManifest({ ...machine.context, uid: 0, files }, 'chromium')).rejects.toThrow(
      `Pilothouse runs as root, but ${machine.context.homeDir} belongs to user 1000. Start Pilothouse as that user, then try again.`,
    );
  });

  it('says that the receipts are damaged and keeps them, while the rows are still shown', async () => {
    await machine.folder('.config/chromium');
    const path = await machine.file('.pilothouse/manifests.json', '{ broken');
    await expect(installManifest(machine.context, 'chromium')).rejects.toThrow(
      'Could not read the receipts in ~/.pilothouse/manifests.json: it is not what Pilothouse wrote. Move the file away, then try again.',
    );
    expect([await readFile(path, 'utf8'), (await rowOf(machine.context, 'chromium')).state]).toEqual([
      '{ broken',
      'absent',
    ]);
  });
});
