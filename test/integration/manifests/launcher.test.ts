// The launchers, really run by /bin/sh, in folders with names that break careless quoting.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foreign } from '../../../contract/reason.ts';
import { launcherPaths, writeLaunchers } from '../../../native-host/manifests/launcher.ts';
import type { LauncherSources } from '../../../native-host/manifests/launcher.ts';

const run = promisify(execFile);
const nasty = `a b'c"d$HOME\`id\`;&|<>*?(é)%20#`;
const echo = 'console.log(JSON.stringify({ script: process.argv[1], args: process.argv.slice(2) }));';

let root = '';
let sources: LauncherSources;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'pilothouse-launcher-'));
  const checkout = join(root, nasty, 'checkout');
  await mkdir(checkout, { recursive: true });
  await writeFile(join(checkout, 'relay.cjs'), `require('node:fs');\n${echo}`);
  await writeFile(join(checkout, 'cli.mjs'), echo);
  sources = {
    platform: 'linux',
    dataHome: join(root, nasty, 'home'),
    nodePath: process.execPath,
    relayBundle: join(checkout, 'relay.cjs'),
    cliPath: join(checkout, 'cli.mjs'),
    relayHash: null,
    relayProblem: null,
  };
});
afterEach(() => rm(root, { recursive: true }));

const clean = { PATH: '/usr/bin:/bin', HOME: '/nowhere' };

async function start(path: string, args: string[], env: Record<string, string> = clean) {
  const { stdout } = await run(path, args, { env });
  return JSON.parse(stdout);
}

/** Points the launcher at a Node that is gone. */
async function withoutNode() {
  return writeLaunchers({ ...sources, nodePath: join(root, nasty, 'gone/node') });
}

