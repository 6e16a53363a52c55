// Attack: a server leaves its process group, by `setsid`, and stays when it is stopped.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { childNonceVariable } from '../../../electron/contract/names.ts';
import { ServerOptionsSchema } from '../../../electron/contract/servers.ts';
import { ChildLedger } from '../../../electron/core/servers/processes/child-ledger.ts';
import { addFixtures, reaches } from '../../support/faulty-hub.ts';
import { usePlace } from '../../support/hub-process.ts';
import { call, fixture, isRunning, row, supervise, tempDir } from './support.ts';

const linuxOnly = process.platform === 'linux' ? describe : describe.skip;

/** The server, one in a session of its own, and one in another whose parent has ended. */
async function pidsIn(file: string): Promise<number[]> {
  const read = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : []);
  await expect.poll(() => read().length).toBe(3);
  const pids = read();
  onTestFinished(() => {
    for (const pid of pids.filter(isRunning)) process.kill(pid, 'SIGKILL');
  });
  return pids;
}

async function started(isolation: boolean) {
  const file = join(tempDir(), 'pids');
  const ledger = new ChildLedger(join(tempDir(), 'children.json'), Date.now);
  const options = ServerOptionsSchema.parse({ isolation });
  const harness = supervise([row('it', fixture('leaving', file), { options })], { ledger });
  await harness.supervisor.start('it');
  const pids = await pidsIn(file);
  expect(pids.map(isRunning)).toEqual([true, true, true]);
  return { ...harness, pids };
}

linuxOnly('a server that has left its process group', () => {
  test.each([
    ['with a runner', true],
    ['without a runner', false],
  ])('leaves nothing behind when it is stopped, %s.', async (_, isolation) => {
    const { supervisor, pids } = await started(isolation);
    await supervisor.stop('it');
    expect(pids.map(isRunning)).toEqual([false, false, false]);
  });

  test.each([
    ['with a runner', true],
    ['without a runner', false],
  ])('leaves nothing behind when it ends by itself, %s.', async (_, isolation) => {
    const { supervisor, pids } = await started(isolation);
    await supervisor.callTool('it', { name: 'exit' }, call).catch(() => {});
    await expect.poll(() => pids.map(isRunning)).toEqual([false, false, false]);
  });

  test('leaves nothing behind when the hub is killed.', async () => {
    const place = usePlace();
    const hub = await place.serve();
    const panel = await place.panel(hub);
    const file = join(place.folder, 'pids');
    await addFixtures(panel, { it: { name: 'leaving', args: [file] } });
    await reaches(panel, 'it', 'running');
    const pids = await pidsIn(file);
    await hub.kill('SIGKILL');
    await expect.poll(() => pids.map(isRunning)).toEqual([false, false, false]);
  });

  test('takes no process of another run with it.', async () => {
    const { supervisor, pids } = await started(false);
    const foreign = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      env: { [childNonceVariable]: '0'.repeat(32) },
      detached: true,
      stdio: 'ignore',
    });
    onTestFinished(() => void foreign.kill('SIGKILL'));
    await supervisor.stop('it');
    expect(pids.map(isRunning)).toEqual([false, false, false]);
    expect(isRunning(foreign.pid ?? 0)).toBe(true);
  });
});
