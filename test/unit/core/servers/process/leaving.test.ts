// How processes are found that have left their server: by their control group, by their mark, on Windows by who started whom.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cgroupHome, OwnCgroup } from '../../../../../electron/core/servers/process/own-cgroup.ts';
import { parseMarkedPs } from '../../../../../electron/core/servers/process/process-nonce.ts';
import { ProcessTree } from '../../../../../electron/core/servers/process/process-tree.ts';
import { Strays } from '../../../../../electron/core/servers/process/strays.ts';
import { bornOf } from '../../../../../electron/core/servers/process/windows-tree.ts';

const nonce = 'ab'.repeat(16);
let home = '';
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'pilothouse-cgroup-'))));
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('the control group that this process is in', () => {
  const mounts =
    '30 24 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw\n31 24 0:27 / /tmp rw - tmpfs tmpfs rw';
  const user = '/user.slice/user-1000.slice/user@1000.service/app.slice/app-x.scope';

  test.each<[string, string, string, string | null]>([
    ['in a session of systemd', `0::${user}\n`, mounts, `/sys/fs/cgroup${user}`],
    [
      'beside groups of version 1',
      `4:memory:/x\n0::/\n`,
      mounts.replace('/sys/fs/cgroup ', '/sys/fs/cgroup/unified '),
      '/sys/fs/cgroup/unified',
    ],
    [
      'where a part of it is mounted',
      '0::/pod/one/two\n',
      mounts.replace(' / /sys', ' /pod/one /sys'),
      '/sys/fs/cgroup/two',
    ],
    ['where another part is mounted', '0::/pod/other\n', mounts.replace(' / /sys', ' /pod/one /sys'), null],
    ['outside of what is mounted', '0::/../other\n', mounts, null],
    ['of version 1 alone', '4:memory:/x\n', mounts, null],
    ['that is mounted nowhere', `0::${user}\n`, '31 24 0:27 / /tmp rw - tmpfs tmpfs rw', null],
  ])('%s', (_, cgroup, mounted, found) => {
    expect(cgroupHome(cgroup, mounted)?.replace(/\/$/, '') ?? null).toBe(found);
  });
});

describe('OwnCgroup', () => {
  /** As the kernel would have it: a group is made with its files in it. */
  const made = () => {
    const group = new OwnCgroup(home, nonce);
    writeFileSync(join(home, 'cgroup.procs'), '');
    mkdirSync(group.folder);
    for (const name of ['cgroup.procs', 'cgroup.kill']) writeFileSync(join(group.folder, name), '');
    return group;
  };

  test('Where no group can be made, what is to be started is started all the same, and nothing stays.', () => {
    const group = new OwnCgroup(join(home, 'not', 'there'), nonce);
    expect(group.around(() => 'started')).toBe('started');
    const plain = new OwnCgroup(home, nonce);
    expect([plain.around(() => 'started'), existsSync(plain.folder)]).toEqual(['started', false]);
    expect(plain.pids()).toEqual([]);
  });

  test('Processes of groups below it count, and this one does not.', () => {
    const group = made();
    mkdirSync(join(group.folder, 'inner'));
    writeFileSync(join(group.folder, 'cgroup.procs'), `${process.pid}\n41\n`);
    writeFileSync(join(group.folder, 'inner', 'cgroup.procs'), '42\n');
    expect(group.pids()).toEqual([41, 42]);
  });

  test('It is killed as a whole, but not while this process is in it.', () => {
    const group = made();
    const killed = () => readFileSync(join(group.folder, 'cgroup.kill'), 'utf8');
    writeFileSync(join(group.folder, 'cgroup.procs'), `${process.pid}\n`);
    group.kill();
    expect(killed()).toBe('');
    writeFileSync(join(group.folder, 'cgroup.procs'), '');
    group.kill();
    expect(killed()).toBe('1');
  });
});

