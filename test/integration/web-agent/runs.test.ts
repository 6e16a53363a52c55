// Runs of a page and sessions with a model: what a page sets for them holds at the model, in their budget and for their tools.
import { expect, test } from 'vitest';
import { calls, says } from '../../support/models/script.ts';
import { until } from '../../support/panel-client.ts';
import { wellBehaved } from '../harbor/harbor-a-scene.ts';
import { addModel, grantTo, openPages, setFlags } from './page-scene.ts';
import type { ModelServer } from '../../support/models/model-server.ts';
import type { PagesScene, PlayedPage } from './page-scene.ts';

interface Running extends PagesScene {
  readonly page: PlayedPage;
  readonly model: ModelServer;
}

/** A page that may have runs, and call `echo` of two servers. */
async function openRunning(): Promise<Running> {
  const pages = await openPages();
  const model = await addModel(pages);
  for (const name of ['weather', 'ledger']) await pages.scene.addServer(name, [wellBehaved]);
  await setFlags(pages, { toolCalling: true });
  const page = pages.browser.page();
  const scopes = ['model:prompt', 'model:tools', 'mcp:tools.list', 'mcp:tools.call'] as const;
  await grantTo(pages, page, scopes, ['weather/echo', 'ledger/echo']);
  return { ...pages, page, model };
}

const eventsOf = ({ streamed }: PlayedPage) => streamed.map(({ event }) => event as Record<string, unknown>);
const offeredTo = ({ asked }: ModelServer, at = -1) => [...(asked.at(at)?.tools ?? [])].toSorted();

test('the answer of a run cites the tools that it goes back to, and with requireCitations says that there are none', async () => {
  const { page, model } = await openRunning();
  model.script(calls('weather__echo', { said: 'rain' }), says('It rains.'));
  await page.ask('agent.run', { task: 'Ask weather to echo' });
  expect(eventsOf(page).at(-1)).toEqual({
    ...{ type: 'final', output: 'It rains.' },
    citations: [{ source: 'tool', ref: 'weather/echo', excerpt: JSON.stringify({ said: 'rain' }) }],
  });
  model.script(says('Nothing to look up.'));
  await page.ask('agent.run', { task: 'Say hello', requireCitations: true });
  expect(eventsOf(page).at(-1)).toEqual({ type: 'final', output: 'Nothing to look up.', citations: [] });
});

test('a run is offered the tools of the servers that its task is about, all with useAllTools, and those that it names', async () => {
  const { page, model } = await openRunning();
  const offered = async (options: object) => {
    model.script(says('Done.'));
    await page.ask('agent.run', { task: 'What is in the ledger?', ...options });
    return offeredTo(model);
  };
  expect(await offered({})).toEqual(['ledger__echo']);
  expect(await offered({ useAllTools: true })).toEqual(['ledger__echo', 'weather__echo']);
  expect(await offered({ tools: ['weather/echo'] })).toEqual(['weather__echo']);
  expect(await offered({ tools: ['weather/describe'] })).toEqual([]);
});

test('a run makes as many calls as its page lets it, and no more than its user lets every run', async () => {
  const { page, model } = await openRunning();
  model.answer = () => calls('weather__echo', { again: true });
  const runs = async (maxToolCalls: number | undefined) => {
    const before = eventsOf(page).length;
    const end = await page.refusal('agent.run', { task: 'Ask weather to echo', maxToolCalls }).catch(() => null);
    const made = eventsOf(page)
      .slice(before)
      .filter(({ type, error }) => type === 'tool_result' && error === undefined);
    return { made: made.length, code: end?.code };
  };
  // This model calls all of them by the same id.
  expect(await runs(2)).toEqual({ made: 2, code: 'ERR_BUDGET_EXCEEDED' });
  expect(await runs(undefined)).toEqual({ made: 5, code: 'ERR_BUDGET_EXCEEDED' });
  expect(await runs(1_000)).toEqual({ made: 5, code: 'ERR_BUDGET_EXCEEDED' });
});

test('a run that its page gives up ends at the model, and its call at the server', async () => {
  const pages = await openRunning();
  const { page, model, panel } = pages;
  const wait = { kind: 'wait' as const, until: new Promise(() => {}) };
  model.script({ pieces: [{ kind: 'text', text: 'I' }, wait] });
  let id = 0;
  // What is cancelled is not answered.
  void page.answer('agent.run', { task: 'Say much' }, one => (id = one));
  await model.heard(1);
  page.cancel(id);
  await model.left(1);

  await grantTo(pages, page, ['mcp:tools.call'], ['weather/wait']);
  model.script(calls('weather__wait', {}));
  void page.answer('agent.run', { task: 'Wait', tools: ['weather/wait'] }, one => (id = one));
  await until(() => eventsOf(page).some(({ type }) => type === 'tool_call'), 'the call is made');
  page.cancel(id);
  const ended = async () => {
    const { entries } = await panel.request('trace:window', { filter: {}, from: 0, count: 200 });
    return entries.some(({ method, to }) => method === 'notifications/cancelled' && to.kind === 'server');
  };
  await until(ended, 'the server was told');
  expect(model.asked).toHaveLength(2);
});

test('a call of a tool that takes longer than its user lets it take ends, is told by its code, and the page is served', async () => {
  const pages = await openRunning();
  const { page, panel } = pages;
  await panel.request('limits:set', { change: { defaultTimeoutMs: 1_000 } });
  await grantTo(pages, page, ['mcp:tools.call'], ['weather/wait']);
  expect(await page.refusal('agent.tools.call', { tool: 'weather/wait' })).toMatchObject({
    code: 'ERR_TOOL_TIMEOUT',
    message: expect.stringContaining('weather'),
  });
  expect(await page.ask('agent.tools.call', { tool: 'weather/echo', args: {} })).toHaveProperty('content');
});

test('what a page sets for a session reaches the model: how it chooses, its system prompt and what was said before, also in a clone', async () => {
  const { page, model } = await openRunning();
  const sessionId = await page.ask('ai.languageModel.create', {
    ...{ temperature: 0.3, top_p: 0.5, topK: 7, systemPrompt: 'Be brief.' },
    initialPrompts: [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'My name is Ada.' },
      { role: 'assistant', content: 'Hello Ada.' },
    ],
  });
  model.script(says('Ada.'));
  await page.ask('session.prompt', { sessionId, input: 'Who am I?' });
  const { body } = model.asked.at(-1)!;
  expect(body).toMatchObject({ temperature: 0.3, top_p: 0.5 });
  const said = (body.messages as { role: string; content: unknown }[]).map(({ role, content }) => [role, content]);
  expect(said).toEqual([
    ['system', 'Be brief.\n\nBe kind.'],
    ['user', 'My name is Ada.'],
    ['assistant', 'Hello Ada.'],
    ['user', 'Who am I?'],
  ]);
  const clone = await page.ask('session.clone', { sessionId });
  expect(clone).not.toBe(sessionId);
  model.script(says('Still Ada.'));
  await page.ask('session.prompt', { sessionId: clone, input: 'And now?' });
  expect(model.asked.at(-1)!.body).toMatchObject({ temperature: 0.3, top_p: 0.5 });
  expect(JSON.stringify(model.asked.at(-1)!.body)).toContain('My name is Ada.');
  model.script(says('Ada, once more.'));
  await page.ask('session.prompt', { sessionId, input: 'Again?' });
  expect(JSON.stringify(model.asked.at(-1)!.body)).not.toContain('And now?');
});
