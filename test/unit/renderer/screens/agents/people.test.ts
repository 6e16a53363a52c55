// Agents, clients and tabs: who is who, whose is what.
import { describe, expect, it } from 'vitest';
import {
  absentClients,
  agentStatus,
  agentsShown,
  grantsOf,
} from '../../../../../renderer/screens/agents/agent-rows.ts';
import { connectedAgents } from '../../../../../renderer/store/connected-agents.ts';
import { keyOfTab, ownerKey, tabBoard, tabsOf } from '../../../../../renderer/store/tab-board.ts';
import { agentIdentity, clientIdentity, partyIdentity } from '../../../../../renderer/words/identity.ts';
import { fixtureSnapshot } from '../../../../support/panel-fixture/snapshot.ts';

const now = 1_800_000_000_000;
const snapshot = fixtureSnapshot(now);
const paused = { ...snapshot, hub: { ...snapshot.hub, mode: 'paused' as const } };
const agent = (id: string) => snapshot.agents[id]!;

describe('identity', () => {
  it('names an agent as its credential is called, in the colour of its client', () => {
    expect(agentIdentity(snapshot, 'agent_77c4')).toEqual({ name: 'Codex CLI', colour: 2, mono: 'CO', active: true });
  });

  it('draws an agent that left, or is paused, as an outline', () => {
    expect([agentIdentity(snapshot, 'agent_9d02').active, agentIdentity(paused, 'agent_77c4').active]).toEqual([
      false,
      false,
    ]);
  });

  it('gives a name and no colour to an agent that is not known any more', () => {
    expect(agentIdentity(snapshot, 'agent_old', 'Old Bot')).toEqual({
      name: 'Old Bot',
      colour: null,
      mono: 'OB',
      active: false,
    });
  });

  it('knows which clients have an agent here', () => {
    expect([clientIdentity(snapshot, 'client-claude').active, clientIdentity(snapshot, 'client-goose').active]).toEqual(
      [true, false],
    );
    expect(absentClients(snapshot).map(({ name }) => name)).toEqual(['goose', 'Windsurf', 'Nightly report script']);
  });

  it('lists connected agents in the order in which they came', () => {
    expect(connectedAgents(snapshot).map(({ id }) => id)).toEqual([
      'agent_5b1e',
      'agent_77c4',
      'agent_e810',
      'agent_31aa',
    ]);
  });

  it('has a mark for agents only, not for browsers or the hub', () => {
    expect(partyIdentity(snapshot, { kind: 'agent', id: 'agent_e810', label: 'Cursor' })?.mono).toBe('CU');
    expect(partyIdentity(snapshot, { kind: 'hub', id: 'hub', label: 'hub' })).toBe(null);
  });
});

describe('agents', () => {
  it('stand with the connected ones first and match by what they claim', () => {
    expect(
      agentsShown(snapshot, '')
        .map(({ id }) => id)
        .at(-1),
    ).toBe('agent_9d02');
    expect(agentsShown(snapshot, 'cursor-vscode').map(({ id }) => id)).toEqual(['agent_e810']);
  });

  it('wait for you while a question of theirs is open', () => {
    expect(agentStatus(snapshot, agent('agent_5b1e'))).toEqual({ tone: 'attention', word: 'waits for you' });
    expect(agentStatus(snapshot, agent('agent_31aa'))).toEqual({ tone: 'running', word: 'connected' });
    expect(agentStatus(paused, agent('agent_31aa'))).toEqual({ tone: 'paused', word: 'paused' });
    expect(agentStatus(snapshot, agent('agent_9d02'))).toEqual({ tone: 'orphaned', word: 'gone' });
  });

  it('own the tabs that name them, and those they left without an owner', () => {
    expect(tabsOf(snapshot, 'agent_5b1e').map(({ tabId }) => tabId)).toEqual([42, 49, 47]);
    expect(tabsOf(snapshot, 'agent_9d02').map(({ tabId }) => tabId)).toEqual([51]);
  });

  it('have the grants of their client, the newest first', () => {
    expect(grantsOf(snapshot, 'client-codex').map(({ id }) => id)).toEqual([
      'grant-12',
      'grant-13',
      'grant-19',
      'grant-20',
    ]);
  });
});

describe('the board of tabs', () => {
  it('has a column for you, for every connected agent, and for tabs without owner', () => {
    expect(tabBoard(snapshot, '').owners).toEqual([
      'you',
      'agent:agent_5b1e',
      'agent:agent_77c4',
      'agent:agent_e810',
      'agent:agent_31aa',
      'none',
    ]);
  });

  it('has a row for every browser that was approved', () => {
    expect(tabBoard(snapshot, '').browsers.map(({ name }) => name)).toEqual(['Chromium Work', 'Firefox ESR']);
  });

  it('puts every tab into exactly one cell', () => {
    const board = tabBoard(snapshot, '');
    const placed = board.browsers.flatMap(({ id }) =>
      board.owners.flatMap(owner => board.cell(id, owner).map(keyOfTab)),
    );
    expect(placed.toSorted()).toEqual(Object.keys(snapshot.tabs).toSorted());
  });

  it('filters by title, address or number', () => {
    const board = tabBoard(snapshot, '47');
    expect(board.cell('browser-work', 'agent:agent_5b1e').map(({ tabId }) => tabId)).toEqual([47]);
    expect(tabBoard(snapshot, 'KANBAN').cell('browser-esr', 'agent:agent_e810')).toHaveLength(1);
  });

  it('has no column for lost tabs when there is none', () => {
    const tabs = Object.fromEntries(Object.entries(snapshot.tabs).filter(([, tab]) => ownerKey(tab) !== 'none'));
    expect(tabBoard({ ...snapshot, tabs }, '').owners).not.toContain('none');
  });
});
