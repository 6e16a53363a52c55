// Hubs of a group that answer nothing while their connections stand: frozen, or behind an address that drops. They are left, and those that live serve on.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startFleetHub } from '../../support/fleet-hub.ts';
import { startLossyProxy } from '../../support/lossy-proxy.ts';
import { startNats } from '../../support/nats-server.ts';
import { describeWith, repositoryRoot } from '../../support/provided.ts';
import type { FleetHub } from '../../support/fleet-hub.ts';

const workerPath = path.join(repositoryRoot, 'test/bench/fleet/worker.ts');

/** A hub in a process of its own that shares a server with mia. */
async function worker(url: string, name: string) {
  const child = fork(workerPath, [url, name, 'mia']);
  const gone = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGCONT');
    child.kill('SIGKILL');
    await gone;
  });
  await Promise.race([once(child, 'message'), gone.then(() => Promise.reject(new Error(`${name} has ended`)))]);
  return child;
}

async function asker(url: string): Promise<{ readonly hub: FleetHub; readonly id: string }> {
  const hub = await startFleetHub(url, 'mia');
  onTestFinished(() => hub.end());
  const id = await hub.use(null, 'worker');
  return { hub, id };
}

async function work(hub: FleetHub, id: string): Promise<string> {
  const answer = await hub.request(id, 'tools/call', { name: 'work', arguments: { computeMs: 1 } }).catch(String);
  return JSON.stringify(answer);
}

const isDone = (text: string) => text.includes('Done: ') && !text.includes('"isError":true');

/** Calls for two seconds, as agents do that do not wait for each other, so that who does not answer shows. */
async function callOn(hub: FleetHub, id: string): Promise<string[]> {
  const calls: Promise<string>[] = [];
  for (let count = 0; count < 20; count++) {
    calls.push(work(hub, id));
    await sleep(100);
  }
  return await Promise.all(calls);
}

describeWith(['nats'], 'A hub of a group that answers nothing', () => {
  for (const frozen of [1, 2])
    test(`With ${frozen} of three frozen no call fails, and after two seconds none waits for those.`, async () => {
      const nats = await startNats();
      onTestFinished(() => nats.remove());
      const workers = await Promise.all(['anna', 'ben', 'cleo'].map(name => worker(nats.url, name)));
      const { hub, id } = await asker(nats.url);
      await expect.poll(() => [...hub.state.all('fleetServers')].length).toBe(3);
      for (let count = 0; count < 5; count++) expect(await work(hub, id)).toContain('Done: ');
      for (const one of workers.slice(0, frozen)) one.kill('SIGSTOP');
      expect((await callOn(hub, id)).filter(text => !isDone(text))).toEqual([]);
      // An offer that nobody hears costs 700 ms: thirty calls of which every third waits for that take seven seconds and more.
      const began = performance.now();
      for (let count = 0; count < 30; count++) expect(await work(hub, id)).toContain('Done: ');
      expect(performance.now() - began).toBeLessThan(30 * 200);
      for (const one of workers) one.kill('SIGCONT');
      // It serves again once it answers.
      for (const one of workers.slice(frozen)) one.kill('SIGSTOP');
      await expect.poll(async () => isDone(await work(hub, id)), { timeout: 30_000 }).toBe(true);
    }, 90_000);

  test('One behind an address that drops what is sent is left too.', async () => {
    const nats = await startNats();
    onTestFinished(() => nats.remove());
    const way = await startLossyProxy(nats.port);
    onTestFinished(() => way.close());
    await worker(way.url, 'anna');
    await worker(nats.url, 'ben');
    const { hub, id } = await asker(nats.url);
    await expect.poll(() => [...hub.state.all('fleetServers')].length).toBe(2);
    way.swallow({ toServer: true, toClient: true });
    expect((await callOn(hub, id)).filter(text => !isDone(text))).toEqual([]);
    const began = performance.now();
    for (let count = 0; count < 30; count++) expect(await work(hub, id)).toContain('Done: ');
    expect(performance.now() - began).toBeLessThan(30 * 200);
  }, 90_000);
});
