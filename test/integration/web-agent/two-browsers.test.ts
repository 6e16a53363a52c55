// Two browsers on one hub whose pages look the same to it: the same origin, tab, document and ids. What is one's is never the other's.
import { expect, test } from 'vitest';
import { says } from '../../support/models/script.ts';
import { addModel, answerNext, connectBrowser, openPages, shop } from './page-scene.ts';

const same = { origin: shop, tabId: 7, document: 'the-same-document' };

test('answers, sessions, grants for once and questions stay with the browser whose page asked', async () => {
  const pages = await openPages();
  const model = await addModel(pages);
  const other = await connectBrowser(pages.scene, 'another-profile');
  for (const { browser } of [pages, other]) browser.show(7, `${shop}/`);
  const [here, there] = [pages.browser.page(same), other.browser.page(same)];
  expect(here.id).toBe(there.id);

  const asked = here.ask('agent.requestPermissions', { scopes: ['model:prompt'] });
  await answerNext(pages, { lifetime: 'once' });
  expect(await asked).toMatchObject({ granted: true });
  expect(await there.ask('agent.permissions.list')).toMatchObject({ scopes: { 'model:prompt': 'not-granted' } });
  const session = (await here.ask('ai.createTextSession')) as string | { sessionId: string };
  const sessionId = typeof session === 'string' ? session : session.sessionId;
  expect(await there.refusal('session.prompt', { sessionId, input: 'Hi' })).toMatchObject({
    code: 'ERR_SCOPE_REQUIRED',
  });

  const alsoAsked = there.ask('agent.requestPermissions', { scopes: ['model:prompt'] });
  await answerNext(pages, { lifetime: 'once' });
  await alsoAsked;
  expect(await there.refusal('session.prompt', { sessionId, input: 'Hi' })).toMatchObject({
    code: 'ERR_SESSION_NOT_FOUND',
  });

  // Both ask under the same ids at the same time.
  const sessions = await Promise.all([here, there].map(page => page.ask('ai.createTextSession')));
  const ids = sessions.map(one => (typeof one === 'string' ? one : (one as { sessionId: string }).sessionId));
  model.answer = ({ body }) => says(JSON.stringify(body).includes('from here') ? 'to here' : 'to there');
  const prompts = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 'here' : 'there'));
  const answers = prompts.map(name =>
    (name === 'here' ? here : there).ask('session.prompt', {
      sessionId: ids[name === 'here' ? 0 : 1],
      input: `from ${name}`,
    }),
  );
  const told = await Promise.all(answers);
  expect(told.map(answer => JSON.stringify(answer))).toEqual(
    prompts.map(name => expect.stringContaining(`to ${name}`)),
  );
});

test('a question of the one goes with it, and that of the other stays; an answer to a request of the hub counts from the page that was asked alone', async () => {
  const pages = await openPages();
  const other = await connectBrowser(pages.scene, 'another-profile');
  const { panel } = pages;
  for (const { browser } of [pages, other]) browser.show(7, `${shop}/`);
  const [here, there] = [pages.browser.page(same), other.browser.page(same)];
  void here.answer('agent.requestPermissions', { scopes: ['model:prompt'] });
  const answered = there.ask('agent.requestPermissions', { scopes: ['model:prompt'] });
  await panel.waitFor(({ siteQuestions }) => Object.keys(siteQuestions).length === 2, 'both ask');
  // Answers without a question: of every id that the hub may have asked the other one under.
  for (let id = 0; id < 20; id += 1) here.say({ jsonrpc: '2.0', id, result: { granted: true } });
  here.leave();
  await panel.waitFor(({ siteQuestions }) => Object.keys(siteQuestions).length === 1, 'one has gone');
  await answerNext(pages, { lifetime: 'always' });
  expect(await answered).toMatchObject({ granted: true });
});
