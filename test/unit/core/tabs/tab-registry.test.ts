// Every tab and who owns it: reports of the browser never give a tab to an agent, and what closes takes its grants along.
import { describe, expect, test } from 'vitest';
import { isOwner, TabRegistry } from '../../../../electron/core/tabs/tab-registry.ts';
import { agentId, buildReportedTab, buildState, buildTab, noon, otherAgentId } from '../../../support/hub-fixtures.ts';
import type { KeptTab } from '../../../../electron/core/store/kept-lives.ts';

function createRegistry() {
  const clock = { now: noon };
  const state = buildState();
  const closed: string[] = [];
  const owned: string[] = [];
  const tabs = new TabRegistry({
    state,
    now: () => clock.now,
    onEnded: (browserId, tabId) => closed.push(`${browserId}:${tabId}`),
    onOwner: ({ browserId, tabId, wasAgents }) => owned.push(`${browserId}:${tabId} ${wasAgents}`),
  });
  const shown = () => state.snapshot().tabs;
  const ids = (owner: string) => tabs.ownedBy(owner).map(({ browserId, tabId }) => `${browserId}:${tabId}`);
  return { clock, state, closed, owned, tabs, shown, ids };
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

  test('It keeps the window that it was last told to be in, as a call that tells of its address alone does not know it.', () => {
    const { tabs } = createRegistry();
    tabs.report('b1', [buildReportedTab({ windowId: 3 })]);
    tabs.moved('b1', 42, 'https://example.org/');
    expect(tabs.get('b1', 42)).toMatchObject({ url: 'https://example.org/', windowId: 3 });
    tabs.report('b1', [buildReportedTab({ windowId: 4 })]);
    expect(tabs.get('b1', 42)?.windowId).toBe(4);
    tabs.claim(agentId, 'b1', buildReportedTab({ tabId: 43, windowId: 0 }));
    expect(tabs.get('b1', 43)).not.toHaveProperty('windowId');
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

  test('Each change of owner is told, and whether an agent had the tab before.', () => {
    const { tabs, owned } = createRegistry();
    tabs.report('b1', [buildReportedTab()]);
    tabs.giveTo(agentId, 'b1', 42);
    tabs.touch('b1', 42, 'navigate');
    tabs.giveTo(otherAgentId, 'b1', 42);
    tabs.takeOver('b1', 42);
    tabs.giveTo(agentId, 'b1', 42);
    tabs.orphan(agentId);
    expect(owned).toEqual(['b1:42 false', 'b1:42 true', 'b1:42 true', 'b1:42 false', 'b1:42 true']);
  });

  test('Use of a tab that has closed leaves no trace of it.', () => {
    const { tabs, shown } = createRegistry();
    tabs.touch('b1', 42, 'navigate');
    expect(shown()).toEqual({});
  });
});

describe('After the hub was started anew', () => {
  /** A disk, and hubs that come one after the other. */
  function createHubs() {
    const disk = new Map<string, KeptTab>();
    const proven: unknown[] = [];
    const ended: string[] = [];
    const owned: string[] = [];
    const start = () =>
      new TabRegistry({
        state: buildState(),
        now: () => noon,
        onEnded: (browserId, tabId) => ended.push(`${browserId}:${tabId}`),
        onOwner: ({ browserId, tabId, wasAgents }) => owned.push(`${browserId}:${tabId} ${wasAgents}`),
        onProven: (browserId, runId, tabIds) => proven.push([browserId, runId, tabIds]),
        kept: {
          rows: [...disk.values()],
          persist: { put: (id, tab) => void disk.set(id, tab()), remove: id => void disk.delete(id) },
        },
      });
    const first = start();
    first.met('b1', 'run-1');
    first.report('b1', [buildReportedTab({ tabId: 1 })]);
    first.claim(agentId, 'b1', buildReportedTab({ tabId: 42 }));
    proven.length = 0;
    return { disk, proven, ended, owned, start, first };
  }
  const lists = (...tabIds: number[]) => tabIds.map(tabId => buildReportedTab({ tabId, title: 'Now', document: 'd' }));

  test('A tab that the same run of its browser tells of has its owner again, and shows what it shows now.', () => {
    const { proven, start } = createHubs();
    const tabs = start();
    expect([tabs.get('b1', 42), tabs.ownedBy(agentId)]).toEqual([null, []]);
    tabs.met('b1', 'run-1');
    expect(tabs.ownedBy(agentId)).toEqual([]);
    tabs.report('b1', lists(1, 42));
    expect(tabs.get('b1', 42)).toMatchObject({ owner: { kind: 'agent', agentId }, title: 'Now' });
    expect(tabs.document('b1', 42)).toBe('d');
    expect(tabs.get('b1', 1)?.owner).toEqual({ kind: 'you' });
    expect(proven).toEqual([['b1', 'run-1', [1, 42]]]);
  });

  test.each([['run-2'], [null]])('In the browser’s run %j the number is another tab.', runId => {
    const { disk, start } = createHubs();
    const tabs = start();
    tabs.met('b1', runId);
    tabs.report('b1', lists(42));
    expect([tabs.get('b1', 42)?.owner, disk.size]).toEqual([{ kind: 'you' }, 0]);
  });

  test('A tab whose agent has left meanwhile is told as one that an agent had.', () => {
    const { owned, start } = createHubs();
    const tabs = start();
    tabs.met('b1', 'run-1');
    tabs.orphan(agentId);
    tabs.report('b1', lists(1, 42));
    expect(owned).toEqual(['b1:42 true']);
  });

  test('The same number in another browser is another tab.', () => {
    const { start } = createHubs();
    const tabs = start();
    tabs.met('b2', 'run-1');
    tabs.report('b2', lists(42));
    expect(tabs.get('b2', 42)?.owner).toEqual({ kind: 'you' });
  });

  test('A tab that closed meanwhile is no longer kept, and its number is nobody’s later.', () => {
    const { disk, start } = createHubs();
    const tabs = start();
    tabs.met('b1', 'run-1');
    tabs.report('b1', lists(1));
    tabs.report('b1', lists(1, 42));
    expect([tabs.get('b1', 42)?.owner, disk.size]).toEqual([{ kind: 'you' }, 0]);
  });

  test('What the user took stays the user’s, and can be given back.', () => {
    const { start, first } = createHubs();
    first.takeOver('b1', 42);
    const tabs = start();
    tabs.met('b1', 'run-1');
    tabs.report('b1', lists(42));
    expect(tabs.get('b1', 42)?.owner).toEqual({ kind: 'you', takenFrom: agentId, since: noon });
  });

  test('What the user was given for good is the user’s.', () => {
    const { disk, start, first } = createHubs();
    first.release('b1', 42);
    expect(disk.size).toBe(0);
    const tabs = start();
    tabs.met('b1', 'run-1');
    tabs.report('b1', lists(42));
    expect(tabs.get('b1', 42)?.owner).toEqual({ kind: 'you' });
  });

  test('An agent that did not come back in time owns nothing of it, also before the browser is back.', () => {
    const { start } = createHubs();
    const tabs = start();
    tabs.orphan(agentId);
    tabs.met('b1', 'run-1');
    tabs.report('b1', lists(42));
    expect(tabs.get('b1', 42)?.owner).toEqual({ kind: 'none', agentId, since: noon });
  });

  test('Nor does one that nobody knows any more.', () => {
    const { start } = createHubs();
    const tabs = start();
    tabs.expectOwners(id => id === otherAgentId);
    tabs.met('b1', 'run-1');
    tabs.report('b1', lists(42));
    expect(tabs.get('b1', 42)?.owner.kind).toBe('none');
  });

  test('A browser whose approval the user took back leaves nothing, also while it is away.', () => {
    const { disk, proven, start } = createHubs();
    const tabs = start();
    expect(tabs.waitingBrowsers()).toEqual(['b1']);
    tabs.browserRemoved('b1');
    expect([disk.size, proven]).toEqual([0, [['b1', null, []]]]);
    tabs.met('b1', 'run-1');
    tabs.report('b1', lists(42));
    expect(tabs.get('b1', 42)?.owner).toEqual({ kind: 'you' });
  });

  test('A browser without a mark leaves nothing.', () => {
    const { disk, first } = createHubs();
    first.claim(agentId, 'b2', buildReportedTab({ tabId: 7 }));
    expect([...disk.keys()]).toEqual(['b1:42']);
  });

  test('Neither title nor address of a tab is kept.', () => {
    const { disk, first } = createHubs();
    first.claim(agentId, 'b1', buildReportedTab({ title: 'Secret title', url: 'https://secret.example/' }));
    expect(JSON.stringify([...disk.values()])).not.toContain('ecret');
  });

  test('It goes on over a second one.', () => {
    const { start } = createHubs();
    start();
    const third = start();
    third.met('b1', 'run-1');
    third.report('b1', lists(42));
    expect(third.ownedBy(agentId).map(({ tabId }) => tabId)).toEqual([42]);
  });
});
