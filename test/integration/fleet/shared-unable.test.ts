// Built hubs that share a server under one name where that of some cannot run: the others get the calls, and where none is left it is said which hub is to be mended.
import path from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../../support/panel-client.ts';
import { describeWith, repositoryRoot } from '../../support/provided.ts';
import { agentOf, fleetServer, member, owner } from '../../support/shared-hubs.ts';
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

/** Its server ends as soon as it is started. */
async function crashing(url: string, name: string): Promise<Member> {
  const one = await member(url, name);
  const text = JSON.stringify({
    mcpServers: { worker: { command: process.execPath, args: ['-e', 'process.exit(1)'] } },
  });
  await one.panel.request('servers:add', { kind: 'json', text });
  await one.panel.waitFor(({ servers }) => 'worker' in servers, 'it is added');
  const hash = one.panel.snapshot.servers['worker']?.hash ?? '';
  await one.panel.request('servers:approve', { serverId: 'worker', hash });
  await one.panel.waitFor(({ servers }) => (servers['worker']?.crashes ?? 0) > 0, 'it has crashed');
  const whom = { hubs: ['mia'], roles: [], tools: null, readOnly: true, description: '' };
  await one.panel.request('fleet:share', { serverId: 'worker', share: 'worker', ...whom });
  return one;
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

  test('No call fails while one crashes whenever it starts, nor is its group shown as not well.', async () => {
    const { url } = await fleetServer('jun', 'kai', 'mia');
    await crashing(url, 'kai');
    const jun = await owner(url, 'jun');
    const mia = await member(url, 'mia');
    const work = await agentOf(mia, null);
    expect(await failedOf(work, 40)).toEqual([]);
    const [group] = Object.values(mia.panel.snapshot.servers).filter(({ kind }) => kind === 'fleet');
    expect(group?.state.kind).toBe('running');
    await until(() => callsOf(jun) === 40, 'all of them ran at the one that can');
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
