// A call that the owner of another hub is asked about: it waits as long as the question does, shows where, and ends with its asker or its share.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';
import { startNats } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import { answer, runSpeaker } from '../hub/scenes.ts';
import type { PanelClient } from '../../support/panel-client.ts';

/** How long a call of the server has at its asker; what it waits for takes longer. */
const timeoutMs = 1_000;

/** An agent of mia that uses the speaker of jun. */
async function scene() {
  const nats = await startNats();
  onTestFinished(() => nats.remove());
  const [junPlace, miaPlace] = [usePlace(), usePlace()];
  const [jun, mia] = [await junPlace.panel(await junPlace.serve()), await miaPlace.panel(await miaPlace.serve())];
  await jun.request('fleet:init', { address: nats.url });
  await jun.request('fleet:join', { address: nats.url, name: 'jun' });
  await mia.request('fleet:join', { address: nats.url, name: 'mia' });
  await runSpeaker(jun);
  const all = { roles: [], tools: null, readOnly: false, description: '' };
  await jun.request('fleet:share', { serverId: 'speaker', share: 'voice', hubs: ['mia'], ...all });
  await mia.waitFor(({ fleetServers }) => 'jun/voice' in fleetServers, 'it is seen');
  const { serverId } = await mia.request('fleet:use', { hub: 'jun', share: 'voice' });
  await use(mia, serverId);
  const credential = await mia.request('clients:create', { name: 'Bot', start: 'ask' });
  const scope = { scope: 'servers:call', effect: 'allow' } as const;
  await mia.request('grants:set', { subject: { kind: 'client', id: credential.client.id }, ...scope });
  const agent = await miaPlace.httpAgent(credential);
  const tool = (await agent.client.listTools()).tools.find(({ name }) => name.endsWith('__say'))?.name ?? '';
  return { nats, jun, mia, agent, tool };
}

async function use(mia: PanelClient, serverId: string): Promise<void> {
  await mia.waitFor(({ servers }) => serverId in servers, 'it is added');
  const { hash = '', options } = mia.snapshot.servers[serverId] ?? {};
  if (!options) throw new Error('It was not added.');
  await mia.request('servers:approve', { serverId, hash });
  await mia.request('servers:set-options', { serverId, options: { ...options, timeoutMs } });
  await mia.waitFor(({ servers }) => servers[serverId]?.state.kind === 'running', 'it runs');
}

const waits = ({ snapshot }: PanelClient) => snapshot.fleetServers['jun/voice']?.waits ?? 0;

describeWith(['nats'], 'A call that its owner is asked about', () => {
  test('is carried out after an answer that took longer than the call has, and shows meanwhile that it waits there.', async () => {
    const { jun, mia, agent, tool } = await scene();
    const call = agent.call(tool, { message: 'hello' });
    await until(() => waits(mia) === 1, 'it is shown');
    await sleep(3 * timeoutMs);
    expect(waits(mia)).toBe(1);
    await answer(jun, 'allow', 'use');
    expect((await call).text).toBe('Said: hello');
    await until(() => waits(mia) === 0, 'it waits no more');
    // What is carried out has its time as before.
    await jun.request('hub:set-mode', { mode: 'paused' });
    const second = agent.call(tool, { message: 'paused' });
    await until(() => waits(mia) === 1, 'a pause at its owner is waited for too');
    await sleep(2 * timeoutMs);
    await jun.request('hub:set-mode', { mode: 'running' });
    await answer(jun, 'deny', 'use');
    expect(await second).toMatchObject({ isError: true, text: expect.stringContaining('refused speaker/say') });
  }, 120_000);

  test('ends with its asker, and then nobody is asked any more; without a share it ends for its asker.', async () => {
    const { jun, mia, agent, tool } = await scene();
    const gone = new AbortController();
    const first = agent.client.callTool({ name: tool, arguments: { message: 'gone' } }, { signal: gone.signal });
    await until(() => waits(mia) === 1, 'it is shown');
    gone.abort('no longer');
    await expect(first).rejects.toThrow();
    await jun.waitFor(({ prompts }) => Object.keys(prompts).length === 0, 'nobody is asked');
    await until(() => waits(mia) === 0, 'it waits no more');

    const second = agent.call(tool, { message: 'unshared' });
    await until(() => waits(mia) === 1, 'it is shown');
    await jun.request('fleet:unshare', { share: 'voice' });
    expect((await second).text).toContain('is not shared any more');
    await jun.waitFor(({ prompts }) => Object.keys(prompts).length === 0, 'nobody is asked');
    await until(() => waits(mia) === 0, 'it waits no more');
  }, 120_000);
});

describeWith(['nats'], 'What is shared while the fleet is away', () => {
  test('is told once it is back, and so is what is shared no more; the problem that was is none then.', async () => {
    const { nats, jun, mia } = await scene();
    const isTold = () => jun.snapshot.hub.problems.some(({ id }) => id === 'fleet-shared');
    await nats.kill();
    await jun.waitFor(({ hub }) => hub.fleet?.state === 'offline', 'it is away');
    const all = { roles: [], tools: null, readOnly: false, description: '', hubs: ['mia'] };
    await jun.request('fleet:share', { serverId: 'speaker', share: 'late', ...all });
    await until(isTold, 'that it could not be told is a problem');
    await nats.restart();
    await until(() => !isTold(), 'it is none any more');
    // One server has one share: the other is taken back.
    await until(() => 'jun/late' in mia.snapshot.fleetServers, 'what is shared is seen');
    await until(() => !('jun/voice' in mia.snapshot.fleetServers), 'what is shared no more is not');
  }, 120_000);
});
