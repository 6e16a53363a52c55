// What becomes of the tabs of an agent that has left: whose they are then, and which are closed.
import { expect, test } from 'vitest';
import { TabEnds } from '../../../../electron/core/tabs/tab-ends.ts';
import { TabRegistry } from '../../../../electron/core/tabs/tab-registry.ts';
import { agentId, buildAgent, buildReportedTab, buildState, noon } from '../../../support/hub-fixtures.ts';
import type { TabsAtEnd } from '../../../../contract/mcp-server.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { Agent } from '../../../../contract/schemas/entities.ts';

interface Ended {
  readonly atEnd?: TabsAtEnd;
  readonly transport?: Agent['transport'];
  readonly reason?: Reason;
  /** Tabs that the browser does not close. */
  readonly stuck?: readonly number[];
}

/** Of a session with the tabs 1 and 2 that it opened, 3 in front, and 4 that the user gave it; 5 is the user's. */
async function end({ atEnd = 'close', transport = 'sse', reason = { kind: 'left-sse' }, stuck = [] }: Ended = {}) {
  const tabs = new TabRegistry({ state: buildState(), now: () => noon, onEnded: () => {} });
  const reported = [1, 2, 3, 4, 5].map(tabId => buildReportedTab({ tabId, active: tabId === 3 }));
  tabs.report('b1', reported);
  for (const tab of reported.slice(0, 3)) tabs.claim(agentId, 'b1', tab);
  tabs.giveTo(agentId, 'b1', 4);
  const handedOver: number[] = [];
  const closed: number[] = [];
  const ends = new TabEnds({
    tabs,
    agents: { get: () => buildAgent({ transport, state: { kind: 'gone', since: noon, reason } }) },
    handOver: (browserId, tabIds) => void (browserId === 'b1' && handedOver.push(...tabIds)),
    close: async ({ tabId }) => {
      if (stuck.includes(tabId)) throw new Error('It stays.');
      closed.push(tabId);
    },
    atEnd: () => atEnd,
  });
  tabs.orphan(agentId);
  await ends.agentLeft(agentId);
  return { closed, handedOver };
}

test('004 Session Lifecycle: where nothing is set, the tabs of a session that has ended are handed over to the user, all of them.', async () => {
  expect(await end({ atEnd: 'leave' })).toEqual({ closed: [], handedOver: [1, 2, 3, 4] });
});

test.each(['sse', 'http'] as const)(
  '004 Session Lifecycle: where the user has set that, the tabs that a session over %s has opened are closed with it; the one in front and what the user gave it stay.',
  async transport => {
    expect(await end({ transport })).toEqual({ closed: [1, 2], handedOver: [3, 4] });
  },
);

test('A tab that its browser does not close is handed over.', async () => {
  expect(await end({ stuck: [2] })).toEqual({ closed: [1], handedOver: [3, 4, 2] });
});

test.each<[string, Ended]>([
  ['The user has ended it', { reason: { kind: 'user-disconnected' } }],
  ['All agents were stopped', { reason: { kind: 'user-stopped', of: 'agents' } }],
  ['The hub stops', { reason: { kind: 'hub-stops' } }],
  ['It is a program over stdio', { transport: 'stdio', reason: { kind: 'left-http' } }],
])('%s: nothing is closed, whatever is set for sessions over HTTP.', async (_, ended) => {
  expect((await end(ended)).closed).toEqual([]);
});

test('A tab that the user took over and gave back is closed with no session.', async () => {
  const tabs = new TabRegistry({ state: buildState(), now: () => noon, onEnded: () => {} });
  tabs.claim(agentId, 'b1', buildReportedTab({ tabId: 1 }));
  tabs.takeOver('b1', 1);
  tabs.giveTo(agentId, 'b1', 1);
  tabs.orphan(agentId);
  expect(tabs.leftBy(agentId)).toMatchObject([{ isMade: false }]);
});
