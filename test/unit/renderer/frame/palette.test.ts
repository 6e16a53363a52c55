// The palette: everything that can be gone to or done is found by a few letters, and never more than can be looked over.
import { describe, expect, test } from 'vitest';
import { findEntries, paletteEntries } from '../../../../renderer/frame/palette-entries.ts';
import { screens } from '../../../../renderer/frame/route.ts';
import { readToolPath } from '../../../../renderer/frame/tool-paths.ts';
import {
  agentId,
  buildAgent,
  buildBrowser,
  buildServer,
  buildState,
  buildTab,
  noon,
} from '../../../support/hub-fixtures.ts';
import { summarise } from '../../../support/shortcuts.ts';

function entries(tools = 0) {
  const state = buildState();
  state.set('agents', agentId, buildAgent({ name: 'Claude\u202e Code', state: { kind: 'connected', since: noon } }));
  state.set(
    'servers',
    'postgres',
    buildServer({ id: 'postgres', name: 'Postgres', state: { kind: 'stopped', since: noon } }),
  );
  state.set('browsers', 'b1', buildBrowser());
  state.set('tabs', 'b1:42', buildTab({ title: 'Orders' }));
  state.set('shortcuts', summarise.id, summarise);
  for (let tool = 0; tool < tools; tool += 1) {
    const id = `everything/tool-${tool}`;
    state.set('tools', id, { id } as never);
  }
  return paletteEntries(state.snapshot(), screens);
}
const texts = (query: string, tools?: number) => findEntries(entries(tools), query).map(({ text }) => text);

describe('What is offered', () => {
  test('Every screen, thing and action has an id of its own.', () => {
    const ids = entries(50).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('A server can be gone to and started, an agent paused and sent away, a tab taken over.', () => {
    expect(texts('postgres')).toEqual(['Postgres', 'Postgres: start']);
    expect(texts('orders')).toEqual(['Orders, tab 42', 'Orders, tab 42: take over']);
    expect(texts('claude disc')).toEqual(['Claude⟨U+202E⟩ Code: disconnect']);
    expect(entries().find(({ text }) => text === 'Postgres: start')?.does).toEqual({
      ask: { name: 'servers:start', params: { serverId: 'postgres' } },
    });
  });
});

test('A shortcut is gone to among those of the Tools screen.', () => {
  const { does } = entries().find(({ text }) => text === '/summarise') ?? {};
  expect(does).toEqual({ go: 'tools', id: `shortcuts:${summarise.id}` });
  expect(readToolPath(`shortcuts:${summarise.id}`)).toEqual({ view: 'shortcuts', id: summarise.id });
  expect(readToolPath('shortcuts/list')).toEqual({ view: 'tools', id: 'shortcuts/list' });
});

describe('What is found', () => {
  test('Words may stand in any order, and the group counts too.', () => {
    expect(texts('paused agents all')).toEqual(['All agents: paused']);
    expect(texts('go traces')).toEqual(['Traces']);
  });

  test('What begins with the letters stands before what merely holds them.', () => {
    expect(texts('ver')).toEqual([
      'Overview',
      'Servers',
      'Add a server',
      'Find a server in the catalogue',
      'Postgres',
      'Postgres: start',
      'Orders, tab 42: take over',
    ]);
    expect(texts('over').slice(0, 2)).toEqual(['Overview', 'Orders, tab 42: take over']);
  });

  test('Five thousand tools are eight lines, until more letters tell them apart.', () => {
    expect(texts('', 5_000).filter(text => text.startsWith('everything/'))).toHaveLength(8);
    expect(texts('tool-4321', 5_000)).toEqual(['everything/tool-4321']);
  });
});
