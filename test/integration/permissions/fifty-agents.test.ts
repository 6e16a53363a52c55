// Fifty agents over connections of their own ask at once: one ordered queue, the right answer to each, nothing lost when the panel goes and comes.
import { expect, test } from 'vitest';
import { confirmed } from '../../support/confirmed.ts';
import { usePlace } from '../../support/hub-process.ts';
import { PanelClient, until } from '../../support/panel-client.ts';
import { runSpeaker, say } from '../hub/scenes.ts';
import type { Prompt } from '../../../contract/schemas/permissions.ts';
import type { Agent, HubPlace } from '../../support/hub-process.ts';

const count = 50;
/** Of them, those that come through `pilothouse mcp`; the others come over HTTP. */
const shims = 4;
const numbers = Array.from({ length: count }, (_, index) => index);

async function fiftyAgents(place: HubPlace, panel: PanelClient, credentialOf: (index: number) => string) {
  const credentials = new Map<string, Awaited<ReturnType<typeof make>>>();
  const make = (name: string) => panel.request('clients:create', { name, start: 'ask' });
  const agents: Agent[] = [];
  for (const index of numbers) {
    const name = credentialOf(index);
    const credential = credentials.get(name) ?? (await make(name));
    credentials.set(name, credential);
    agents.push(await (index < shims ? place.stdioAgent(credential) : place.httpAgent(credential)));
  }
  return agents;
}

/** As the panel orders them: the oldest first, and of one millisecond by their number. */
function queue({ snapshot }: PanelClient): Prompt[] {
  return Object.values(snapshot.prompts).sort((a, b) => a.askedAt - b.askedAt || Number(a.id) - Number(b.id));
}

const clientNames = ({ snapshot }: PanelClient) =>
  queue({ snapshot } as PanelClient).map(({ clientId }) => snapshot.clients[clientId]?.name);

test('Of fifty clients there is one ordered queue, and each gets the answer to its own question, also from a panel that came back.', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const panel = await place.panel(hub);
  await runSpeaker(panel);
  const agents = await fiftyAgents(place, panel, index => `Client ${index}`);

  const calls = agents.map((agent, index) => agent.call(say, { message: `of ${index}` }));
  await panel.waitFor(({ prompts }) => Object.keys(prompts).length === count, 'fifty questions wait');
  const order = queue(panel);
  expect(order.map(({ id }) => Number(id))).toEqual(numbers.map(index => index + 1));
  expect(clientNames(panel).toSorted()).toEqual(numbers.map(index => `Client ${index}`).toSorted());
  for (const { clientId, argumentsText, calls: waiting } of order) {
    const index = Number(panel.snapshot.clients[clientId]?.name.split(' ')[1]);
    expect([argumentsText, waiting]).toEqual([`{"message":"of ${index}"}`, 1]);
  }

  await panel.close();
  const back = await PanelClient.open(hub.url, panel.key);
  expect(queue(back)).toEqual(order);

  // The newest first, every other one denied.
  for (const { id, clientId } of order.toReversed()) {
    const index = Number(back.snapshot.clients[clientId]?.name.split(' ')[1]);
    const effect = index % 2 === 0 ? 'allow' : 'deny';
    await back.request('prompts:answer', { promptId: id, effect, lifetime: 'once', breadth: 'tool' });
  }
  for (const [index, answer] of (await Promise.all(calls)).entries()) {
    if (index % 2 === 0) expect(answer).toEqual({ text: `Said: of ${index}`, isError: false });
    else expect(answer).toMatchObject({ isError: true, text: expect.stringContaining('ERR_PERMISSION_DENIED') });
  }
  await back.waitFor(({ grants }) => Object.keys(grants).length === count, 'each answer is kept');
  await back.waitFor(({ prompts }) => Object.keys(prompts).length === 0, 'no question is left');
  const kept = Object.values(back.snapshot.grants).map(({ subject, effect }) => [
    back.snapshot.clients[subject.id]?.name,
    effect,
  ]);
  expect(new Map(kept as [string, string][])).toEqual(
    new Map(numbers.map(index => [`Client ${index}`, index % 2 === 0 ? 'allow' : 'deny'])),
  );
  await back.close();
});

test('Fifty agents of one client share a card; an answer for one agent answers it alone, and one for the client all others.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  await runSpeaker(panel);
  const agents = await fiftyAgents(place, panel, () => 'The one');
  const done = new Map<number, string>();
  const calls = agents.map(async (agent, index) => {
    const { text } = await agent.call(say, { message: `of ${index}` });
    done.set(index, text);
  });
  await panel.waitFor(({ prompts }) => Object.values(prompts)[0]?.calls === count, 'they share one question');
  const [card] = queue(panel);
  if (!card) throw new Error('No question waits.');
  expect([queue(panel).length, card.asks.length, card.asks[0]?.agentId]).toEqual([1, 20, card.agentId]);

  await panel.request('prompts:answer', { promptId: card.id, effect: 'allow', lifetime: 'agent', breadth: 'tool' });
  await until(() => done.size === 1, 'its agent is answered');
  const [first = -1] = done.keys();
  expect([card.argumentsText, done.get(first)]).toEqual([`{"message":"of ${first}"}`, `Said: of ${first}`]);
  await panel.waitFor(({ prompts }) => Object.values(prompts)[0]?.calls === count - 1, 'all others wait on');

  const [rest] = queue(panel);
  await panel.request('prompts:answer-all', {
    promptIds: [card.id, rest?.id ?? ''],
    effect: 'allow',
    lifetime: 'always',
    breadth: 'scope',
  });
  await Promise.all(calls);
  expect([...done].every(([index, text]) => text === `Said: of ${index}`)).toBe(true);
  await panel.waitFor(({ prompts }) => Object.keys(prompts).length === 0, 'no question is left');
});

test('A panel that is away while fifty ask finds all of them when it comes, as long as another one is open.', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const other = await place.panel(hub);
  await runSpeaker(other);
  const url = (await confirmed(other, place.run(['open']))).stdout.trim();
  const panel = await PanelClient.open(url);
  const agents = await fiftyAgents(place, other, index => `Client ${index}`);
  await panel.close();
  const calls = agents.map((agent, index) => agent.call(say, { message: `of ${index}` }));
  await other.waitFor(({ prompts }) => Object.keys(prompts).length === count, 'fifty questions wait');
  const back = await PanelClient.open(url, panel.key);
  expect(queue(back)).toEqual(queue(other));
  const promptIds = queue(back).map(({ id }) => id);
  const answer = { effect: 'deny', lifetime: 'use', breadth: 'tool' } as const;
  expect(await back.request('prompts:answer-all', { promptIds, ...answer })).toEqual({ answered: count });
  expect((await Promise.all(calls)).every(({ isError }) => isError)).toBe(true);
  await other.waitFor(({ prompts }) => Object.keys(prompts).length === 0, 'the other panel sees it too');
  await back.close();
});
