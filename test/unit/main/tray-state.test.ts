// Which icon and which line the tray shows for which state of the hub.
import { expect, test } from 'vitest';
import { trayIcon, trayTooltip } from '../../../electron/main/tray-state.ts';
import { english } from '../../../electron/main/words-english.ts';
import { german } from '../../../electron/main/words-german.ts';
import { asked, quiet, stateOf } from './shell-fixtures.ts';
import type { ShellState } from '../../../electron/main/shell-state.ts';

const [one, two] = [asked('p1'), asked('p2')];

test.each<[string, ShellState, string, string]>([
  ['nothing', quiet, 'running', 'Pilothouse: 0 agents, nothing waits'],
  ['an agent', stateOf({ agents: ['a'] }), 'running', 'Pilothouse: 1 agent, nothing waits'],
  [
    'a question',
    stateOf({ agents: ['a', 'b'], prompts: [one] }),
    'attention',
    'Pilothouse: 2 agents, 1 question for you',
  ],
  [
    'a page that asks, and an agent',
    stateOf({ prompts: [one], siteQuestions: new Map([['page-1', { origin: 'https://shop.example', scopes: 3 }]]) }),
    'attention',
    'Pilothouse: 0 agents, 2 questions for you',
  ],
  ['a new browser', stateOf({ pendingBrowsers: ['b'] }), 'attention', 'Pilothouse: 0 agents, 1 browser to approve'],
  [
    'read-only',
    stateOf({ mode: 'read-only' }),
    'read-only',
    'Pilothouse: read-only, acting tools are refused, nothing waits',
  ],
  [
    'read-only with questions',
    stateOf({ mode: 'read-only', prompts: [one, two], pendingBrowsers: ['b'] }),
    'attention',
    'Pilothouse: read-only, acting tools are refused, 2 questions for you, 1 browser to approve',
  ],
  ['a pause', stateOf({ mode: 'paused', prompts: [one] }), 'paused', 'Pilothouse: paused, 1 question for you'],
  ['a stop', stateOf({ mode: 'stopped' }), 'paused', 'Pilothouse: stopped, agents are disconnected, nothing waits'],
])('%s', (_, state, icon, tooltip) => {
  expect([trayIcon(state), trayTooltip(state, english)]).toEqual([icon, tooltip]);
});

test('in German it says the same', () => {
  const state = stateOf({ agents: ['a'], prompts: [one, two] });
  expect(trayTooltip(state, german)).toBe('Pilothouse: 1 Agent, 2 Fragen warten auf Antwort');
  expect(trayTooltip(quiet, german)).toBe('Pilothouse: 0 Agenten, nichts wartet');
});
