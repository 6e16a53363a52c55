// The processes of this machine as Linux tells them, read again and again as a panel does that stays open.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { homedir } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runningPrograms } from '../../../electron/core/agent-configs/running-programs.ts';
import { listProcesses } from '../../../electron/core/servers/process/process-table.ts';
import { createProcessList } from '../../../native-host/manifests/processes.ts';

const list = createProcessList(process.platform, process.env);
const find = async (pid: number | undefined) => (await list())?.find(one => one.pid === pid);

function start(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'ignore', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

describe.skipIf(process.platform !== 'linux')('The list of processes', () => {
  test('tells this one and the first one of the machine, the first time and again.', async () => {
    const own = { pid: process.pid, parent: process.ppid, program: process.execPath };
    for (const time of [1, 2]) expect(await find(process.pid), `look ${time}`).toMatchObject(own);
    // It has run for long, so that it is read but once.
    const first = await find(1);
    expect(first).toBeDefined();
    expect(await find(1)).toEqual(first);
  });

  test('tells one that runs another program now by that one, with its own arguments and home.', async () => {
    const child = start('/bin/sh', ['-c', 'read line; exec sleep 600'], { HOME: '/tmp/elsewhere' });
    await expect.poll(() => find(child.pid)).toMatchObject({ args: ['-c', 'read line; exec sleep 600'] });
    child.stdin?.write('\n');
    await expect
      .poll(() => find(child.pid))
      .toMatchObject({ args: ['600'], home: '/tmp/elsewhere', parent: process.pid });
  });

  test('leaves out one that has ended, and the threads of the kernel.', async () => {
    const child = start('/bin/sleep', ['600']);
    await expect.poll(() => find(child.pid)).toMatchObject({ args: ['600'], home: homedir() });
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await find(child.pid)).toBeUndefined();
    // Each of the others has a program, and with it arguments, unless it is about to end.
    expect((await list())?.filter(({ program, args }) => program === null && args.length === 0)).toEqual([]);
  });

  test('is the same for what each uses, and for the programs of this user.', async () => {
    const child = start('/bin/sleep', ['600']);
    await expect.poll(() => find(child.pid)).toBeDefined();
    const rows = await listProcesses('linux');
    expect(rows.find(({ pid }) => pid === child.pid)).toEqual(
      (await listProcesses('linux', child.pid)).find(({ pid }) => pid === child.pid),
    );
    const running = await runningPrograms('linux', process.getuid?.());
    expect(running.find(({ pid }) => pid === child.pid)?.names).toEqual(['sleep', 'sleep']);
    expect(await runningPrograms('linux', 4_000_000_000)).toEqual([]);
  });
});
