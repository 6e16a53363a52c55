// Tabs that are known only from the answers of a foreign extension: each agent gets its own.
import { beforeEach, expect, test } from 'vitest';
import { learnTabs } from '../../../../electron/core/browsers/foreign-tabs.ts';
import { TabRegistry } from '../../../../electron/core/tabs/tab-registry.ts';
import { agentId, buildReportedTab, buildState, noon, otherAgentId } from '../../../support/hub-fixtures.ts';

let tabs: TabRegistry;
beforeEach(() => {
  tabs = new TabRegistry({ state: buildState(), now: () => noon, onClosed: () => {} });
});

/** An agent lists a browser that shows these tabs; the ids that it is told. */
function list(asker: string, ...shown: number[]): number[] {
  const reported = shown.map(tabId => buildReportedTab({ tabId }));
  const availableTabs = reported.map(({ tabId, title, url }) => ({ tabId, title, url }));
  const content = [{ type: 'text', text: JSON.stringify({ availableTabs, tabGroupId: 3 }) }];
  const [block] = learnTabs(tabs, asker, 'b1', { content, tabs: reported });
  const told = JSON.parse(String(block?.text)) as { availableTabs: { tabId: number }[]; tabGroupId: number };
  expect(told.tabGroupId).toBe(3);
  return told.availableTabs.map(({ tabId }) => tabId);
}

test('A tab that nobody knew is the asker’s.', () => {
  expect(list(agentId, 7, 8)).toEqual([7, 8]);
  expect(tabs.ownedBy(agentId).map(({ tabId }) => tabId)).toEqual([7, 8]);
});

test('Another agent is told of its own alone.', () => {
  list(agentId, 7);
  expect(list(otherAgentId, 7, 8)).toEqual([8]);
  expect(list(agentId, 7, 8)).toEqual([7]);
});

test('A tab that is listed no more has closed, and its number is free for whoever lists it next.', () => {
  list(agentId, 7, 8);
  list(agentId, 8);
  expect(tabs.get('b1', 7)).toBeNull();
  expect(list(otherAgentId, 7, 8)).toEqual([7]);
});

test('A tab that the user took over is nobody’s.', () => {
  list(agentId, 7);
  tabs.release('b1', 7);
  expect([list(agentId, 7), list(otherAgentId, 7)]).toEqual([[], []]);
});
