// What a killed hub leaves behind is ended by itself or by the next hub, and nothing else is touched.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { childNonceVariable } from '../../../contract/names.ts';
import { ChildLedger } from '../../../electron/core/servers/process/child-ledger.ts';
import { reapOrphans } from '../../../electron/core/servers/process/orphan-reaper.ts';
import { StartTimes } from '../../../electron/core/servers/process/start-times.ts';
import { TrackedChildren } from '../../../electron/core/servers/process/tracked-children.ts';
import { usePlace } from '../../support/hub-process.ts';
import { fixture, isRunning, quick, tempDir } from './support.ts';
import type { HubPlace, HubProcess } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';

const starts = new StartTimes(process.platform);
const linuxOnly = process.platform === 'linux' ? describe : describe.skip;

/** A hub with one server, which ignores SIGTERM and has a grandchild that does too. */
async function stubbornHub(place: HubPlace) {
  const file = join(place.folder, 'grandchild');
  const { hub, pid } = await hubWith(place, 'stubborn', file);
  return { hub, pids: [pid, Number(readFileSync(file, 'utf8'))] };
}

async function hubWith(place: HubPlace, name: string, ...more: string[]) {
  const hub = await place.serve();
  const panel = await place.panel(hub);
  const { command, args } = fixture(name, ...more);
  const text = JSON.stringify({ mcpServers: { it: { command, args } } });
  await panel.request('servers:add', { kind: 'json', text });
  await panel.waitFor(({ servers }) => 'it' in servers, 'the server is shown');
  const { hash = '' } = panel.snapshot.servers['it'] ?? {};
  await panel.request('servers:approve', { serverId: 'it', hash });
  return { hub, pid: await runningPid(panel) };
}

async function runningPid(panel: PanelClient): Promise<number> {
  await panel.waitFor(({ servers }) => servers['it']?.state.kind === 'running', 'the server runs');
  const state = panel.snapshot.servers['it']?.state;
  return state?.kind === 'running' ? (state.pid ?? 0) : 0;
}

/** Empty for a process that has ended meanwhile. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** The runners of this place. */
function runners(place: HubPlace): number[] {
  return place.processes().filter(pid => commandOf(pid).includes('/runner/runner.'));
}

async function killWithRunners(place: HubPlace, hub: HubProcess): Promise<void> {
  const pids = runners(place);
  // Stopped first, so that they cannot do their duty when the hub dies.
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  await hub.kill('SIGKILL');
  for (const pid of pids) process.kill(pid, 'SIGKILL');
}

linuxOnly('after a kill -9 of the hub', () => {
  test('Its servers end with their whole trees, because their runners see to it.', async () => {
    const place = usePlace();
    const { hub, pids } = await stubbornHub(place);
    await hub.kill('SIGKILL');
    await expect.poll(() => pids.map(isRunning)).toEqual([false, false]);
  });

  test('When the runners are killed too, the next hub ends what is left before it starts the server anew.', async () => {
    const place = usePlace();
    const { hub, pids } = await stubbornHub(place);
    await killWithRunners(place, hub);
    expect(pids.map(isRunning)).toEqual([true, true]);
    const panel = await place.panel(await place.serve());
    const anew = await runningPid(panel);
    await expect.poll(() => pids.map(isRunning)).toEqual([false, false]);
    expect(isRunning(anew)).toBe(true);
  });

  test('What has left the server’s group, session and parents ends too; what carries the mark of another hub’s child does not.', async () => {
    const place = usePlace();
    const file = join(place.folder, 'pids');
    const { hub } = await hubWith(place, 'detaching', file);
    const detached = readFileSync(file, 'utf8').trim().split('\n').map(Number);
    const env = { PATH: process.env['PATH'], [childNonceVariable]: 'ab'.repeat(16) };
    const foreign = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      env,
      detached: true,
      stdio: 'ignore',
    });
    onTestFinished(() => void foreign.kill('SIGKILL'));
    await killWithRunners(place, hub);
    expect(detached.map(isRunning)).toEqual([true, true, true]);
    await runningPid(await place.panel(await place.serve()));
    expect(detached.map(isRunning)).toEqual([false, false, false]);
    expect(isRunning(foreign.pid ?? 0)).toBe(true);
  });

  test('A hub that ends in order leaves an empty ledger.', async () => {
    const place = usePlace();
    const { hub, pid } = await hubWith(place, 'well-behaved');
    await hub.kill('SIGTERM');
    await expect.poll(() => isRunning(pid)).toBe(false);
    expect(JSON.parse(readFileSync(join(place.home, 'children.json'), 'utf8'))).toEqual({ children: [] });
  });
});

linuxOnly('children without a runner', () => {
  const start = async (...args: string[]) => {
    const file = join(tempDir(), 'children.json');
    const ledger = new ChildLedger(file, Date.now);
    const { spawn: spawnChild } = new TrackedChildren({ ledger, starts, serverId: 'a', os: process.platform });
    const [fixtureName = 'silent', ...more] = args;
    const { command, args: argv } = fixture(fixtureName, ...more);
    const child = spawnChild(command, argv, { detached: true, env: { PATH: process.env['PATH'] } });
    onTestFinished(() => void child.kill('SIGKILL'));
    return { file, ledger, child };
  };
  const reap = (file: string) =>
    reapOrphans({ ledger: new ChildLedger(file, Date.now), os: process.platform, graces: quick });

  test('An orphan is found by its ledger and ended with its grandchild.', async () => {
    const pidFile = join(tempDir(), 'pid');
    const { file, ledger, child } = await start('stubborn', pidFile);
    await expect.poll(() => Number(readFileSync(pidFile, 'utf8'))).toBeGreaterThan(0);
    const stored = () => JSON.parse(readFileSync(file, 'utf8')).children[0];
    await expect.poll(stored).toMatchObject({ pid: child.pid, started: expect.stringMatching(/^\d+$/) });
    expect(ledger.pidsOf('a')).toEqual([child.pid]);
    expect((await reap(file)).map(({ group }) => group)).toEqual([child.pid]);
    const grandchild = Number(readFileSync(pidFile, 'utf8'));
    await expect.poll(() => [child.pid ?? 0, grandchild].map(isRunning)).toEqual([false, false]);
  });

  test('A grandchild whose parent ended is ended by the next hub.', async () => {
    const pidFile = join(tempDir(), 'pid');
    const { file, child } = await start('stubborn', pidFile, 'abandon');
    await once(child, 'exit');
    const grandchild = Number(readFileSync(pidFile, 'utf8'));
    expect((await reap(file)).map(({ group }) => group)).toEqual([child.pid]);
    await expect.poll(() => isRunning(grandchild)).toBe(false);
  });

  test('A child that ends leaves the ledger.', async () => {
    const { file, child } = await start('silent');
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expect.poll(() => JSON.parse(readFileSync(file, 'utf8'))).toEqual({ children: [] });
  });

  test('A program that cannot be started leaves nothing in the ledger.', async () => {
    const file = join(tempDir(), 'children.json');
    const ledger = new ChildLedger(file, Date.now);
    const { spawn: spawnChild } = new TrackedChildren({ ledger, starts, serverId: 'a', os: process.platform });
    const child = spawnChild('/no/such/program', [], {});
    await once(child, 'error');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ children: [] });
  });
});
