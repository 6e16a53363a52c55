// What the user does with who comes: a new name that holds everywhere and stays, and how long an agent's calls take.
import { expect, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';
import { echo, runSample, runSpeaker, say } from './scenes.ts';

test('A client that is renamed is called so by its agents, by questions and by the trace, and after a restart of the hub.', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const before = await place.panel(hub);
  await runSpeaker(before);
  const credential = await before.request('clients:create', { name: 'Claude Code', start: 'ask' });
  const clientId = credential.client.id;
  const agent = await place.stdioAgent(credential, ['--no-start']);
  await before.request('clients:rename', { clientId, name: '  Reviewer  ' });
  await before.waitFor(({ clients }) => clients[clientId]?.name === 'Reviewer', 'the client has its new name');
  await before.waitFor(
    ({ agents }) => Object.values(agents).every(({ name }) => name === 'Reviewer'),
    'its agents too',
  );
  const called = agent.call(say, { message: 'one' });
  await before.waitFor(({ prompts }) => Object.keys(prompts).length > 0, 'a question is asked');
  const [prompt] = Object.values(before.snapshot.prompts);
  expect(prompt?.clientId).toBe(clientId);
  await before.request('prompts:answer', { promptId: prompt?.id ?? '', effect: 'allow', lifetime: 'use' });
  expect((await called).isError).toBe(false);
  const callers = async () => {
    const filter = { text: '', method: 'tools/call' };
    const { entries } = await before.request('trace:window', { filter, from: -1, count: 10 });
    return entries.filter(({ from }) => from.kind === 'agent').map(({ from }) => from.label);
  };
  await expect.poll(callers).toEqual(['Reviewer']);
  await hub.kill('SIGKILL');
  const panel = await place.panel(await place.serve());
  expect(panel.snapshot.clients[clientId]?.name).toBe('Reviewer');
});

test.each([
  ['nothing but spaces', '   '],
  ['more than 60 characters', 'a'.repeat(61)],
])('A name of %s is refused.', async (_what, name) => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const { client } = await panel.request('clients:create', { name: 'Claude Code', start: 'ask' });
  await expect(panel.request('clients:rename', { clientId: client.id, name })).rejects.toMatchObject({
    code: 'ERR_INVALID_ARGUMENTS',
  });
  const { clients } = await panel.request('state:get', {});
  expect(clients[client.id]?.name).toBe('Claude Code');
});

test('How long the calls of an agent took is told for each of them.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  await runSample(panel);
  const credential = await panel.request('clients:create', { name: 'Claude Code', start: 'ask' });
  const agent = await place.stdioAgent(credential);
  for (const message of ['one', 'two', 'three']) await agent.call(echo, { message });
  await panel.waitFor(
    ({ agents }) => Object.values(agents).some(({ calls, inFlight }) => calls === 3 && inFlight === 0),
    'all have ended',
  );
  const { figures } = await panel.request('agents:figures', {});
  expect(figures).toEqual([
    { agentId: Object.keys(panel.snapshot.agents)[0], calls: 3, p50Ms: expect.any(Number), p95Ms: expect.any(Number) },
  ]);
  expect(figures[0]?.p50Ms).toBeGreaterThan(0);
  expect(figures[0]?.p95Ms).toBeGreaterThanOrEqual(figures[0]?.p50Ms ?? Infinity);
});
