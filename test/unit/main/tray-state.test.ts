// What the tray shows for which state of the hub, and which events change it.
import { describe, expect, test } from 'vitest';
import type { PanelEvent } from '../../../electron/contract/panel-events.ts';
import type { Snapshot } from '../../../electron/contract/snapshot.ts';
import {
  reduceTray,
  trayIcon,
  trayMenu,
  trayStateOf,
  trayTooltip,
  type TrayState,
} from '../../../electron/main/tray-state.ts';

const idle: TrayState = { mode: 'running', agents: new Set(), prompts: new Set() };
const patch = (data: object): PanelEvent => ({ event: 'state:patch', data: { seq: 1, changes: [], ...data } });
const agent = (kind: string) => ({ id: 'a1', state: { kind, since: 0 } });

describe('the state', () => {
  test('is folded from the snapshot', () => {
    const snapshot = {
      hub: { mode: 'read-only' },
      agents: { a1: agent('connected'), a2: { ...agent('gone'), id: 'a2' } },
      prompts: { p1: {} },
    } as unknown as Snapshot;
    expect(trayStateOf(snapshot)).toEqual({ mode: 'read-only', agents: new Set(['a1']), prompts: new Set(['p1']) });
  });

  test('follows the mode', () => {
    expect(reduceTray(idle, patch({ hub: { mode: 'paused' } })).mode).toBe('paused');
  });

  test('follows agents and prompts as they come and go', () => {
    const change = (collection: string, id: string, value: unknown) => patch({ changes: [{ collection, id, value }] });
    const busy = [change('agents', 'a1', agent('connected')), change('prompts', 'p1', {})].reduce(reduceTray, idle);
    expect(busy).toEqual({ mode: 'running', agents: new Set(['a1']), prompts: new Set(['p1']) });
    const quiet = [change('agents', 'a1', agent('gone')), change('prompts', 'p1', null)].reduce(reduceTray, busy);
    expect(quiet).toEqual(idle);
  });

  test.each<[string, PanelEvent]>([
    ['the trace', { event: 'trace:changed', data: { total: 1, newest: 1 } }],
    ['a tab', patch({ changes: [{ collection: 'tabs', id: 't', value: {} }] })],
    ['a removed agent that was not connected', patch({ changes: [{ collection: 'agents', id: 'x', value: null }] })],
  ])('stays the same object when an event is about %s', (_, event) => {
    expect(reduceTray(idle, event)).toBe(idle);
  });
});

describe('the icon and the tooltip', () => {
  const one = new Set(['1']);
  const two = new Set(['1', '2']);
  test.each<[TrayState, string, string]>([
    [idle, 'running', 'Pilothouse: 0 agents, nothing waits'],
    [{ ...idle, agents: one }, 'running', 'Pilothouse: 1 agent, nothing waits'],
    [{ ...idle, agents: two, prompts: one }, 'attention', 'Pilothouse: 2 agents, 1 question for you'],
    [{ ...idle, mode: 'read-only' }, 'read-only', 'Pilothouse: read-only, acting tools are refused, nothing waits'],
    [
      { ...idle, mode: 'read-only', prompts: two },
      'attention',
      'Pilothouse: read-only, acting tools are refused, 2 questions for you',
    ],
    [{ ...idle, mode: 'paused', prompts: one }, 'paused', 'Pilothouse: paused, 1 question for you'],
    [{ ...idle, mode: 'stopped' }, 'paused', 'Pilothouse: stopped, agents are disconnected, nothing waits'],
  ])('%j', (state, icon, tooltip) => {
    expect([trayIcon(state), trayTooltip(state)]).toEqual([icon, tooltip]);
  });
});

describe('the menu', () => {
  const done: string[] = [];
  const menu = trayMenu(
    { ...idle, mode: 'read-only' },
    { open: () => done.push('open'), setMode: mode => done.push(mode), quit: () => done.push('quit') },
  );

  test('names the state, the four modes, open and quit, in this order', () => {
    expect(menu.map(({ label, type }) => label ?? type)).toEqual([
      'read-only, acting tools are refused, nothing waits',
      'separator',
      'Running',
      'Read-only',
      'Pause all agents',
      'Stop all agents',
      'separator',
      'Open Pilothouse',
      'Quit Pilothouse',
    ]);
  });

  test('marks the present mode alone', () => {
    expect(menu.filter(({ checked }) => checked).map(({ label }) => label)).toEqual(['Read-only']);
  });

  test('does what each entry says', () => {
    for (const { click } of menu) (click as (() => void) | undefined)?.();
    expect(done).toEqual(['running', 'read-only', 'paused', 'stopped', 'open', 'quit']);
  });
});
