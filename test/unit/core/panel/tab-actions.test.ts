// What the user does with tabs: they change hands, are closed and looked at, and what cannot be is said.
import { describe, expect, test } from 'vitest';
import { TabActions } from '../../../../electron/core/panel/tab-actions.ts';
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
import type { UserAnswer, UserAsk } from '../../../../electron/core/agent-connections/user-calls.ts';

const at = { browserId: 'b1', tabId: 42 };
const { signal } = new AbortController();

function createDesk(agents: readonly Agent[], answer: Partial<UserAnswer> = {}) {
  const closed: string[] = [];
  const tabs = new TabRegistry({
    state: buildState(),
    now: () => noon,
    onEnded: (browserId, tabId) => closed.push(`${browserId}:${tabId}`),
  });
  tabs.claim(agentId, 'b1', buildReportedTab());
  const asked: UserAsk[] = [];
  const call = async (ask: UserAsk): Promise<UserAnswer> => {
    asked.push(ask);
    return { seq: 1, outcome: 'ok', rule: null, reason: null, latencyMs: 1, result: {}, ...answer };
  };
  const get = (id: string) => agents.find(agent => agent.id === id) ?? null;
  const owner = () => tabs.get('b1', 42)?.owner;
  return {
    desk: new TabActions({ tabs, agents: { get, browsers: { bind: () => {} } }, calls: { call } }),
    tabs,
    closed,
    asked,
    owner,
  };
}

const here = (id: string, fields: Partial<Agent> = {}) =>
  buildAgent({ id, state: { kind: 'connected', since: noon }, browserId: 'b1', ...fields });

describe('A tab that is taken over', () => {
  test('is the user’s, what was granted until it closes ends, and it goes back to whose it was.', () => {
    const { desk, closed, owner } = createDesk([here(agentId)]);
    desk.takeOver(at);
    expect({ owner: owner(), closed }).toEqual({
      owner: { kind: 'you', takenFrom: agentId, since: noon },
      closed: ['b1:42'],
    });
    desk.give(at);
    expect(owner()).toEqual({ kind: 'agent', agentId, since: noon });
  });

  test('and then released is given back to nobody.', () => {
    const { desk, tabs, owner } = createDesk([here(agentId)]);
    desk.takeOver(at);
    tabs.release('b1', 42);
    expect(owner()).toEqual({ kind: 'you' });
    expect(() => desk.give(at)).toThrow('Tab 42 was taken from no agent; name the one to give it to.');
  });
});

describe('A tab that is given', () => {
  test('is the other agent’s, and what the first was granted until it closes ends.', () => {
    const { desk, closed, owner } = createDesk([here(agentId), here(otherAgentId)]);
    desk.give({ ...at, agentId: otherAgentId });
    expect({ owner: owner(), closed }).toEqual({
      owner: { kind: 'agent', agentId: otherAgentId, since: noon },
      closed: ['b1:42'],
    });
  });

  test.each([
    ['an agent that has left', here(otherAgentId, { state: { kind: 'gone', since: noon } as never }), 'not connected'],
    ['nobody that is known', here('agent_x'), 'not connected'],
    ['an agent of another browser', here(otherAgentId, { browserId: 'b2' }), 'works in another browser'],
  ])('to %s stays as it is, with a sentence.', (_who, agent, sentence) => {
    const { desk, owner } = createDesk([agent]);
    expect(() => desk.give({ ...at, agentId: otherAgentId })).toThrow(sentence);
    expect(owner()).toMatchObject({ kind: 'agent', agentId });
  });

  test('and has closed meanwhile is named.', () => {
    const { desk, tabs } = createDesk([here(otherAgentId)]);
    tabs.closed('b1', 42);
    expect(() => desk.give({ ...at, agentId: otherAgentId })).toThrow('Tab 42 has closed.');
  });
});

describe('What the browser does', () => {
  test('A tab is its agent’s no more before it is closed.', async () => {
    const { desk, asked, owner } = createDesk([]);
    await desk.close(at, signal);
    expect(owner()).toMatchObject({ kind: 'you' });
    expect(asked).toMatchObject([
      { method: 'tools/call', browserId: 'b1', params: { name: 'tabs_close', arguments: { tabId: 42 } } },
    ]);
  });

  test('Only tabs without owner are closed as orphans.', async () => {
    const { desk, tabs, asked } = createDesk([]);
    tabs.claim(otherAgentId, 'b1', buildReportedTab({ tabId: 7 }));
    tabs.orphan(otherAgentId);
    expect(await desk.closeOrphans(signal)).toBe(1);
    expect(asked).toMatchObject([{ params: { arguments: { tabId: 7 } } }]);
  });

  test('A picture is what the screenshot holds; an answer without one is a sentence.', async () => {
    const image = { type: 'image', mimeType: 'image/png', data: 'AA==' };
    const { desk } = createDesk([], { result: { content: [{ type: 'text', text: 'x' }, image] } });
    expect(await desk.picture(at, signal)).toEqual({ mimeType: 'image/png', data: 'AA==' });
    await expect(createDesk([]).desk.picture(at, signal)).rejects.toThrow('The browser sent no picture of tab 42');
  });

  test('A refusal is told as it was said.', async () => {
    const { desk } = createDesk([], { outcome: 'refused', reason: 'All agents are paused.' });
    await expect(desk.picture(at, signal)).rejects.toThrow('All agents are paused.');
  });
});
