// Every tab and who owns it: reports of the browser never give a tab to an agent, and what closes takes its grants along.
import { describe, expect, test } from 'vitest';
import { isOwner, TabRegistry } from '../../../../electron/core/tabs/tab-registry.ts';
import { agentId, buildReportedTab, buildState, buildTab, noon, otherAgentId } from '../../../support/hub-fixtures.ts';

function createRegistry() {
  const clock = { now: noon };
  const state = buildState();
  const closed: string[] = [];
  const tabs = new TabRegistry({
    state,
    now: () => clock.now,
    onEnded: (browserId, tabId) => closed.push(`${browserId}:${tabId}`),
  });
  const shown = () => state.snapshot().tabs;
  const ids = (owner: string) => tabs.ownedBy(owner).map(({ browserId, tabId }) => `${browserId}:${tabId}`);
  return { clock, state, closed, tabs, shown, ids };
}

describe('What the browser reports', () => {
  test('A new tab is the user’s.', () => {
    const { tabs, shown } = createRegistry();
    tabs.report('b1', [buildReportedTab()]);
    expect(shown()).toEqual({ 'b1:42': buildTab({ owner: { kind: 'you' } }) });
  });

  test('A known tab keeps its owner and its last action, and takes the new title and address.', () => {
    const { tabs } = createRegistry();
    tabs.claim(agentId, 'b1', buildReportedTab());
    tabs.report('b1', [buildReportedTab({ title: 'News', url: 'https://example.org/', active: true })]);
    expect(tabs.get('b1', 42)).toEqual(
      buildTab({
        title: 'News',
        url: 'https://example.org/',
        active: true,
        lastAction: { tool: 'tabs_create', at: noon },
      }),
    );
  });

  test('A missing tab has closed, and what was granted with it ends.', () => {
    const { tabs, closed, shown } = createRegistry();
    tabs.report('b1', [buildReportedTab({ tabId: 1 }), buildReportedTab({ tabId: 2 })]);
    tabs.report('b1', [buildReportedTab({ tabId: 2 })]);
    expect({ closed, shown: Object.keys(shown()) }).toEqual({ closed: ['b1:1'], shown: ['b1:2'] });
  });

  test('A tab number that comes again after its tab closed is the user’s.', () => {
    const { tabs } = createRegistry();
    tabs.claim(agentId, 'b1', buildReportedTab());
    tabs.report('b1', []);
    tabs.report('b1', [buildReportedTab()]);
    expect(tabs.get('b1', 42)?.owner).toEqual({ kind: 'you' });
  });

  test('A report speaks of its own browser only.', () => {
    const { tabs, closed } = createRegistry();
    tabs.report('b1', [buildReportedTab()]);
    tabs.report('b2', []);
    expect({ open: tabs.get('b1', 42) !== null, closed }).toEqual({ open: true, closed: [] });
  });

  test('A report that says nothing new changes nothing that is shown.', () => {
    const { tabs, state } = createRegistry();
    tabs.report('b1', [buildReportedTab()]);
    const { seq } = state.snapshot();
    tabs.report('b1', [buildReportedTab()]);
    expect(state.snapshot().seq).toBe(seq);
  });
});

