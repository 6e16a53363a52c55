// Whose the agents of pages are: those of an earlier connection or an earlier hub pass to whoever proves them, and to nobody else.
import { expect, test } from 'vitest';
import { AgentDirectory } from '../../../../../electron/core/web-agent/agents/agent-directory.ts';
import { Page } from '../../../../../electron/core/web-agent/page.ts';
import { buildBrowser } from '../../../../support/hub-fixtures.ts';
import type { PageOptions } from '../../../../../electron/core/web-agent/page.ts';

const platform = { now: () => 1, randomBytes: (length: number) => Buffer.alloc(length, 7) };
const browser = buildBrowser();
const facts = {
  ...{ name: 'Helper', description: '', capabilities: [], tags: [] },
  ...{ acceptsInvocations: true, acceptsMessages: true },
};

function pageOf(key: string, origin = 'https://shop.example'): Page {
  const opened = { tabId: 1, frameId: 0, document: '', origin, url: `${origin}/`, title: '' };
  const unused = {} as Pick<PageOptions, 'sites' | 'rules'>;
  return new Page({ browser, opened, key, ...unused });
}

test('an agent that a document has again by another connection does not go when the first one ends', () => {
  const directory = new AgentDirectory(platform);
  const [before, now] = [pageOf('before'), pageOf('now')];
  const { agent, secret } = directory.register(before, facts);
  directory.registerAgain(now, facts, { id: agent.id, secret });
  expect([directory.ofPage(before), directory.find(now, agent.id)?.page]).toEqual([[], now]);
  directory.gone(before);
  expect(directory.find(now, agent.id)?.page).toBe(now);
});

test.each([
  ['its own document with another secret', 'own', 'https://shop.example', 'guessed'],
  ['another document of its site with another secret', 'other', 'https://shop.example', 'guessed'],
  ['another site with its secret', 'other', 'https://bank.example', null],
])('it does not pass to %s', (_, key, origin, guess) => {
  const directory = new AgentDirectory(platform);
  const own = pageOf('own');
  const { agent, secret } = directory.register(own, facts);
  const owned = { id: agent.id, secret: guess ?? secret };
  expect(() => directory.registerAgain(pageOf(key, origin), facts, owned)).toThrow(/is not one of this page/);
  expect(directory.ofPage(own)).toEqual([agent]);
});
