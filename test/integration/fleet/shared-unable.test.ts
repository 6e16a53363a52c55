// Built hubs that share a server under one name where that of some cannot run: the others get the calls, and where none is left it is said which hub is to be mended.
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startFleetHub } from '../../support/fleet-hub.ts';
import { startNats } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith, repositoryRoot } from '../../support/provided.ts';
import { agentOf, fleetServer, member, owner } from '../../support/shared-hubs.ts';
import type { FleetHub } from '../../support/fleet-hub.ts';
import type { Member } from '../../support/shared-hubs.ts';

const serverPath = path.join(repositoryRoot, 'test/fixtures/servers/working.mjs');

type Work = Awaited<ReturnType<typeof agentOf>>;

/** Some at once and some one after the other, so that each hub of a group comes to its turn. */
async function failedOf(work: Work, count: number): Promise<string[]> {
  const failed: string[] = [];
  for (let at = 0; at < count; at += 4) {
    const answers = await Promise.all([0, 1, 2, 3].map(one => work(`c${at + one}`)));
    failed.push(
      ...answers.filter(({ isError, text }) => isError || !text.startsWith('Done: ')).map(({ text }) => text),
    );
  }
  return failed;
}

const callsOf = ({ panel }: Member) => Object.values(panel.snapshot.agents).reduce((sum, { calls }) => sum + calls, 0);
const stateOf = ({ panel }: Member, id = 'worker') => panel.snapshot.servers[id]?.state.kind;

const forMia = { share: 'worker', hubs: ['mia'], roles: [], tools: null, readOnly: true, description: '' };

async function hubIn(url: string, name: string): Promise<FleetHub> {
  const hub = await startFleetHub(url, name);
  onTestFinished(() => hub.end());
  return hub;
}

/** What it shares has these arguments, and perhaps a folder of its own; it comes up or not. */
async function shares(hub: FleetHub, args: string[], cwd?: string): Promise<string> {
  const { servers } = hub.registries;
  const config = {
    kind: 'stdio' as const,
    command: process.execPath,
    args,
    env: {},
    ...(cwd !== undefined && { cwd }),
  };
  const [serverId = ''] = await servers.changes.addAll([{ name: 'worker', config }]);
  await servers.changes.approve(serverId, servers.get(serverId)?.hash ?? '');
  await servers.start(serverId).catch(() => {});
  await hub.shared.shares.share({ serverId, ...forMia });
  return serverId;
}

const ask = (hub: FleetHub, id: string) =>
  hub
    .request(id, 'tools/call', { name: 'work', arguments: { name: 'c' } })
    .then(answer => JSON.stringify(answer), String);

async function askOften(hub: FleetHub, id: string): Promise<string[]> {
  const answers: string[] = [];
  for (let at = 0; at < 10; at += 1) answers.push(...(await Promise.all([1, 2, 3, 4].map(() => ask(hub, id)))));
  return answers.filter(text => !text.includes('Done: c'));
}

describeWith(['nats'], 'A group of hubs where a server cannot run', () => {
  test('No call fails while one is stopped; it takes calls again once it runs, and where all are stopped a hub is named.', async () => {
    const { url } = await fleetServer('jun', 'kai', 'mia');
    const [jun, kai] = [await owner(url, 'jun'), await owner(url, 'kai')];
    const mia = await member(url, 'mia');
    const work = await agentOf(mia, null);
    expect(await failedOf(work, 20)).toEqual([]);
    await kai.panel.request('servers:stop', { serverId: 'worker' });
    expect(await failedOf(work, 40)).toEqual([]);
    await jun.panel.request('servers:stop', { serverId: 'worker' });
    const { isError, text } = await work('none');
    expect(isError).toBe(true);
    expect(text).toMatch(/No hub .*"worker".* is stopped on hub (jun|kai); start it there/);
    await kai.panel.request('servers:start', { serverId: 'worker' });
    await until(() => stateOf(kai) === 'running', 'it runs again');
    const before = callsOf(kai);
    expect(await failedOf(work, 8)).toEqual([]);
    await until(() => callsOf(kai) === before + 8, 'all of them went there');
  }, 120_000);

  test('No call fails while one crashes whenever it starts and one is blocked, nor is its group shown as not well.', async () => {
    const nats = await startNats();
    onTestFinished(() => nats.remove());
    const [jun, kai, leo, mia] = await Promise.all(['jun', 'kai', 'leo', 'mia'].map(name => hubIn(nats.url, name)));
    if (!jun || !kai || !leo || !mia) throw new Error('There are four.');
    await shares(kai, ['-e', 'process.exit(1)']);
    const blocked = await shares(leo, [serverPath], '/there/is/no/such/folder');
    expect(leo.registries.servers.get(blocked)?.state.kind).toBe('blocked');
    const well = await shares(jun, [serverPath]);
    await expect.poll(() => [...mia.state.all('fleetServers')].length).toBe(3);
    const id = await mia.use(null, 'worker');
    expect(await askOften(mia, id)).toEqual([]);
    expect(mia.registries.servers.get(id)?.state.kind).toBe('running');
    expect([kai, leo].map(({ state }) => [...state.all('agents')].length)).toEqual([0, 0]);

    // A hub is named and what helps there, and nothing of its machine.
    await kai.registries.servers.stop('worker');
    await jun.registries.servers.stop(well);
    const none = await ask(mia, id);
    expect(none).toMatch(
      /No hub that shares .*worker.* (is stopped|cannot run) on hub (jun|kai|leo); (start it|look) there/,
    );
    const alone = await mia.use('leo', 'worker').catch(String);
    expect(alone).toMatch(/cannot run on hub leo; look there/);
    expect(`${none}${alone}`).not.toContain('/there/is');
  }, 120_000);

  test('Calls wait for a server that is on its way where no other is there, and wake one that sleeps.', async () => {
    const { url } = await fleetServer('jun', 'mia');
    const jun = await owner(url, 'jun');
    const mia = await member(url, 'mia');
    const work = await agentOf(mia, null);
    await jun.panel.request('servers:set', { serverId: 'worker', start: 'first-use', idleMinutes: 0 });
    await until(() => stateOf(jun) === 'asleep', 'it sleeps');
    expect(await failedOf(work, 8)).toEqual([]);
  }, 120_000);

  test('How many tools of it may be used is told as they change, not only when it is shared.', async () => {
    const { url } = await fleetServer('jun', 'mia');
    const [jun, mia] = [await member(url, 'jun'), await member(url, 'mia')];
    const text = JSON.stringify({ mcpServers: { worker: { command: process.execPath, args: [serverPath] } } });
    await jun.panel.request('servers:add', { kind: 'json', text });
    const whom = { hubs: ['mia'], roles: [], tools: null, readOnly: true, description: '' };
    await jun.panel.request('fleet:share', { serverId: 'worker', share: 'worker', ...whom });
    const counts = () => Object.values(mia.panel.snapshot.fleetServers).map(({ toolCount }) => toolCount);
    await until(() => counts().join() === '0', 'it is shared before it may run');
    const { hash = '' } = jun.panel.snapshot.servers['worker'] ?? {};
    await jun.panel.request('servers:approve', { serverId: 'worker', hash });
    await until(() => counts().join() === '1', 'the one that reads is counted');
    await jun.panel.request('servers:stop', { serverId: 'worker' });
    await until(() => counts().join() === '0', 'it offers nothing any more');
  }, 120_000);
});
