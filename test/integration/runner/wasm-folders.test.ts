// A WASI module that wants out of the folder that it was given: by links, by names, by renaming, and while another program swaps folders.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownRuntimeVariable } from '../../../contract/own-runtimes.ts';
import { ServerOptionsSchema } from '../../../contract/schemas/servers.ts';
import { describeWith } from '../../support/provided.ts';
import { call, callTool, row, supervise, tempDir, textOf } from '../servers/support.ts';
import type { WasmConfig } from '../../../contract/schemas/servers.ts';
import type { ServerRow } from '../../../electron/core/servers/lifecycle/server-entry.ts';

const module = resolve('test/fixtures/servers/sandboxed/echo.wasm');
const config = (folders: WasmConfig['folders']): WasmConfig => ({
  kind: 'wasm',
  file: module,
  args: [],
  env: {},
  folders,
});

/** `top/given` is the module's; `top/beside` is not, and holds a secret. */
function makeFolders() {
  const top = tempDir();
  const given = join(top, 'given');
  const beside = join(top, 'beside');
  for (const folder of [given, beside]) mkdirSync(folder);
  writeFileSync(join(given, 'note.txt'), 'a note');
  writeFileSync(join(beside, 'secret.txt'), 'secret');
  return { top, given, beside };
}

/** `wasi('read', 3, 'note.txt')`: one call of WASI by the module, and what came of it. */
async function start(folders: WasmConfig['folders'], change: Partial<ServerRow> = {}) {
  const { supervisor } = supervise([row('wasi', config(folders), change)]);
  await supervisor.start('wasi');
  return async (...fields: (string | number)[]) =>
    textOf(await callTool(supervisor, 'wasi', { name: 'files', arguments: { text: fields.join('|') } }, call));
}

async function inFolder(prepare: (given: string) => void = () => {}, change: Partial<ServerRow> = {}) {
  const folders = makeFolders();
  prepare(folders.given);
  return { ...folders, wasi: await start([{ path: folders.given, as: '/given' }], change) };
}

type InFolder = Awaited<ReturnType<typeof inFolder>>;

/** Whatever was tried: the secret is as it was, and nothing came beside it. */
function nothingHappenedIn({ top, beside }: Pick<InFolder, 'top' | 'beside'>): void {
  expect(readdirSync(top).toSorted()).toEqual(['beside', 'given']);
  expect(readdirSync(beside)).toEqual(['secret.txt']);
  expect(readFileSync(join(beside, 'secret.txt'), 'utf8')).toBe('secret');
}

/** Every call that could go through `path`, a folder on the way to `top/beside`. */
async function tryAll(wasi: InFolder['wasi'], path: string): Promise<string[]> {
  return [
    await wasi('read', 3, `${path}/secret.txt`),
    await wasi('stat', 3, `${path}/secret.txt`),
    await wasi('write', 3, `${path}/planted.txt`, 'planted'),
    await wasi('write', 3, `${path}/secret.txt`, 'overwritten'),
    await wasi('mkdir', 3, `${path}/planted`),
    await wasi('symlink', 3, 'secret.txt', `${path}/planted`),
    await wasi('link', 3, 'note.txt', `${path}/planted.txt`),
    await wasi('link', 3, `${path}/secret.txt`, 'stolen.txt'),
    await wasi('rename', 3, 'note.txt', `${path}/planted.txt`),
    await wasi('rename', 3, `${path}/secret.txt`, 'stolen.txt'),
    await wasi('unlink', 3, `${path}/secret.txt`),
    await wasi('open', 3, path),
    await wasi('rmdir', 3, `${path}/../beside`),
  ];
}

const refusals = (answers: readonly string[]) => answers.filter(answer => !/^(errno [1-9]|-[1-9])/.test(answer));

