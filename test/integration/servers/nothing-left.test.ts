// What a server has started ends with it, also what left its process group, its session and its parents; nothing else does.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ServerOptionsSchema } from '../../../contract/schemas/servers.ts';
import { ChildLedger } from '../../../electron/core/servers/process/child-ledger.ts';
import { machineCgroups, OwnCgroup } from '../../../electron/core/servers/process/own-cgroup.ts';
import { markedProcesses } from '../../../electron/core/servers/process/process-nonce.ts';
import { call, callTool, fixture, isRunning, quick, row, supervise, tempDir } from './support.ts';

const linuxOnly = process.platform === 'linux' ? describe : describe.skip;
const left = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : []);
const alive = (file: string) => left(file).filter(isRunning);

/** Whether this machine lets us make control groups, which not every one does. */
function hasCgroups(): boolean {
  const home = machineCgroups.home();
  if (home === null) return false;
  const group = new OwnCgroup(home, 'test');
  const isIn = group.around(() => readFileSync('/proc/self/cgroup', 'utf8').includes('pilothouse-test'));
  group.remove();
  return isIn;
}

/** Supervised servers that leave children behind, each with the file of their pids, and a ledger. */
function servers(modes: Readonly<Record<string, readonly string[]>>, isolation = true) {
  const folder = tempDir();
  const ledger = new ChildLedger(join(folder, 'children.json'), Date.now);
  const files = Object.fromEntries(Object.keys(modes).map(id => [id, join(folder, `${id}.pids`)]));
  const rows = Object.entries(modes).map(([id, more]) =>
    row(id, fixture('detaching', files[id] ?? '', ...more), { options: ServerOptionsSchema.parse({ isolation }) }),
  );
  // What is left of a run would be seen by the next ones: the file is written on by all of them.
  const times = { stop: quick, sweep: quick, crashShownMs: 1 };
  return { ...supervise(rows, { ledger, times }), files, ledgerFile: join(folder, 'children.json') };
}

linuxOnly('children that have left their server', () => {
  test.each([
    ['behind a runner', true],
    ['without one', false],
  ])('A stop ends them %s, and neither those of another server nor the user’s own.', async (_, isolation) => {
    const { supervisor, files, ledgerFile } = servers({ a: [], b: [] }, isolation);
    const own = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });
    onTestFinished(() => void own.kill('SIGKILL'));
    await Promise.all([supervisor.start('a'), supervisor.start('b')]);
    expect([alive(files['a'] ?? '').length, alive(files['b'] ?? '').length]).toEqual([3, 3]);
    await supervisor.stop('a');
    expect(alive(files['a'] ?? '')).toEqual([]);
    expect([alive(files['b'] ?? '').length, isRunning(own.pid ?? 0)]).toEqual([3, true]);
    await supervisor.stop('b');
    expect(alive(files['b'] ?? '')).toEqual([]);
    await expect.poll(() => JSON.parse(readFileSync(ledgerFile, 'utf8'))).toEqual({ children: [] });
  });

  test('Five crashes leave none.', async () => {
    const { supervisor, files, until } = servers({ a: [] });
    const file = files['a'] ?? '';
    for (let crash = 1; crash <= 5; crash += 1) {
      await supervisor.start('a');
      await callTool(supervisor, 'a', { name: 'die', arguments: {} }, call).catch(() => {});
      await until('a', ({ state }) => state.kind !== 'running');
      // Started anew before the last ones are gone, as the hub itself may do it.
    }
    await supervisor.stop('a');
    expect(left(file)).toHaveLength(15);
    await expect.poll(() => alive(file)).toEqual([]);
  });

  test('When a runner is killed the hub ends what it can no longer end.', async () => {
    const { supervisor, files, shown } = servers({ a: [] });
    await supervisor.start('a');
    const state = shown.get('a')?.state;
    const pid = state && 'pid' in state ? (state.pid ?? 0) : 0;
    const parent = Number(/\) \w (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
    process.kill(parent, 'SIGKILL');
    await expect.poll(() => alive(files['a'] ?? '')).toEqual([]);
  });

  test('The browser that it opened for its user stays.', async () => {
    const { supervisor, files } = servers({ a: ['browser'] });
    await supervisor.start('a');
    const browser = left(files['a'] ?? '').at(-1) ?? 0;
    onTestFinished(() => void process.kill(browser, 'SIGKILL'));
    await supervisor.stop('a');
    expect(alive(files['a'] ?? '')).toEqual([browser]);
  });

  test.runIf(hasCgroups())(
    'Where there are control groups, one that has cleared its environment ends too.',
    async () => {
      const { supervisor, files } = servers({ a: ['bare'] });
      await supervisor.start('a');
      const [bare = 0] = left(files['a'] ?? '').slice(-1);
      expect((await markedProcesses('linux')).some(({ pid }) => pid === bare)).toBe(false);
      const group = /^0::.*(pilothouse-[0-9a-f]{32})$/m.exec(readFileSync(`/proc/${bare}/cgroup`, 'utf8'))?.[1] ?? '';
      await supervisor.stop('a');
      expect(alive(files['a'] ?? '')).toEqual([]);
      expect(existsSync(join(machineCgroups.home() ?? '', group))).toBe(false);
    },
  );
});