describe.skipIf(process.platform === 'win32')('the launchers', () => {
  it('start the relay’s own copy with the home and everything the browser passes', async () => {
    const { relay } = await writeLaunchers(sources);
    await rm(sources.relayBundle);
    expect(await start(relay, ['chrome-extension://abc/', `x ${nasty}`])).toEqual({
      script: join(sources.dataHome, 'launcher/relay.cjs'),
      args: ['--home', sources.dataHome, 'chrome-extension://abc/', `x ${nasty}`],
    });
  });

  it('start the command line with the home before the subcommand', async () => {
    const { pilothouse } = await writeLaunchers(sources);
    expect(await start(pilothouse, ['mcp', '--client', 'claude code'])).toEqual({
      script: sources.cliPath,
      args: ['--home', sources.dataHome, 'mcp', '--client', 'claude code'],
    });
  });

  it('cannot be moved by the environment', async () => {
    const { relay } = await writeLaunchers(sources);
    const { args } = await start(relay, [], { ...clean, PILOTHOUSE_HOME: '/elsewhere', node: '/bin/false' });
    expect(args).toEqual(['--home', sources.dataHome]);
  });

  it('keep NODE_OPTIONS away from the relay', async () => {
    const { relay } = await writeLaunchers(sources);
    const { stderr } = await run(relay, [], { env: { ...clean, NODE_OPTIONS: '--require=/nowhere.cjs' } });
    expect(stderr).toBe('');
  });

  it('find another Node on PATH when theirs is gone', async () => {
    const { relay } = await withoutNode();
    const bin = join(root, 'bin');
    await mkdir(bin);
    await symlink(process.execPath, join(bin, 'node'));
    const { args } = await start(relay, ['x'], { ...clean, PATH: `${bin}:/usr/bin:/bin` });
    expect(args).toEqual(['--home', sources.dataHome, 'x']);
  });

  it('find another Node in the user’s home when there is none on PATH', async () => {
    const { relay } = await withoutNode();
    const text = (await readFile(relay, 'utf8')).replaceAll(/ \/(usr|opt)\/[a-z/]*node\b/g, '');
    await writeFile(relay, text);
    await mkdir(join(root, '.volta/bin'), { recursive: true });
    await symlink(process.execPath, join(root, '.volta/bin/node'));
    const { args } = await start(relay, [], { PATH: '/nowhere', HOME: root });
    expect(args).toEqual(['--home', sources.dataHome]);
  });

  it('say one sentence on stderr, and nothing on stdout, when there is no Node at all', async () => {
    const { relay } = await withoutNode();
    const text = (await readFile(relay, 'utf8')).replaceAll(/ \/(usr|opt)\/[a-z/]*node\b/g, '');
    await writeFile(relay, text);
    const failure = await run(relay, [], { env: { PATH: '/nowhere', HOME: '/nowhere' } }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({
      code: 127,
      stdout: '',
      stderr: `Pilothouse cannot start: ${join(root, nasty, 'gone/node')} is gone and there is no other Node. Install Node 20.19 or newer, then start Pilothouse once.\n`,
    });
  });

  it('lie in a private folder and are executable', async () => {
    const { relay, pilothouse } = await writeLaunchers(sources);
    const modes = await Promise.all(
      [join(relay, '..'), relay, pilothouse].map(async path => (await stat(path)).mode & 0o777),
    );
    expect([modes, launcherPaths('linux', sources.dataHome)]).toEqual([[0o700, 0o755, 0o755], { relay, pilothouse }]);
  });

  it('are not written again when nothing changed', async () => {
    const { relay } = await writeLaunchers(sources);
    const folder = join(relay, '..');
    const photograph = async () =>
      Promise.all((await readdir(folder)).map(async name => [name, (await stat(join(folder, name))).ino]));
    const before = await photograph();
    await writeLaunchers(sources);
    expect(await photograph()).toEqual(before);
  });

  it('get their modes back when somebody changed them', async () => {
    const { relay } = await writeLaunchers(sources);
    await chmod(relay, 0o600);
    await chmod(join(relay, '..'), 0o777);
    await writeLaunchers(sources);
    expect([(await stat(relay)).mode & 0o777, (await stat(join(relay, '..'))).mode & 0o777]).toEqual([0o755, 0o700]);
  });

  it('replace a planted link instead of writing through it', async () => {
    const { relay } = await writeLaunchers(sources);
    const victim = join(root, 'victim');
    await writeFile(victim, 'mine');
    await rm(relay);
    await symlink(victim, relay);
    await writeLaunchers(sources);
    expect([await readFile(victim, 'utf8'), (await lstat(relay)).isSymbolicLink()]).toEqual(['mine', false]);
  });

  it('refuse a path with a line break before anything is written', async () => {
    const dataHome = join(root, 'a\nb');
    await expect(writeLaunchers({ ...sources, dataHome })).rejects.toThrow(
      'contains a line break; move it to a path without one.',
    );
    expect(await readdir(root)).toEqual([nasty]);
  });

  it('refuse a backslash, from behind which Node loads no module', async () => {
    const cliPath = join(root, 'a\\b', 'cli.mjs');
    await expect(writeLaunchers({ ...sources, cliPath })).rejects.toThrow(
      `Node cannot start ${cliPath}, because the path contains a backslash; move it to a path without one.`,
    );
  });

  it('say which file is missing when the relay was not built', async () => {
    const relayBundle = join(root, 'dist/relay.cjs');
    await expect(writeLaunchers({ ...sources, relayBundle })).rejects.toThrow(
      `Could not read the relay ${relayBundle}: ENOENT. Build Pilothouse, then start again.`,
    );
  });

  it('leave a relay away that is not the one that was built, with what an earlier start had written', async () => {
    const { relay, pilothouse } = await writeLaunchers(sources);
    const relayHash = createHash('sha256').update('what was built').digest('hex');
    const { relayProblem } = await writeLaunchers({ ...sources, relayHash });
    expect(relayProblem).toEqual({ kind: 'relay-not-built', file: sources.relayBundle });
    expect(await readdir(join(relay, '..'))).toEqual(['pilothouse']);
    expect(await start(pilothouse, ['a'])).toMatchObject({ script: sources.cliPath });
    // What browsers start can also be known to be another by something else.
    const another = foreign('It is another.');
    expect((await writeLaunchers({ ...sources, relayProblem: another })).relayProblem).toBe(another);
    expect(await readdir(join(relay, '..'))).toEqual(['pilothouse']);
  });

  it('say that a file stands where their folder should be', async () => {
    await mkdir(sources.dataHome);
    const launcher = join(sources.dataHome, 'launcher');
    await writeFile(launcher, '');
    await expect(writeLaunchers(sources)).rejects.toThrow(
      `Could not write ${launcher}: ${launcher} is a file, not a folder. Move it away, then start Pilothouse again.`,
    );
  });
});
