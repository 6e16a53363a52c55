// Calls that rules deny ask their browser for names; many at once, on a page that answers nothing, hold up nobody and do not pile up.
import { expect, test } from 'vitest';
import { createDescriber } from '../../../../electron/core/router/call-description.ts';
import { SecretMask } from '../../../../electron/core/secrets/secret-mask.ts';
import { agentId, buildClient, buildReportedTab } from '../../../support/hub-fixtures.ts';
import { createWorld, doneResult, turn } from './router-world.ts';
import type { DescribeAnswer } from '../../../../electron/core/browsers/browser-link.ts';

const site = 'https://example.com';
const most = 8;

/** Clicks are denied, and the browser answers no look until `answerAll`. */
async function createStuck() {
  const made = createWorld();
  made.tabs.report(
    'b1',
    [42, 43].map(tabId => ({ ...buildReportedTab({ url: `${site}/orders` }), tabId })),
  );
  const waiting: ((answer: DescribeAnswer) => void)[] = [];
  const browsers = { describe: () => new Promise<DescribeAnswer>(resolve => waiting.push(resolve)) };
  made.world.describe = createDescriber(browsers, new SecretMask(() => []));
  const rule = {
    effect: 'deny' as const,
    scope: 'browser:activeTab.interact' as const,
    resource: { kind: 'site' as const, origin: site },
    subject: { kind: 'client' as const, id: buildClient().id },
    ...{ agentId: null, tab: null, tools: null, reading: false, lifetime: 'always' as const },
  };
  await made.grants.addAll([rule, { ...rule, effect: 'allow', scope: 'browser:activeTab.read' }]);
  const click = (x: number, asker = agentId, tabId = 42) =>
    made.call('computer', { action: 'left_click', coordinate: [x, 1], tabId }, asker);
  const answerAll = () => {
    for (const answer of waiting) answer(null);
  };
  return { ...made, click, waiting, answerAll };
}

const refused = (calls: readonly { request: { verdict: unknown } }[]) =>
  calls.filter(({ request }) => request.verdict !== null).length;

test('100 denied calls at once look for few names, the others are refused without, and all are refused in the end.', async () => {
  const { click, waiting, answerAll, audit } = await createStuck();
  const calls = Array.from({ length: 100 }, (_, x) => click(x));
  await turn();
  expect(waiting).toHaveLength(most);
  expect(refused(calls)).toBe(100 - most);
  answerAll();
  await Promise.all(calls.map(({ result }) => result));
  expect(audit.map(({ outcome }) => outcome)).toEqual(calls.map(() => 'deny'));
  click(1);
  await turn();
  expect(waiting).toHaveLength(most + 1);
  answerAll();
});

test('The same call 100 times is one look.', async () => {
  const { click, waiting, answerAll } = await createStuck();
  const calls = Array.from({ length: 100 }, () => click(1));
  await turn();
  expect([waiting.length, refused(calls)]).toEqual([1, 0]);
  answerAll();
  await Promise.all(calls.map(({ result }) => result));
  expect(refused(calls)).toBe(100);
});

test('Meanwhile another agent is served, and its own denied calls are named.', async () => {
  const { click, call, tabs, waiting, answerAll } = await createStuck();
  const other = 'agent-other';
  tabs.claim(other, 'b1', { ...buildReportedTab({ url: `${site}/orders` }), tabId: 43 });
  Array.from({ length: 100 }, (_, x) => click(x));
  expect(await call('get_page_text', { tabId: 43 }, other).result).toEqual(doneResult);
  click(1, other, 43);
  await turn();
  expect(waiting).toHaveLength(most + 1);
  answerAll();
});
