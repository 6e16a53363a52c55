// The tray's menu for a state of the hub: modes, questions with their narrowest answers, servers. Pure.
import type { MenuItemConstructorOptions } from 'electron';
import { scopes } from '../contract/permissions.ts';
import { menuWords } from './outside-words.ts';
import { type Asked, askerOf, type RunMode, type ShellState, type ShownServer } from './shell-state.ts';
import { count, trayTooltip } from './tray-state.ts';

type Item = MenuItemConstructorOptions;

export interface TrayActions {
  /** Shows the window, at a path such as `permissions` where one is given. */
  open(path?: string): void;
  setMode(mode: RunMode): void;
  /** Answers for the calls that wait now, and for nothing later. */
  answer(promptId: string, effect: 'allow' | 'deny'): void;
  startServer(serverId: string): void;
  stopServer(serverId: string): void;
  quit(): void;
}

const maxPrompts = 5;
const maxServers = 20;
const separator: Item = { type: 'separator' };

const startable = new Set<ShownServer['kind']>(['stopped', 'crashed', 'failed']);
const stoppable = new Set<ShownServer['kind']>(['installing', 'starting', 'running', 'degraded', 'waiting']);

export function trayMenu(state: ShellState, actions: TrayActions): Item[] {
  return [
    { label: trayTooltip(state).replace('Pilothouse: ', ''), enabled: false },
    ...block(promptItems(state, actions)),
    separator,
    ...modeItems(state.mode, actions),
    ...block(serverItems(state, actions)),
    separator,
    { label: 'Open Pilothouse', click: () => actions.open() },
    { label: 'Quit Pilothouse', click: () => actions.quit() },
  ];
}

function block(items: Item[]): Item[] {
  return items.length > 0 ? [separator, ...items] : [];
}

function modeItems(present: RunMode, actions: TrayActions): Item[] {
  const mode = (label: string, value: RunMode): Item => ({
    label,
    type: 'radio',
    checked: present === value,
    click: () => actions.setMode(value),
  });
  return [
    mode('Running', 'running'),
    mode('Read-only', 'read-only'),
    mode('Pause all agents', 'paused'),
    mode('Stop all agents', 'stopped'),
  ];
}

/** The oldest questions, because they are refused first. */
function promptItems(state: ShellState, actions: TrayActions): Item[] {
  const { prompts, newcomers } = state;
  const oldest = [...prompts.values()].toSorted((a, b) => a.askedAt - b.askedAt);
  const items = oldest.slice(0, maxPrompts).map(prompt => promptItem(prompt, askerOf(state, prompt), actions));
  const more = oldest.length - items.length;
  if (more > 0) items.push({ label: `${count(more, 'more question')}…`, click: () => actions.open('permissions') });
  if (newcomers.size > 0)
    items.push({ label: `${count(newcomers.size, 'browser')} to approve…`, click: () => actions.open('connect') });
  return items;
}

function promptItem(prompt: Asked, asker: string, actions: TrayActions): Item {
  const { id, scope, tool, where, destructive, calls } = prompt;
  const these = calls > 1 ? `these ${calls} uses` : 'this use';
  const answers: Item[] = [
    // A menu shows no arguments, and nothing that may destroy is allowed unread.
    ...(destructive ? [] : [{ label: `Allow ${these}`, click: () => actions.answer(id, 'allow') }]),
    { label: `Deny ${these}`, click: () => actions.answer(id, 'deny') },
    { label: 'Look at it…', click: () => actions.open('permissions') },
  ];
  return {
    label: menuWords(`${asker}: ${tool}`),
    submenu: [
      { label: menuWords(`Wants to ${scopes[scope].sentence}: ${where}`, 90), enabled: false },
      separator,
      ...answers,
    ],
  };
}

function serverItems({ servers }: ShellState, actions: TrayActions): Item[] {
  if (servers.size === 0) return [];
  const named = [...servers.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  const items = named.slice(0, maxServers).map(server => serverItem(server, actions));
  const more = named.length - items.length;
  if (more > 0) items.push({ label: `${count(more, 'more server')}…`, click: () => actions.open('servers') });
  return [{ label: 'Servers', submenu: items }];
}

function serverItem({ id, name, kind }: ShownServer, actions: TrayActions): Item {
  return {
    label: menuWords(`${name}, ${kind}`),
    submenu: [
      ...(startable.has(kind) ? [{ label: 'Start', click: () => actions.startServer(id) }] : []),
      ...(stoppable.has(kind) ? [{ label: 'Stop', click: () => actions.stopServer(id) }] : []),
      { label: 'Look at it…', click: () => actions.open(`servers/${id}`) },
    ],
  };
}