const attacks = (change: Partial<ServerRow>) => () => {
  test('Links that it makes itself lead nowhere outside, neither for reading nor for writing.', async () => {
    const { wasi, ...folders } = await inFolder(() => {}, change);
    await wasi('symlink', 3, '.', 'z');
    await wasi('symlink', 3, 'z/..', 'l');
    await wasi('symlink', 3, 'z/../z/../beside', 'm');
    await wasi('symlink', 3, folders.beside, 'absolute');
    const answers = [
      ...(await tryAll(wasi, 'l/beside')),
      ...(await tryAll(wasi, 'm')),
      ...(await tryAll(wasi, 'absolute')),
    ];
    expect(refusals(answers)).toEqual([]);
    nothingHappenedIn(folders);
  });

  test('A link that stays inside where it is made cannot be moved to where it leads outside.', async () => {
    const { wasi, ...folders } = await inFolder(() => {}, change);
    await wasi('mkdir', 3, 'a');
    await wasi('mkdir', 3, 'a/b');
    await wasi('symlink', 3, '../..', 'a/b/up');
    await wasi('rename', 3, 'a/b/up', 'up');
    await wasi('symlink', 3, '..', 'a/b/one');
    await wasi('rename', 3, 'a/b', 'b');
    await wasi('link', 3, 'b/one', 'one');
    const answers = [...(await tryAll(wasi, 'up/beside')), ...(await tryAll(wasi, 'one/beside'))];
    expect(refusals(answers)).toEqual([]);
    nothingHappenedIn(folders);
  });

  test('What it leaves behind leads no other program outside: its links have no "..", and none is absolute.', async () => {
    const { wasi, given, beside } = await inFolder(() => {}, change);
    for (const target of ['..', 'a/../..', '/etc', beside, '../beside/secret.txt', 'a/..']) {
      // 76 is ENOTCAPABLE.
      expect(await wasi('symlink', 3, target, 'left')).toBe('errno 76');
    }
    expect(readdirSync(given)).toEqual(['note.txt']);
  });

  test('Links to folders and files outside that lie there already are not followed.', async () => {
    const { wasi, ...folders } = await inFolder(given => {
      symlinkSync('../beside', join(given, 'relative'));
      symlinkSync(join(given, '../beside'), join(given, 'absolute'));
      symlinkSync('relative', join(given, 'chained'));
      symlinkSync('/proc/self/cwd/../../../../../../..', join(given, 'process'));
      symlinkSync('../beside/secret.txt', join(given, 'file'));
      symlinkSync('../beside/planted.txt', join(given, 'dangling'));
    }, change);
    const answers: string[] = [];
    for (const link of ['relative', 'absolute', 'chained', `process${folders.beside}`]) {
      answers.push(...(await tryAll(wasi, link)));
    }
    for (const link of ['file', 'dangling']) {
      answers.push(await wasi('read', 3, link), await wasi('write', 3, link, 'planted'), await wasi('stat', 3, link));
    }
    expect(refusals(answers)).toEqual([]);
    nothingHappenedIn(folders);
  });

  test('Names with ".." and absolute names lead nowhere outside, also from a folder below.', async () => {
    const { wasi, ...folders } = await inFolder(given => mkdirSync(join(given, 'a')), change);
    const answers: string[] = [];
    for (const path of ['../beside', 'a/../../beside', './/..//beside', 'a/./.././../beside', folders.beside]) {
      answers.push(...(await tryAll(wasi, path)));
    }
    const below = Number(await wasi('open', 3, 'a'));
    expect(below).toBeGreaterThan(3);
    answers.push(await wasi('read', below, '../note.txt'), await wasi('open', below, '..'));
    expect(refusals(answers)).toEqual([]);
    nothingHappenedIn(folders);
  });

  test('Of two folders, none is a way out of the other.', async () => {
    const { given, ...folders } = makeFolders();
    mkdirSync(join(given, 'one'));
    mkdirSync(join(given, 'two'));
    const wasi = await start(
      ['one', 'two'].map(name => ({ path: join(given, name), as: `/${name}` })),
      change,
    );
    expect(await wasi('write', 3, 'kept.txt', 'kept')).toBe('done');
    expect(await wasi('write', 4, 'moved.txt', 'moved')).toBe('done');
    const answers = [
      await wasi('read', 4, '../one/kept.txt'),
      await wasi('rename', 4, 'moved.txt', '../moved.txt', 3),
      await wasi('link', 4, '../note.txt', 'stolen.txt', 3),
      await wasi('read', 4, '../../beside/secret.txt'),
    ];
    expect(refusals(answers)).toEqual([]);
    nothingHappenedIn({ top: folders.top, beside: folders.beside });
  });

  test('While another program swaps a folder for a link to outside, nothing outside is read, written, made or removed.', async () => {
    const { wasi, ...folders } = await inFolder(given => {
      mkdirSync(join(given, 'swapped'));
      writeFileSync(join(given, 'swapped', 'secret.txt'), 'inside');
    }, change);
    const stop = await swapping(folders.given);
    const answers = await wasi('again', 10_000, 'read', 3, 'swapped/secret.txt');
    await wasi('again', 3_000, 'write', 3, 'swapped/planted.txt', 'planted');
    await wasi('again', 3_000, 'mkdir', 3, 'swapped/planted');
    await wasi('again', 3_000, 'link', 3, 'note.txt', 'swapped/linked.txt');
    await wasi('again', 3_000, 'unlink', 3, 'swapped/secret.txt');
    await stop();
    // Some came through, so the way was tried in earnest.
    expect(answers.split(' / ')).toContain('inside');
    expect(answers.split(' / ')).not.toContain('secret');
    expect(readdirSync(folders.beside)).toEqual(['secret.txt']);
  });
};

