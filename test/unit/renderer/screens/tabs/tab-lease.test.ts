// For how long a tab is whose, which grants speak of it, which tab lies beside it, and who came without a credential.
import { describe, expect, test } from 'vitest';
import { foreign } from '../../../../../contract/reason.ts';
import { needs } from '../../../../../renderer/screens/overview/needs.ts';
import { grantsHere, tabLease } from '../../../../../renderer/screens/tabs/tab-lease.ts';
import { pendingClients } from '../../../../../renderer/store/pending-clients.ts';
import { tabBeside, tabBoard } from '../../../../../renderer/store/tab-board.ts';
import { buildAgent, buildBrowser, buildClient, buildGrant, buildTab, noon } from '../../../../support/hub-fixtures.ts';
import { emptySnapshot } from '../../../../support/panel-fixture/snapshot.ts';
import type { Snapshot } from '../../../../../contract/schemas/snapshot.ts';

const agent = buildAgent();
const here = { browserId: 'b1', tabId: 42 };

function snapshotOf(fields: Partial<Snapshot>): Snapshot {
  const { id } = agent;
  return { ...emptySnapshot(noon), clients: {}, agents: { [id]: agent }, browsers: { b1: buildBrowser() }, ...fields };
}

describe('The lease of a tab', () => {
  test('Nothing ends by itself while its agent is here and was granted nothing for a while.', () => {
    expect(tabLease(snapshotOf({}), buildTab(), noon)).toBeNull();
  });

  test('It is kept for an agent that has left, until the minute is over.', () => {
    const state = {
      kind: 'gone' as const,
      since: noon,
      reason: foreign('The shim ended.'),
      keepsTabsUntil: noon + 60_000,
    };
    const snapshot = snapshotOf({ agents: { [agent.id]: { ...agent, state } } });
    expect(tabLease(snapshot, buildTab(), noon + 45_000)).toEqual({ kind: 'kept', until: noon + 60_000, share: 0.25 });
    expect(tabLease(snapshot, buildTab(), noon + 60_000)).toBeNull();
  });

  test('What was granted for this tab ends after ten minutes; the first end counts, and that of another tab does not.', () => {
    const once = (id: string, tabId: number, expiresAt: number) =>
      buildGrant({ id, lifetime: 'once', tab: { ...here, tabId }, expiresAt });
    const grants = {
      a: once('a', 42, noon + 300_000),
      b: once('b', 42, noon + 600_000),
      c: once('c', 43, noon + 1_000),
    };
    expect(tabLease(snapshotOf({ grants }), buildTab(), noon)).toEqual({
      kind: 'granted',
      until: noon + 300_000,
      share: 0.5,
    });
  });

  test.each(['you', 'none'] as const)('A tab of %s has none.', kind => {
    const owner = kind === 'you' ? { kind } : { kind, agentId: agent.id, since: noon };
    expect(tabLease(snapshotOf({}), buildTab({ owner }), noon)).toBeNull();
  });
});

describe('Grants of a tab', () => {
  test('are those of its owner that speak of it, of its site, or of a domain above.', () => {
    const site = (id: string, origin: string) => buildGrant({ id, resource: { kind: 'site', origin } });
    const list = [
      site('site', 'https://app.example.com'),
      site('above', 'https://*.example.com'),
      site('other', 'https://example.org'),
      site('beside', 'https://*.ample.com'),
      buildGrant({ id: 'tab', resource: { kind: 'tab', ...here } }),
      buildGrant({ id: 'any' }),
      buildGrant({ id: 'theirs', subject: { kind: 'client', id: 'codex' }, resource: { kind: 'tab', ...here } }),
    ];
    const grants = Object.fromEntries(list.map(grant => [grant.id, grant]));
    const found = grantsHere(snapshotOf({ grants }), buildTab({ url: 'https://app.example.com/billing' }));
    expect(found.map(({ id }) => id).toSorted()).toEqual(['above', 'site', 'tab']);
  });

  test('are none where the address is no site.', () => {
    const grants = { a: buildGrant({ id: 'a', resource: { kind: 'site', origin: 'https://example.com' } }) };
    expect(grantsHere(snapshotOf({ grants }), buildTab({ url: 'about:blank' }))).toEqual([]);
  });
});

describe('The tab beside', () => {
  const you = { kind: 'you' as const };
  const none = { kind: 'none' as const, agentId: 'agent_gone', since: noon };
  const tabs = [
    buildTab({ tabId: 1, owner: you }),
    buildTab({ tabId: 2, owner: you }),
    buildTab({ tabId: 3, owner: none }),
    buildTab({ tabId: 4, owner: none, browserId: 'b2' }),
  ];
  const all = Object.fromEntries(tabs.map(tab => [`${tab.browserId}:${tab.tabId}`, tab]));
  const board = tabBoard(snapshotOf({ tabs: all }), '');

  test('is the one at its height, or the last above, in the next cell that holds one.', () => {
    expect(tabBeside(board, tabs[1] ?? buildTab(), 1)?.tabId).toBe(3);
    expect(tabBeside(board, tabs[2] ?? buildTab(), -1)?.tabId).toBe(1);
  });

  test('is none at the edge, and never one of another browser.', () => {
    expect(tabBeside(board, tabs[0] ?? buildTab(), -1)).toBeNull();
    expect(tabBeside(board, tabs[3] ?? buildTab(), -1)).toBeNull();
  });
});

describe('Who came without a credential', () => {
  const stranger = buildClient({ id: 'compat-claude', name: 'Claude Code (local socket)', verified: false });

  test('is new until it is let in or shut out, with its newest agent.', () => {
    const clients = {
      a: stranger,
      b: { ...stranger, id: 'b', admitted: true },
      c: { ...stranger, id: 'c', admitted: false },
      d: buildClient(),
    };
    const own = (id: string, since: number) => ({
      ...agent,
      id,
      clientId: 'compat-claude',
      state: { kind: 'connected' as const, since },
    });
    const agents = { first: own('first', noon), second: own('second', noon + 1) };
    expect(pendingClients({ clients, agents }).map(({ client, agent: its }) => [client.id, its?.id])).toEqual([
      ['compat-claude', 'second'],
    ]);
  });

  test('is among what needs the user, with the way to the answer.', () => {
    const snapshot = snapshotOf({ clients: { a: stranger }, agents: {} });
    expect(needs(snapshot, noon)).toContainEqual(
      expect.objectContaining({ title: 'Claude Code (local socket) came without a credential', path: 'agents' }),
    );
  });
});
