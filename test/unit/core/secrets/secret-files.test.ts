// The files of secrets: their modes, what is planted in their place, what a killed hub leaves, and the way under a keychain.
import { mkdtempSync, rmSync } from 'node:fs';
import { chmod, lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { foreign } from '../../../../contract/reason.ts';
import { openSecretFiles } from '../../../../electron/core/secrets/secret-files.ts';
import { SecretStore } from '../../../../electron/core/secrets/secret-store.ts';
import { saying } from '../../../support/saying.ts';
import type { Vault } from '../../../../electron/core/platform/platform.ts';

const value = 'canary-5f0c9a71';

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pilothouse-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Turns every byte, which is as good as a keychain for what is tested here. */
const flip = (bytes: Buffer) => Buffer.from(bytes.map(byte => byte ^ 0x5a));
const vault: Vault = {
  backend: null,
  weakness: null,
  seal: text => Promise.resolve(flip(Buffer.from(text))),
  open: sealed => Promise.resolve({ text: flip(sealed).toString(), isStale: false }),
};

const open = async (folder: string, by: Vault | null = null) => new SecretStore(await openSecretFiles(folder, by));

describe('without a keychain', () => {
  test('They lie in credentials.json, which its owner alone reads whatever the umask.', async () => {
    const folder = tempFolder();
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    await (await open(folder)).set('TOKEN', value);
    const file = join(folder, 'credentials.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ version: 1, secrets: { TOKEN: value }, signIns: {} });
  });

  test('They are there for the next hub.', async () => {
    const folder = tempFolder();
    await (await open(folder)).set('TOKEN', value);
    expect((await open(folder)).get('TOKEN')).toBe(value);
  });

  test('Changes at the same time all count.', async () => {
    const folder = tempFolder();
    const store = await open(folder);
    await Promise.all(Array.from({ length: 10 }, (_, index) => store.set(`TOKEN_${index}`, value)));
    expect((await open(folder)).names()).toHaveLength(10);
  });

  test('What a hub that was killed while writing left is removed, and the whole file counts.', async () => {
    const folder = tempFolder();
    await (await open(folder)).set('TOKEN', value);
    await writeFile(join(folder, 'credentials.json.0123456789ab.tmp'), '{"version":1,"secrets":{"TOK');
    expect((await open(folder)).get('TOKEN')).toBe(value);
    expect(await readdir(folder)).toEqual(['credentials.json']);
  });
});

describe('what cannot be used', () => {
  test('A link in its place is neither followed nor replaced, and nothing is kept.', async () => {
    const folder = tempFolder();
    const target = join(tempFolder(), 'elsewhere.json');
    await writeFile(target, JSON.stringify({ version: 1, secrets: { TOKEN: 'planted' }, signIns: {} }), {
      mode: 0o600,
    });
    await symlink(target, join(folder, 'credentials.json'));
    const store = await open(folder);
    expect([store.get('TOKEN'), store.canKeep]).toEqual([undefined, false]);
    await expect(store.set('TOKEN', value)).rejects.toThrow(/is no ordinary file and is not followed; move it away/);
    expect((await lstat(join(folder, 'credentials.json'))).isSymbolicLink()).toBe(true);
    expect(await readFile(target, 'utf8')).not.toContain(value);
  });

  test.each(['{"version":1,"secr', '{"version":2,"secrets":{},"signIns":{}}', 'null'])(
    'A file that reads %s is left as it is.',
    async text => {
      const folder = tempFolder();
      const file = join(folder, 'credentials.json');
      await writeFile(file, text, { mode: 0o600 });
      const store = await open(folder);
      await expect(store.set('TOKEN', value)).rejects.toThrow(`${file} cannot be read as secrets of this version`);
      expect(await readFile(file, 'utf8')).toBe(text);
    },
  );

  test.skipIf(process.platform === 'win32')('A file that others can read is told of and not used.', async () => {
    const folder = tempFolder();
    await (await open(folder)).set('TOKEN', value);
    await chmod(join(folder, 'credentials.json'), 0o644);
    const store = await open(folder);
    expect(store.get('TOKEN')).toBeUndefined();
    expect(store.keeper).toMatchObject({ warns: true, reason: saying({ part: 'can be read by others' }) });
  });
});

describe('with a keychain', () => {
  test('They are sealed in credentials.enc, and no file holds the value.', async () => {
    const folder = tempFolder();
    const store = await open(folder, vault);
    await store.set('TOKEN', value);
    expect(await readdir(folder)).toEqual(['credentials.enc']);
    expect((await stat(join(folder, 'credentials.enc'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(folder, 'credentials.enc'), 'utf8')).not.toContain(value);
    expect((await open(folder, vault)).get('TOKEN')).toBe(value);
  });

  test('Those that were kept without one move under it.', async () => {
    const folder = tempFolder();
    await (await open(folder)).set('TOKEN', value);
    expect((await open(folder, vault)).get('TOKEN')).toBe(value);
    expect(await readdir(folder)).toEqual(['credentials.enc']);
  });

  test('Without it again they stay sealed, which is said, and new ones are kept beside them.', async () => {
    const folder = tempFolder();
    await (await open(folder, vault)).set('TOKEN', value);
    const store = await open(folder);
    expect(store.get('TOKEN')).toBeUndefined();
    expect(store.keeper).toMatchObject({ kind: 'file', warns: true, reason: saying({ part: 'keychain' }) });
    await store.set('OTHER', value);
    expect((await open(folder, vault)).names()).toEqual(['OTHER', 'TOKEN']);
  });

  test('A weak one is not used, and why is said.', async () => {
    const folder = tempFolder();
    const store = await open(folder, { ...vault, weakness: foreign('No keychain runs here.') });
    await store.set('TOKEN', value);
    expect(await readdir(folder)).toEqual(['credentials.json']);
    expect(store.keeper).toMatchObject({
      warns: true,
      reason: saying(/^No keychain runs here\. They are/),
    });
  });

  test('What was sealed with a key of before is sealed anew, once, and what cannot be sealed now stays readable.', async () => {
    const folder = tempFolder();
    await (await open(folder, vault)).set('TOKEN', value);
    const before = await readFile(join(folder, 'credentials.enc'), 'utf8');
    const opened = async (sealed: Buffer) => ({ ...(await vault.open(sealed)), isStale: true });
    const stuck = { ...vault, open: opened, seal: () => Promise.reject(new Error('away')) };
    expect((await open(folder, stuck)).get('TOKEN')).toBe(value);
    expect(await readFile(join(folder, 'credentials.enc'), 'utf8')).toBe(before);
    const newer = { ...vault, open: opened, seal: (text: string) => vault.seal(`${text}\n`) };
    expect((await open(folder, newer)).get('TOKEN')).toBe(value);
    expect(await readFile(join(folder, 'credentials.enc'), 'utf8')).not.toBe(before);
    expect((await open(folder, vault)).get('TOKEN')).toBe(value);
  });

  test('One that stays locked keeps what it has, and nothing is written over it.', async () => {
    const folder = tempFolder();
    await (await open(folder, vault)).set('TOKEN', value);
    const sealed = await readFile(join(folder, 'credentials.enc'));
    const store = await open(folder, { ...vault, open: () => Promise.reject(new Error('locked')) });
    await expect(store.set('TOKEN', 'other')).rejects.toThrow(/does not open .*; unlock it/);
    expect(await readFile(join(folder, 'credentials.enc'))).toEqual(sealed);
  });
});
