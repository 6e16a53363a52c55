// What the user lets one agent do while the others go on: reading only, paused, stopped; over a restart too.
import { expect, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';
import { answer, echo, runSample, runSpeaker, say } from './scenes.ts';
import type { PanelClient } from '../../support/panel-client.ts';

/** The id of the connected agent whose client has this name. */
function agentOf(panel: PanelClient, name: string): string {
  const { agents } = panel.snapshot;
  return Object.values(agents).find(agent => agent.name === name && agent.state.kind === 'connected')?.id ?? '';
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
  await panel.request('agents:set-mode', { agentId: agentOf(panel, 'Held'), mode: 'read-only' });
  expect(await held.call(echo, { message: 'one' })).toEqual({ text: 'Echo: one', isError: false });
  const refused = await held.call(say, { message: 'two' });
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('[ERR_READ_ONLY]') });
  const { entries } = await panel.request('audit:query', { filter: { outcome: 'deny' }, count: 1 });
  expect(entries).toMatchObject([{ what: 'speaker/say', rule: 'mode: read-only (this agent)' }]);
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
  await before.request('agents:set-mode', { agentId: agentOf(before, 'Held'), mode: 'paused' });
  await hub.kill('SIGKILL');
  const panel = await place.panel(await place.serve());
  await panel.waitFor(({ servers }) => servers['speaker']?.state.kind === 'running', 'the speaker runs again');
  await panel.waitFor(() => agentOf(panel, 'Held') !== '', 'the agent is back');
  expect(panel.snapshot.agents[agentOf(panel, 'Held')]?.mode).toBe('paused');
  const waiting = agent.call(say, { message: 'two' });
  await panel.waitFor(({ agents }) => Object.values(agents).some(({ inFlight }) => inFlight === 1), 'its call waits');
  await panel.request('agents:set-mode', { agentId: agentOf(panel, 'Held'), mode: 'running' });
  expect(await waiting).toEqual({ text: 'Said: two', isError: false });
  const { matched } = await panel.request('audit:query', { filter: { outcome: 'allow' }, count: 1 });
  expect(matched).toBe(2);
});