describe('Strays', () => {
  const found = (marked: readonly number[], inside: readonly number[] = []) => {
    if (inside.length > 0) {
      mkdirSync(join(home, `pilothouse-${nonce}`));
      writeFileSync(join(home, `pilothouse-${nonce}`, 'cgroup.procs'), inside.join('\n'));
    }
    const rows = marked.map(pid => ({ pid, started: '9', nonce }));
    const others = [{ pid: 90, started: '9', nonce: 'cd'.repeat(16) }];
    const strays = new Strays({
      nonce,
      os: 'linux',
      cgroups: { home: () => home },
      marked: async () => [...rows, ...others],
    });
    return strays.find(50).then(all => all.map(({ pid }) => pid));
  };

  test('Those with the mark and those in the group are found once each; the child, this process and other marks are not.', async () => {
    expect(await found([50, 51, 52, process.pid], [52, 53])).toEqual([51, 52, 53]);
  });

  test('Without a mark nothing is.', async () => {
    const marked = async () => [{ pid: 51, started: '9', nonce }];
    expect(await new Strays({ nonce: null, os: 'linux', marked }).find(50)).toEqual([]);
  });

  test('Who is spared is not found.', async () => {
    const marked = async () => [51, 52].map(pid => ({ pid, started: '9', nonce }));
    for (const os of ['linux', 'darwin'] as const) {
      const strays = new Strays({ nonce, os, marked, spared: new Set([51]) });
      expect((await strays.find(50)).map(({ pid }) => pid)).toEqual([52]);
    }
  });

  test('Who is in the group that is told to end is not told once more, but counts.', async () => {
    const child = spawn(process.execPath, ['-e', 'console.log("up"); setInterval(() => {}, 1e3)']);
    await new Promise(resolve => child.stdout.once('data', resolve));
    const marked = async () => [{ pid: child.pid ?? 0, started: '9', nonce, group: 70 }];
    const strays = new Strays({ nonce, os: 'darwin', marked });
    const ended = new Promise(resolve => child.once('close', (_, signal) => resolve(signal)));
    expect(await strays.signal('SIGTERM', 70)).toBe(1);
    await strays.signal('SIGKILL', 70);
    expect(await ended).toBe('SIGKILL');
  });

  test('Each gets a signal once.', async () => {
    const child = spawn(process.execPath, [
      '-e',
      'process.on("SIGTERM", () => console.log("told")); console.log("up"); setInterval(() => {}, 1e3)',
    ]);
    const said: string[] = [];
    child.stdout.on('data', (chunk: Buffer) => said.push(...chunk.toString().trim().split('\n')));
    await expect.poll(() => said).toEqual(['up']);
    const marked = async () => [{ pid: child.pid ?? 0, started: '9', nonce }];
    const strays = new Strays({ nonce, os: 'darwin', marked });
    expect([await strays.signal('SIGTERM', 0), await strays.signal('SIGTERM', 0)]).toEqual([1, 1]);
    await expect.poll(() => said).toEqual(['up', 'told']);
    await strays.signal('SIGKILL', 0);
    await new Promise(resolve => child.once('close', resolve));
    expect(said).toEqual(['up', 'told']);
  });
});

test.runIf(process.platform === 'linux')(
  'A browser of the user’s in the group of a server outlives it, and nothing else of the group does.',
  async () => {
    const browser = join(home, 'firefox');
    symlinkSync(process.execPath, browser);
    const idle = 'setInterval(() => {}, 1e3)';
    const start = (program: string) => `require('child_process').spawn(${JSON.stringify(program)}, ['-e', '${idle}'])`;
    const script = `console.log(${start(browser)}.pid, ${start(process.execPath)}.pid); ${idle}`;
    const child = spawn(process.execPath, ['-e', script], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
    const exited = new Promise<void>(resolve => child.once('exit', () => resolve()));
    const said = await new Promise<Buffer>(resolve => child.stdout.once('data', resolve));
    const [users = 0, other = 0] = said.toString().split(' ').map(Number);
    const runs = (pid: number) =>
      existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    await expect.poll(() => readFileSync(`/proc/${users}/cmdline`, 'utf8')).toContain('firefox');
    const strays = new Strays({ nonce: null, os: 'linux' });
    const tree = new ProcessTree(exited, { pid: child.pid ?? 0, os: 'linux', env: {}, strays });
    tree.signal('SIGTERM');
    await tree.gone;
    expect([runs(users), runs(other)]).toEqual([true, false]);
    process.kill(users, 'SIGKILL');
  },
);

test('The output of ps on macOS: the mark stands among the variables behind the command.', () => {
  const text = [
    `  501     1   501 Sat Nov 28 10:16:48 2026 /usr/bin/node server.js PATH=/bin PILOTHOUSE_CHILD=${nonce} HOME=/Users/a`,
    '  502   501   501 Sat Nov 28 10:16:49 2026 /usr/bin/node other.js PATH=/bin',
    '  503   501   501 Sat Nov 28 10:16:50 2026 echo PILOTHOUSE_CHILD=short',
    `  504     1   504 Sat Nov 28 10:16:50 2026 /Applications/Safari.app/Contents/MacOS/Safari PILOTHOUSE_CHILD=${nonce}`,
    '',
  ].join('\n');
  expect(parseMarkedPs(text)).toEqual([{ pid: 501, group: 501, started: 'Sat Nov 28 10:16:48 2026', nonce }]);
});

describe('descendants on Windows', () => {
  const at = Date.UTC(2026, 10, 28, 10, 0, 0);
  const ticks = (ms: number) => String(BigInt(at + ms) * 10_000n + 621_355_968_000_000_000n);
  const row = (pid: number, parent: number, ms: number) => ({
    pid,
    parent,
    group: 0,
    started: ticks(ms),
    cpuMs: 0,
    rssBytes: 0,
  });
  const pids = (rows: ReturnType<typeof row>[], until: number | null = 100) =>
    bornOf(rows, 50, { since: at, until: until === null ? null : at + until }).map(({ pid }) => pid);

  test('Children and theirs are found, also when the first has ended.', () => {
    expect(pids([row(51, 50, 10), row(52, 51, 500), row(60, 1, 10)])).toEqual([51, 52]);
  });

  test('Who is older than its parent, or born after the child has ended, is none of them.', () => {
    expect(pids([row(51, 50, -10), row(52, 50, 900), row(53, 50, 20), row(54, 53, 10)])).toEqual([53]);
    expect(pids([row(52, 50, 900)], null)).toEqual([52]);
  });
});
