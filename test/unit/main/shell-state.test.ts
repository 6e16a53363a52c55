// What the tray and the notifications know of the hub, and which events change it.
import { describe, expect, test } from 'vitest';
import { foreign } from '../../../contract/reason.ts';
import { askerOf, reduceShell, shellStateOf } from '../../../electron/main/shell-state.ts';
import { asked, askedByHub, patchOf, quiet, server, snapshotWith, stateOf } from './shell-fixtures.ts';
import type { PanelEvent } from '../../../contract/schemas/panel-events.ts';

const agent = (kind: string) => ({ id: 'a1', name: 'Ana', state: { kind, since: 0 } });

test('is folded from the snapshot', () => {
  const state = shellStateOf(
    snapshotWith({
      mode: 'read-only',
      clients: { Claude: { id: 'Claude', name: 'Claude Code' } },
      agents: { a1: agent('connected'), a2: agent('gone') },
      prompts: { p1: askedByHub('p1', '{"secret":1}'), p2: askedByHub('p2', '{"text":"xx', 5_000) },
      siteQuestions: {
        'page-1': { origin: 'https://shop.example', scopes: [{ scope: 'model:prompt', isNew: false }] },
      },
      servers: {
        s1: { id: 's1', name: 'Box', state: { kind: 'failed', since: 0, reason: foreign('no disk') }, tools: 3 },
      },
      browsers: { b1: { name: 'Chromium', state: { kind: 'pending' } }, b2: { name: 'Edge', state: { kind: 'away' } } },
      tools: {
        't/1': { held: 'changed', source: { kind: 'server', serverId: 's1' } },
        't/2': { held: null, source: { kind: 'browser' } },
      },
    }),
  );
  expect(state).toEqual({
    mode: 'read-only',
    clients: new Map([['Claude', 'Claude Code']]),
    agents: new Map([['a1', 'Ana']]),
    prompts: new Map([
      ['p1', asked('p1', { argumentsChars: 12 })],
      ['p2', asked('p2', { argumentsChars: 5_000, isCut: true })],
    ]),
    siteQuestions: new Map([['page-1', { origin: 'https://shop.example', scopes: 1 }]]),
    servers: new Map([['s1', server('s1', 'failed', { name: 'Box', reason: foreign('no disk') })]]),
    pendingBrowsers: new Map([['b1', 'Chromium']]),
    confirmations: new Map(),
    ruleChange: null,
    drifted: new Map([['t/1', 's1']]),
  });
});

describe('an event', () => {
  test('changes the mode', () => {
    expect(reduceShell(quiet, patchOf({ hub: { mode: 'paused' } })).mode).toBe('paused');
  });

  test('brings agents and questions and takes them away', () => {
    const change = (collection: string, id: string, value: unknown) =>
      patchOf({ changes: [{ collection, id, value }] });
    const busy = [change('agents', 'a1', agent('connected')), change('prompts', 'p1', askedByHub('p1'))].reduce(
      reduceShell,
      quiet,
    );
    expect([busy.agents.size, busy.prompts.size]).toEqual([1, 1]);
    const idle = [change('agents', 'a1', agent('gone')), change('prompts', 'p1', null)].reduce(reduceShell, busy);
    expect(idle).toEqual(quiet);
  });

  test.each<[string, PanelEvent]>([
    ['the trace', { event: 'trace:changed', data: { total: 1, newest: 1 } }],
    ['a tab', patchOf({ changes: [{ collection: 'tabs', id: 't', value: {} }] })],
    ['an agent that was not there', patchOf({ changes: [{ collection: 'agents', id: 'x', value: null }] })],
    ['the version of the hub', patchOf({ hub: { mode: 'running', version: '9' } })],
  ])('about %s leaves the same object', (_, event) => {
    expect(reduceShell(quiet, event)).toBe(quiet);
  });

  test('that changes what is not shown of a server leaves the same object', () => {
    const entity = { id: 's1', name: 'Box', state: { kind: 'running', since: 0, pid: 1 } };
    const value = (calls: number) =>
      patchOf({ changes: [{ collection: 'servers', id: 's1', value: { ...entity, calls } }] });
    const state = reduceShell(quiet, value(1));
    expect(reduceShell(state, value(2))).toBe(state);
  });
});

test('who asks is the name that the user gave, or the web origin that came with it', () => {
  const state = stateOf({ clients: { Claude: 'Work' } });
  expect(askerOf(state, asked('p1'))).toBe('Work');
  const page = asked('p2', { subject: { kind: 'origin', id: 'https://app.example' } });
  expect(askerOf(state, page)).toBe('https://app.example');
  // One of several of a name is told from the others, where the question is its own.
  const agents = new Map([['a1', 'Work 2']]);
  expect(askerOf({ ...state, agents }, asked('p3'))).toBe('Work 2');
  expect(askerOf({ ...state, agents }, asked('p4', { asker: null }))).toBe('Work');
});