/** Resolves once another program does so, with what ends it. */
async function swapping(folder: string): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [resolve('test/fixtures/servers/sandboxed/swap.mjs'), folder]);
  const gone = new Promise(done => child.once('exit', done));
  await new Promise(done => child.stdout.once('data', done));
  return async () => {
    child.kill('SIGKILL');
    await gone;
  };
}

const inside = () => {
  test('It reads, writes, lists, makes, renames and removes in its folder.', async () => {
    const { wasi, given } = await inFolder();
    expect(await wasi('mkdir', 3, 'sub')).toBe('done');
    expect(await wasi('write', 3, 'sub/new.txt', 'new')).toBe('done');
    expect(await wasi('stat', 3, 'sub/../sub/./new.txt')).toBe('size 3');
    expect(await wasi('link', 3, 'sub/new.txt', 'same.txt')).toBe('done');
    expect(await wasi('rename', 3, 'sub/new.txt', 'old.txt')).toBe('done');
    expect((await wasi('list', await wasi('open', 3, '.'))).split(' ').toSorted()).toEqual([
      'note.txt',
      'old.txt',
      'same.txt',
      'sub',
    ]);
    expect(await wasi('unlink', 3, 'same.txt')).toBe('done');
    expect(await wasi('rmdir', 3, 'sub')).toBe('done');
    expect(readdirSync(given).toSorted()).toEqual(['note.txt', 'old.txt']);
    expect(readFileSync(join(given, 'old.txt'), 'utf8')).toBe('new');
  });

  test('A C program finds its files as POSIX has them: streams, descriptors, times, lists, links and errors.', () => {
    const top = tempDir();
    for (const name of ['d', 'e']) mkdirSync(join(top, name));
    execFileSync('mkfifo', [join(top, 'd', 'pipe')]);
    const folders = ['d', 'e'].map(name => ({ path: join(top, name), as: `/${name}` }));
    const given = JSON.stringify({ ...config(folders), file: resolve('test/fixtures/servers/sandboxed/files.wasm') });
    const env = { ...process.env, [ownRuntimeVariable]: given };
    const run = { env, encoding: 'utf8', timeout: 60_000 } as const;
    const said = execFileSync(process.execPath, ['--no-warnings', 'dist/runner/wasm.cjs'], run);
    expect(said).toBe('checked\n');
  });

  test('Links that stay inside are followed, those that it makes and those that lead up and down again.', async () => {
    const { wasi, given } = await inFolder(place => {
      mkdirSync(join(place, 'a'));
      symlinkSync('../note.txt', join(place, 'a', 'note'));
      symlinkSync('turning', join(place, 'turning'));
    });
    expect(await wasi('read', 3, 'a/note')).toBe('a note');
    expect(await wasi('symlink', 3, 'a', 'b')).toBe('done');
    expect(await wasi('readlink', 3, 'b')).toBe('a');
    expect(await wasi('read', 3, 'b/note')).toBe('a note');
    expect(await wasi('write', 3, 'b/made.txt', 'made')).toBe('done');
    expect(readFileSync(join(given, 'a/made.txt'), 'utf8')).toBe('made');
    // 32 is ELOOP.
    expect(await wasi('read', 3, 'turning')).toBe('errno 32');
  });

  test('A file that has a second name outside is a file of the folder: hard links cannot be told apart.', async () => {
    const { wasi } = await inFolder(given => linkSync(join(given, '../beside/secret.txt'), join(given, 'shared.txt')));
    expect(await wasi('read', 3, 'shared.txt')).toBe('secret');
  });

  test.each([
    ['a link', (top: string) => join(top, 'link'), 'is reached over the link'],
    ['below a link', (top: string) => join(top, 'link', 'sub'), 'is reached over the link'],
    ['a relative path', () => 'given', 'is not absolute; give its whole path'],
    ['missing', (top: string) => join(top, 'missing'), 'cannot be opened (ENOENT); correct its path'],
    ['a file', (top: string) => join(top, 'given', 'note.txt'), 'cannot be opened (ENOTDIR); correct its path'],
  ])(
    'A granted folder that is %s is refused with what helps, so that none is put in its place.',
    async (_, at, why) => {
      const { top, given } = makeFolders();
      mkdirSync(join(given, 'sub'));
      symlinkSync('given', join(top, 'link'));
      await expect(start([{ path: at(top), as: '/given' }])).rejects.toThrow(why);
    },
  );

  test('A folder of its own that it replaces is not another one at its next start.', async () => {
    const { given, beside } = makeFolders();
    mkdirSync(join(given, 'sub'));
    symlinkSync('../beside', join(given, 'out'));
    const folders = [
      { path: given, as: '/given' },
      { path: join(given, 'sub'), as: '/sub' },
    ];
    const wasi = await start(folders);
    await wasi('rmdir', 3, 'sub');
    await wasi('rename', 3, 'out', 'sub');
    await expect(start(folders)).rejects.toThrow('is reached over the link');
    expect(existsSync(join(beside, 'planted.txt'))).toBe(false);
  });
};

if (process.platform === 'linux') {
  describe('a folder', inside);
  describe('out of a folder', attacks({}));
  const walled = { options: ServerOptionsSchema.parse({ sandbox: { network: 'none', hosts: [], folders: [] } }) };
  describeWith(['bubblewrap'], 'out of a folder inside walls', attacks(walled));
}

test.each(['darwin', 'win32'] as const)(
  'On %s a module with folders does not start, and one without does.',
  async os => {
    const rows = [row('with', config([{ path: tempDir(), as: '/given' }])), row('without', config([]))];
    const { supervisor, shown } = supervise(rows, {}, { os });
    await expect(supervisor.start('with')).rejects.toThrow(
      'remove its folders, or add it as the command "wasmtime run',
    );
    expect(shown.get('with')?.state).toMatchObject({ kind: 'blocked', by: 'runtime' });
    await supervisor.start('without');
    expect(shown.get('without')?.state.kind).toBe('running');
  },
);
