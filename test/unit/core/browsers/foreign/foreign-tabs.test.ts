// Tabs that are known only from the answers of a foreign extension: each agent gets its own.
import { beforeEach, expect, test } from 'vitest';
import { learnTabs } from '../../../../../electron/core/browsers/foreign/foreign-tabs.ts';
import { TabRegistry } from '../../../../../electron/core/tabs/tab-registry.ts';
import { agentId, buildReportedTab, buildState, noon, otherAgentId } from '../../../../support/hub-fixtures.ts';

let tabs: TabRegistry;
beforeEach(() => {
  tabs = new TabRegistry({ state: buildState(), now: () => noon, onEnded: () => {} });
});

interface Listing {
  readonly shown: readonly number[];
  /** The tab that this very call made. */
  readonly made?: number;
}

/** An agent lists a browser that shows these tabs; the ids that it is told. */
function list(asker: string, { shown, made }: Listing): number[] {
  const reported = shown.map(tabId => buildReportedTab({ tabId }));
  const availableTabs = reported.map(({ tabId, title, url }) => ({ tabId, title, url }));
  const content = [{ type: 'text', text: JSON.stringify({ availableTabs, tabGroupId: 3 }) }];
  const tab = made === undefined ? {} : { tab: buildReportedTab({ tabId: made }) };
  const [block] = learnTabs(tabs, asker, 'b1', { content, tabs: reported, ...tab });
  const told = JSON.parse(String(block?.text)) as { availableTabs: { tabId: number }[]; tabGroupId: number };
  expect(told.tabGroupId).toBe(3);
  return told.availableTabs.map(({ tabId }) => tabId);
}

test('A tab that nobody knew is the user’s, whoever lists it first.', () => {
  expect([list(agentId, { shown: [7, 8] }), list(otherAgentId, { shown: [7, 8] })]).toEqual([[], []]);
  expect([7, 8].map(tabId => tabs.get('b1', tabId)?.owner)).toEqual([{ kind: 'you' }, { kind: 'you' }]);
});

test('The tab that the very call made is the asker’s, and no other agent is told of it.', () => {
  expect(list(agentId, { shown: [6, 7], made: 7 })).toEqual([7]);
  expect(list(otherAgentId, { shown: [6, 7, 8], made: 8 })).toEqual([8]);
  expect(list(agentId, { shown: [6, 7, 8] })).toEqual([7]);
});

test('A tab that is listed no more has closed, and its number gives no right to the next tab that has it.', () => {
  list(agentId, { shown: [7, 8], made: 7 });
  list(agentId, { shown: [8] });
  expect(tabs.get('b1', 7)).toBeNull();
  expect(list(agentId, { shown: [7, 8] })).toEqual([]);
});

test('A tab that the user took over is nobody’s.', () => {
  list(agentId, { shown: [7], made: 7 });
  tabs.release('b1', 7);
  expect([list(agentId, { shown: [7] }), list(otherAgentId, { shown: [7] })]).toEqual([[], []]);
});