describe('Owning a tab', () => {
  test('The tab that a call made is its asker’s before the browser has reported it.', () => {
    const { tabs } = createRegistry();
    tabs.claim(agentId, 'b1', buildReportedTab());
    expect(tabs.get('b1', 42)).toEqual(buildTab({ lastAction: { tool: 'tabs_create', at: noon } }));
  });

  test('It is its asker’s also when the browser was faster.', () => {
    const { tabs } = createRegistry();
    tabs.report('b1', [buildReportedTab()]);
    tabs.claim(agentId, 'b1', buildReportedTab());
    expect(tabs.ownedBy(agentId)).toHaveLength(1);
  });

  test('An agent owns its own tabs in every browser and no others.', () => {
    const { tabs, ids } = createRegistry();
    tabs.claim(agentId, 'b1', buildReportedTab());
    tabs.claim(agentId, 'b2', buildReportedTab());
    tabs.claim(otherAgentId, 'b1', buildReportedTab({ tabId: 43 }));
    expect([ids(agentId), ids(otherAgentId)]).toEqual([['b1:42', 'b2:42'], ['b1:43']]);
  });

  test.each([
    [{ kind: 'agent', agentId, since: noon }, true],
    [{ kind: 'agent', agentId: otherAgentId, since: noon }, false],
    [{ kind: 'none', agentId, since: noon }, false],
    [{ kind: 'you' }, false],
  ] as const)('Of a tab with the owner %j the agent is the owner: %j.', (owner, owns) => {
    expect(isOwner(buildTab({ owner }), agentId)).toBe(owns);
  });

  test('A released tab is the user’s, and what was granted with it ends.', () => {
    const { tabs, closed } = createRegistry();
    tabs.claim(agentId, 'b1', buildReportedTab());
    tabs.release('b1', 42);
    expect({ owner: tabs.get('b1', 42)?.owner, closed }).toEqual({ owner: { kind: 'you' }, closed: ['b1:42'] });
  });

  test('Releasing what the user has already, or what is gone, does nothing.', () => {
    const { tabs, closed } = createRegistry();
    tabs.report('b1', [buildReportedTab()]);
    tabs.release('b1', 42);
    tabs.release('b1', 7);
    expect(closed).toEqual([]);
  });

  test('The tabs of an agent that left for good stay open without an owner.', () => {
    const { clock, tabs, ids } = createRegistry();
    tabs.claim(agentId, 'b1', buildReportedTab());
    tabs.claim(otherAgentId, 'b1', buildReportedTab({ tabId: 43 }));
    clock.now += 60_000;
    tabs.orphan(agentId);
    expect(tabs.get('b1', 42)?.owner).toEqual({ kind: 'none', agentId, since: noon + 60_000 });
    expect([ids(agentId), ids(otherAgentId)]).toEqual([[], ['b1:43']]);
  });

  test('A browser that is forgotten takes its tabs along.', () => {
    const { tabs, closed, shown } = createRegistry();
    tabs.claim(agentId, 'b1', buildReportedTab());
    tabs.report('b2', [buildReportedTab()]);
    tabs.forgetBrowser('b1');
    expect({ closed, shown: Object.keys(shown()) }).toEqual({ closed: ['b1:42'], shown: ['b2:42'] });
  });
});

describe('The tab that was used last', () => {
  test('Without tabs there is none.', () => {
    expect(createRegistry().tabs.lastUsed(agentId, 'b1')).toBeNull();
  });

  test('It is the own tab of that browser with the newest action.', () => {
    const { clock, tabs } = createRegistry();
    for (const tabId of [1, 2, 3]) tabs.claim(agentId, 'b1', buildReportedTab({ tabId }));
    clock.now += 10;
    tabs.touch('b1', 2, 'navigate');
    tabs.claim(agentId, 'b2', buildReportedTab({ tabId: 9 }));
    expect(tabs.lastUsed(agentId, 'b1')).toMatchObject({ tabId: 2, lastAction: { tool: 'navigate', at: noon + 10 } });
  });

  test('Of tabs that were opened in the same millisecond it is the newest.', () => {
    const { tabs } = createRegistry();
    for (const tabId of [1, 2]) tabs.claim(agentId, 'b1', buildReportedTab({ tabId }));
    expect(tabs.lastUsed(agentId, 'b1')).toMatchObject({ tabId: 2 });
  });

  test('A tab that was taken back is not it.', () => {
    const { tabs } = createRegistry();
    tabs.claim(agentId, 'b1', buildReportedTab());
    tabs.release('b1', 42);
    expect(tabs.lastUsed(agentId, 'b1')).toBeNull();
  });

  test('Use of a tab that has closed leaves no trace of it.', () => {
    const { tabs, shown } = createRegistry();
    tabs.touch('b1', 42, 'navigate');
    expect(shown()).toEqual({});
  });
});
