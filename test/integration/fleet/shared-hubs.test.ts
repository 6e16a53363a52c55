// Two built hubs that share a server by the command line: an agent of one, a question at the owner of the other, and the end of its process.
import { expect, onTestFinished, test } from 'vitest';
import { confirmed } from '../../support/confirmed.ts';
import { usePlace } from '../../support/hub-process.ts';
import { startNats } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import { answer, runSpeaker } from '../hub/scenes.ts';
import type { PanelClient } from '../../support/panel-client.ts';

async function hubs() {
  const nats = await startNats();
  onTestFinished(() => nats.remove());
  const [junPlace, miaPlace] = [usePlace(), usePlace()];
  const [junHub, miaHub] = await Promise.all([junPlace.serve(), miaPlace.serve()]);
  const [jun, mia] = [await junPlace.panel(junHub), await miaPlace.panel(miaHub)];
  await jun.request('fleet:init', { address: nats.url });
  await jun.request('fleet:join', { address: nats.url, name: 'jun' });
  await mia.request('fleet:join', { address: nats.url, name: 'mia' });
  await runSpeaker(jun);
  return { junPlace, miaPlace, junHub, jun, mia };
}

/** Approves what was added, and waits until it runs. */
async function approve(mia: PanelClient, serverId: string): Promise<void> {
  await mia.waitFor(({ servers }) => serverId in servers, 'it is added');
  await mia.request('servers:approve', { serverId, hash: mia.snapshot.servers[serverId]?.hash ?? '' });
  await mia.waitFor(({ servers }) => servers[serverId]?.state.kind === 'running', 'it runs');
}

/** The only call of a tool that the trace of a hub has in this direction, with what stands in its `_meta`. */
async function callIn(panel: PanelClient, dir: 'in' | 'out') {
  const { entries } = await panel.request('trace:window', { filter: {}, from: -1, count: 200 });
  const calls = entries.filter(entry => entry.method === 'tools/call' && entry.dir === dir);
  const [{ seq, from } = { seq: -1, from: null }, ...others] = calls;
  expect(others).toEqual([]);
  const { request } = await panel.request('trace:payload', { seq });
  const { params } = JSON.parse(request ?? '') as { params: { _meta: Record<string, unknown> } };
  return { seq, from, meta: params._meta };
}

const json = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout) as Record<string, unknown>;

describeWith(['nats'], 'Two hubs that share a server', () => {
  test('It is shared, used and asked about at both; a call that had begun at an owner that is killed is answered, and not run again.', async () => {
    const { junPlace, miaPlace, junHub, jun, mia } = await hubs();
    const shared = junPlace.run(['fleet', 'share', 'speaker', '--as', 'voice', '--hub', 'mia']);
    expect(await confirmed(jun, shared)).toMatchObject({ code: 0, stdout: 'It is shared as voice.\n' });
    await until(() => 'jun/voice' in mia.snapshot.fleetServers, 'it is seen');
    expect(mia.snapshot.fleetServers['jun/voice']).toMatchObject({ isForUs: true, isOwn: false, serverId: null });
    const used = json(await miaPlace.run(['fleet', 'use', 'jun/voice', '--json']));
    const serverId = String(used['server']);
    await approve(mia, serverId);
    // Whom it is shared with is its owner's to say.
    const [on, own] = [
      await confirmed(mia, miaPlace.run(['fleet', 'share', serverId, '--as', 'again', '--hub', 'jun'])),
      await junPlace.run(['fleet', 'use', 'jun/voice']),
    ];
    expect([on.code, own.code]).toEqual([1, 1]);
    expect(on.stderr).toContain('is a server of another hub');
    expect(own.stderr).toContain('is shared by this hub itself');

    const credential = await mia.request('clients:create', { name: 'Claude Code', start: 'ask' });
    const agent = await miaPlace.httpAgent(credential);
    const tool = (await agent.client.listTools()).tools.find(({ name }) => name.endsWith('__say'))?.name ?? '';
    const first = agent.call(tool, { message: 'hello' });
    await answer(mia, 'allow', 'always');
    await jun.waitFor(({ prompts }) => Object.keys(prompts).length > 0, 'its owner is asked');
    expect(mia.snapshot.prompts).toEqual({});
    const [asked] = Object.values(jun.snapshot.prompts);
    expect(jun.snapshot.agents[asked?.agentId ?? '']).toMatchObject({
      name: 'mia / Claude Code',
      clientId: expect.stringMatching(/^hub:mia:[0-9a-f]{16}$/),
    });
    await answer(jun, 'allow', 'use');
    expect((await first).text).toBe('Said: hello');
    const [there, here] = [await callIn(mia, 'in'), await callIn(jun, 'in')];
    expect(here.from).toMatchObject({ kind: 'agent', label: 'mia / Claude Code' });
    expect(here.meta).toMatchObject({ 'dev.pilothouse/asked-by': { agent: 'Claude Code', seq: there.seq } });
    const { meta } = await callIn(mia, 'out');
    expect(meta.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(here.meta).toMatchObject({ traceparent: meta.traceparent });
    // Servers are told of the trace, and not of who there is on another hub.
    const { meta: served } = await callIn(jun, 'out');
    expect(served.traceparent).toBe(meta.traceparent);
    expect(JSON.stringify(served)).not.toContain('asked-by');

    const second = agent.call(tool, { message: 'lost' });
    await jun.waitFor(({ prompts }) => Object.keys(prompts).length > 0, 'its owner is asked again');
    await junHub.kill('SIGKILL');
    const { text, isError } = await second;
    expect([isError, text]).toEqual([
      true,
      expect.stringContaining('had begun on jun, which has gone; it was not run again'),
    ]);
    expect((await agent.call(tool, { message: 'none' })).text).toContain('jun does not take the call to "voice"');

    const again = await junPlace.panel(await junPlace.serve());
    await again.waitFor(({ servers }) => servers['speaker']?.state.kind === 'running', 'the speaker runs again');
    await until(() => mia.snapshot.fleetHubs['jun']?.offlineSince === null, 'jun is back');
    const third = agent.call(tool, { message: 'back' });
    await answer(again, 'allow', 'use');
    expect((await third).text).toBe('Said: back');

    const fourth = agent.call(tool, { message: 'waits' });
    await again.waitFor(({ prompts }) => Object.keys(prompts).length > 0, 'its owner is asked once more');
    expect(await junPlace.run(['fleet', 'unshare', 'voice'])).toMatchObject({ code: 0 });
    expect((await fourth).text).toContain('is not shared any more');
    await again.waitFor(({ prompts }) => Object.keys(prompts).length === 0, 'the question is withdrawn');
    await until(() => !('jun/voice' in mia.snapshot.fleetServers), 'it is seen no more');
  }, 120_000);
});
