// Whose a tab is that a page opened, whatever the extension says.
import { expect, test } from 'vitest';
import { maxOwnedTabs, OpenedTabs } from '../../../../electron/core/tabs/opened-tabs.ts';
import { TabRegistry } from '../../../../electron/core/tabs/tab-registry.ts';
import {
  agentId,
  buildAgent,
  buildReportedTab,
  buildState,
  noon,
  otherAgentId,
} from '../../../support/hub-fixtures.ts';
import type { Agent } from '../../../../contract/schemas/entities.ts';

function setUp(agent: Agent | null = buildAgent()) {
  const tabs = new TabRegistry({ state: buildState(), now: () => noon, onEnded: () => {} });
  const audit: object[] = [];
  const opened = new OpenedTabs({
    tabs,
    agents: { get: id => (id === agentId ? agent : null) },
    audit: entry => audit.push(entry),
    now: () => noon,
  });
  tabs.claim(agentId, 'b1', buildReportedTab());
  const take = (tabId: number, from = 42, browserId = 'b1') =>
    opened.take(browserId, { from, tab: buildReportedTab({ tabId, url: 'https://new.example/path' }) });
  return { tabs, audit, take };
}

const ids = (tabs: TabRegistry) => tabs.ownedBy(agentId).map(({ tabId }) => tabId);

test('A tab that came from an agent’s is that agent’s, whether it was reported before or not, and the audit says why.', () => {
  const { tabs, audit, take } = setUp();
  tabs.report('b1', [buildReportedTab(), buildReportedTab({ tabId: 43 })]);
  expect([take(43), take(44)]).toEqual([true, true]);
  expect(ids(tabs)).toEqual([42, 43, 44]);
  expect(tabs.get('b1', 44)?.lastAction).toBeNull();
  expect(audit[1]).toMatchObject({
    agentId,
    what: 'tabs_create',
    rule: 'opened-by-page',
    outcome: 'allow',
    place: { kind: 'at-tab', tab: 44, site: 'https://new.example' },
    where: 'tab 44, https://new.example',
  });
});

test('What did not come from a tab of an agent stays as it is.', () => {
  const { tabs, audit, take } = setUp();
  tabs.report('b1', [buildReportedTab(), buildReportedTab({ tabId: 7 })]);
  expect([take(43, 7), take(43, 99), take(42), take(43, 42, 'b2')]).toEqual([false, false, false, false]);
  expect([ids(tabs), audit]).toEqual([[42], []]);
});

test('What another agent owns, or the user took back, is not given away.', () => {
  const { tabs, take } = setUp();
  tabs.claim(otherAgentId, 'b1', buildReportedTab({ tabId: 43 }));
  tabs.claim(agentId, 'b1', buildReportedTab({ tabId: 44 }));
  tabs.takeOver('b1', 44);
  expect([take(43), take(44)]).toEqual([false, false]);
  expect(ids(tabs)).toEqual([42]);
});

test('An agent that has left gets nothing.', () => {
  const state = { kind: 'gone' as const, since: noon, reason: { kind: 'user-revoked' as const } };
  expect([setUp(null).take(43), setUp({ ...buildAgent(), state } as Agent).take(43)]).toEqual([false, false]);
});

test('An agent gets no more than it can use.', () => {
  const { tabs, take } = setUp();
  const taken = Array.from({ length: 100 }, (_, at) => take(1_000 + at));
  expect(taken.filter(Boolean)).toHaveLength(maxOwnedTabs - 1);
  expect(ids(tabs)).toHaveLength(maxOwnedTabs);
});

test('A call that names no tab goes to one that a page opened only once that was used, or where there is no other.', () => {
  let now = noon;
  const tabs = new TabRegistry({ state: buildState(), now: () => ++now, onEnded: () => {} });
  const lastUsed = () => tabs.lastUsed(agentId, 'b1')?.tabId;
  tabs.claim(agentId, 'b1', buildReportedTab());
  tabs.report('b1', [buildReportedTab(), buildReportedTab({ tabId: 7 })]);
  tabs.claim(agentId, 'b1', buildReportedTab({ tabId: 43 }), null);
  const seen = [lastUsed()];
  tabs.touch('b1', 43, 'read_page');
  seen.push(lastUsed());
  // What the user gives is meant to be used, whoever opened it and although no call has used it yet.
  tabs.giveTo(agentId, 'b1', 7);
  seen.push(lastUsed());
  tabs.claim(agentId, 'b1', buildReportedTab({ tabId: 44 }), null);
  tabs.takeOver('b1', 44);
  seen.push(lastUsed());
  tabs.giveTo(agentId, 'b1', 44);
  seen.push(lastUsed());
  for (const tabId of [42, 43, 7, 44]) tabs.closed('b1', tabId);
  tabs.claim(agentId, 'b1', buildReportedTab({ tabId: 45 }), null);
  seen.push(lastUsed());
  expect(seen).toEqual([42, 43, 7, 7, 44, 45]);
});
