// Programs found with real shells and files: a login shell that greets, hangs or leaves something running, and the servers that get its PATH.
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { askLoginShell } from '../../../electron/core/servers/runtimes/login-shell.ts';
import { createRuntimes } from '../../../electron/core/servers/runtimes/machine-runtimes.ts';
import { askVersion } from '../../../electron/core/servers/runtimes/program-version.ts';
import { isRunning, row, supervise, tempDir } from './support.ts';
import type { CommandConfig } from '../../../contract/schemas/servers.ts';

const onPosix = describe.skipIf(process.platform === 'win32');

function program(path: string, script: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** A shell that does this before it does what it was asked for. */
function shellIn(home: string, startup: string): string {
  return program(join(home, 'shell'), `${startup}\n[ "$1" = -ilc ] || exit 9\neval "$2"`);
}

function ask(home: string, shell: string, timeoutMs = 60_000) {
  return askLoginShell({ shell, env: { PATH: '/usr/bin:/bin' }, home, timeoutMs, nonce: 'nonce-1' }).then(
    told => told?.path ?? null,
  );
}

function runtimesOf(home: string, env: Record<string, string>) {
  return createRuntimes({
    os: process.platform,
    env: { HOME: home, ...env },
    home,
    machine: {
      platform: process.platform,
      homeDir: home,
      env,
      userName: 'ana',
      uid: 1,
      runReg: async () => ({ exitCode: 1, stderr: '' }),
    },
    randomBytes: size => Buffer.alloc(size, 7),
    log: pino({ enabled: false }),
  });
}

const command = (name: string, env: Record<string, string> = {}): CommandConfig => ({
  kind: 'stdio',
  command: name,
  args: [],
  env,
});

onPosix('the login shell', () => {
  test('Its PATH is told, whatever it says beside it on both outputs.', async () => {
    const home = tempDir();
    const shell = shellIn(home, 'echo "Welcome, ana!"; echo "PATH=/evil" ; echo oops >&2; export PATH=/chosen:$PATH');
    expect(await ask(home, shell)).toBe('/chosen:/usr/bin:/bin');
  });

  test('One that never answers is ended after its time, with what it has started.', async () => {
    const home = tempDir();
    const pidFile = join(home, 'pid');
    const shell = shellIn(home, `sleep 600 & echo $! > ${pidFile}; echo $$ >> ${pidFile}; wait`);
    // Long enough for a slow machine to start it.
    expect(await ask(home, shell, 5_000)).toBeNull();
    const pids = readFileSync(pidFile, 'utf8').trim().split('\n').map(Number);
    expect(pids).toHaveLength(2);
    await expect.poll(() => pids.some(isRunning)).toBe(false);
  });

  test('One that is not waited for any more is ended at once.', async () => {
    const home = tempDir();
    const pidFile = join(home, 'pid');
    const closing = new AbortController();
    const asked = askLoginShell({
      shell: shellIn(home, `echo $$ > ${pidFile}; sleep 600`),
      env: { PATH: '/usr/bin:/bin' },
      home,
      timeoutMs: 600_000,
      nonce: 'nonce-1',
      signal: closing.signal,
    });
    await expect.poll(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8').endsWith('\n')).toBe(true);
    closing.abort();
    expect(await asked).toBeNull();
    await expect.poll(() => isRunning(Number(readFileSync(pidFile, 'utf8')))).toBe(false);
  });

  test('One that leaves something running with its output open is not waited for.', async () => {
    const home = tempDir();
    expect(await ask(home, shellIn(home, 'sleep 600 &'), 60_000)).toBe('/usr/bin:/bin');
  });

  test('One that asks a question gets no answer, and goes on.', async () => {
    const home = tempDir();
    expect(await ask(home, shellIn(home, 'read -r answer; export PATH="/after$answer:/bin:/usr/bin"'))).toBe(
      '/after:/bin:/usr/bin',
    );
  });

  test.each(['/no/such/shell', 'bash', '/etc/hosts'])('%s as a shell tells nothing.', async shell => {
    expect(await ask(tempDir(), shell)).toBeNull();
  });

  test('A real bash reads the startup files of its home.', async () => {
    const home = tempDir();
    writeFileSync(join(home, '.bash_profile'), 'echo hello\nexport PATH="$HOME/tools:/usr/bin:/bin"\n');
    const told = await askLoginShell({
      shell: '/bin/bash',
      env: { HOME: home, PATH: '/usr/bin:/bin' },
      home,
      timeoutMs: 60_000,
      nonce: 'nonce-1',
    });
    expect(told?.path).toBe(`${home}/tools:/usr/bin:/bin`);
  });
});

onPosix('Runtimes', () => {
  test('A start from the desktop finds npx of nvm, with its version and why, though no PATH names it.', async () => {
    const home = tempDir();
    const bin = join(home, '.nvm/versions/node/v22.5.0/bin');
    program(join(bin, 'npx'), 'echo 10.8.1');
    const runtimes = runtimesOf(home, { PATH: '/usr/bin:/bin', SHELL: program(join(home, 'mute'), 'exit 1') });
    await runtimes.look(command('npx'), true);
    expect(runtimes.runtimeOf(command('npx'))).toEqual({
      path: join(bin, 'npx'),
      version: '10.8.1',
      why: { kind: 'version-of', program: 'nvm', chosen: 'newest', version: 'v22.5.0' },
    });
    expect(runtimes.env['PATH']?.split(':')).toEqual(expect.arrayContaining([bin, '/usr/bin', '/bin']));
  });

  test('Nothing is run of a server that was not approved, nor a program that is no known runtime.', async () => {
    const home = tempDir();
    const touched = join(home, 'touched');
    const npx = program(join(home, 'bin/npx'), `touch ${touched}; echo 1.2.3`);
    program(join(home, 'bin/mine'), `touch ${touched}; echo 1.2.3`);
    const runtimes = runtimesOf(home, {
      PATH: `${join(home, 'bin')}:/usr/bin:/bin`,
      TERM: 'xterm',
      SHELL: '/no/such/shell',
    });
    await runtimes.look(command('npx'), false);
    await runtimes.look(command('mine'), true);
    expect(runtimes.runtimeOf(command('npx'))).toMatchObject({ path: npx, version: null });
    expect(runtimes.runtimeOf(command('mine'))).toMatchObject({ version: null });
    expect(existsSync(touched)).toBe(false);
  });

  test('Each program is asked for its version once, and again when it is another one.', async () => {
    const home = tempDir();
    const count = join(home, 'count');
    const old = program(join(home, 'a/npx'), `echo x >> ${count}; echo 1.0.0`);
    const runtimes = runtimesOf(home, {
      PATH: `${join(home, 'b')}:${join(home, 'a')}:/usr/bin:/bin`,
      TERM: 'xterm',
      SHELL: '/no/such/shell',
    });
    await Promise.all([runtimes.look(command('npx'), true), runtimes.look(command('npx'), true)]);
    expect(readFileSync(count, 'utf8')).toBe('x\n');
    expect(runtimes.runtimeOf(command('npx'))).toMatchObject({ path: old, version: '1.0.0' });
    const next = program(join(home, 'b/npx'), 'echo 2.0.0');
    await runtimes.look(command('npx'), true);
    expect(runtimes.runtimeOf(command('npx'))).toMatchObject({ path: next, version: '2.0.0' });
  });

  test('A PATH in the variables of a server is the one that counts for it.', async () => {
    const home = tempDir();
    const own = program(join(home, 'own/tool'), 'exit 0');
    const runtimes = runtimesOf(home, { PATH: '/usr/bin:/bin', TERM: 'xterm', SHELL: '/no/such/shell' });
    const config = command('tool', { PATH: join(home, 'own') });
    await runtimes.look(config, false);
    expect(runtimes.runtimeOf(config)).toEqual({ path: own, version: null, why: { kind: 'path-of-variables' } });
  });

  test('A folder or a file that may not be run is no program.', async () => {
    const home = tempDir();
    mkdirSync(join(home, 'a/npx'), { recursive: true });
    mkdirSync(join(home, 'b'));
    writeFileSync(join(home, 'b/npx'), 'text', { mode: 0o644 });
    symlinkSync('/no/such', join(home, 'npx'));
    const runtimes = runtimesOf(home, {
      PATH: `${home}/a:${home}/b:${home}:/no/where`,
      TERM: 'xterm',
      SHELL: '/no/such/shell',
    });
    await runtimes.look(command('npx'), false);
    const path = runtimes.runtimeOf(command('npx'))?.path ?? '';
    expect(path.startsWith(home)).toBe(false);
  });

  test('From a terminal too the login shell is asked, and what the folder of the start has on the PATH comes last.', async () => {
    const home = tempDir();
    const checkout = join(home, 'checkout');
    const bin = join(checkout, 'node_modules/.bin');
    for (const folder of [bin, join(checkout, 'bin'), join(home, 'chosen')]) program(join(folder, 'npx'), 'echo 1.0.0');
    const chosen = shellIn(home, `export PATH=${home}/chosen:$PATH`);
    const runtimes = runtimesOf(home, { PATH: `${bin}:${checkout}/bin:/usr/bin:/bin`, TERM: 'xterm', SHELL: chosen });
    await runtimes.look(command('npx'), false);
    expect(runtimes.runtimeOf(command('npx'))?.path).toBe(join(home, 'chosen/npx'));
    const path = runtimes.env['PATH']?.split(':') ?? [];
    expect(path).not.toContain(bin);
    expect(path.at(-1)).toBe(join(checkout, 'bin'));
  });

  test('A program that hangs when it is asked for its version is ended.', async () => {
    const home = tempDir();
    const path = program(join(home, 'node'), 'exec sleep 600');
    expect(await askVersion(path, { env: { PATH: '/usr/bin:/bin' }, cwd: home, timeoutMs: 300 })).toBeNull();
  });
});

onPosix('servers', () => {
  test('A server whose program is missing is blocked, and starts once it was installed where no PATH named it before.', async () => {
    const home = tempDir();
    const runtimes = runtimesOf(home, { PATH: '/usr/bin:/bin', TERM: 'xterm', SHELL: '/no/such/shell' });
    await runtimes.ready;
    const config = {
      ...command('my-tool-of-test'),
      args: [join(process.cwd(), 'test/fixtures/servers/well-behaved.mjs')],
    };
    const { supervisor, until } = supervise([row('a', config)], {
      runtimes,
      platform: {
        version: '1',
        os: process.platform,
        nodePath: process.execPath,
        distDir: join(process.cwd(), 'dist'),
        now: Date.now,
        log: pino({ enabled: false }),
        get env() {
          return runtimes.env;
        },
      },
    });
    await expect(supervisor.start('a')).rejects.toThrow('"my-tool-of-test" was not found on the PATH (');
    expect(supervisor.get('a')).toMatchObject({ state: { kind: 'blocked', by: 'runtime' }, runtime: null });
    const installed = join(home, '.local/bin/my-tool-of-test');
    program(installed, `exec ${process.execPath} "$@"`);
    await supervisor.start('a');
    const server = await until('a', ({ state, runtime }) => state.kind === 'running' && runtime !== null);
    expect(server.runtime).toEqual({ path: installed, version: null, why: { kind: 'folder-of-uv-or-pipx' } });
  });

  test('What is being changed is not what a run of the old approval starts.', async () => {
    const { supervisor, shown } = supervise([row('a', { ...command(process.execPath), args: ['-e', '0'] })]);
    const config = { ...command(process.execPath), args: ['-e', '1'] };
    await supervisor.changes.change('a', { config });
    expect(shown.get('a')?.state).toMatchObject({ kind: 'blocked', by: 'approval' });
    await expect(supervisor.start('a')).rejects.toThrow('approve it again');
  });
});
