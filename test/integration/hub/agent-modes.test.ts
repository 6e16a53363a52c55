// What the user lets one agent do while the others go on: reading only, paused, stopped; over a restart too.
import { expect, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';
import { answer, echo, runSample, runSpeaker, say } from './scenes.ts';
import type { PanelClient } from '../../support/panel-client.ts';

/** The id of the connected agent whose client has this name, once it is shown. */
async function agentOf(panel: PanelClient, name: string): Promise<string> {
  const find = () =>
    Object.values(panel.snapshot.agents).find(agent => agent.name === name && agent.state.kind === 'connected');
  await panel.waitFor(() => find() !== undefined, `${name} is connected`);
  return find()?.id ?? '';
}

test('An agent set to reading may read and is refused what acts, by that rule; another one goes on.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  await runSample(panel);
  await runSpeaker(panel);
  const [held, free] = [
    await place.stdioAgent(await panel.request('clients:create', { name: 'Held', start: 'ask' })),
    await place.stdioAgent(await panel.request('clients:create', { name: 'Free', start: 'ask' })),
  ];
  await panel.request('agents:set-mode', { agentId: await agentOf(panel, 'Held'), mode: 'read-only' });
  expect(await held.call(echo, { message: 'one' })).toEqual({ text: 'Echo: one', isError: false });
  const refused = await held.call(say, { message: 'two' });
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('[ERR_READ_ONLY]') });
  const { entries } = await panel.request('audit:query', { filter: { outcome: 'deny' }, count: 1 });
  expect(entries).toMatchObject([{ what: 'speaker/say', rule: 'mode read-only agent' }]);
  const called = free.call(say, { message: 'three' });
  await answer(panel, 'allow', 'use');
  expect(await called).toEqual({ text: 'Said: three', isError: false });
});

test('An agent that is paused is paused after a kill -9 of the hub too; its call waits until it may run, and is then carried out once.', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const before = await place.panel(hub);
  await runSpeaker(before);
  const credential = await before.request('clients:create', { name: 'Held', start: 'ask' });
  const agent = await place.stdioAgent(credential, ['--no-start']);
  const first = agent.call(say, { message: 'one' });
  await answer(before, 'allow', 'always');
  expect((await first).isError).toBe(false);
  const allowed = async () => (await before.request('audit:query', { filter: { outcome: 'allow' }, count: 1 })).matched;
  await expect.poll(allowed).toBe(1);
  await before.request('agents:set-mode', { agentId: await agentOf(before, 'Held'), mode: 'paused' });
  await hub.kill('SIGKILL');
  const panel = await place.panel(await place.serve());
  await panel.waitFor(({ servers }) => servers['speaker']?.state.kind === 'running', 'the speaker runs again');
  const held = await agentOf(panel, 'Held');
  await panel.waitFor(({ agents }) => agents[held]?.mode === 'paused', 'it is paused');
  const waiting = agent.call(say, { message: 'two' });
  await panel.waitFor(({ agents }) => Object.values(agents).some(({ inFlight }) => inFlight === 1), 'its call waits');
  await panel.request('agents:set-mode', { agentId: await agentOf(panel, 'Held'), mode: 'running' });
  expect(await waiting).toEqual({ text: 'Said: two', isError: false });
  const { matched } = await panel.request('audit:query', { filter: { outcome: 'allow' }, count: 1 });
  expect(matched).toBe(2);
});
