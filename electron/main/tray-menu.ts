// The tray's menu for a state of the hub: modes, questions with their narrowest answers, servers. Pure.
import { runModes } from '../../contract/entities.ts';
import { menuWords, shortPlace } from './outside-words.ts';
import { type AskedPrompt, askerOf, type RunMode, type ShellState, type ShownServer } from './shell-state.ts';
import { trayLine } from './tray-state.ts';
import type { MenuItemConstructorOptions } from 'electron';
import type { ShellWords } from './shell-words.ts';

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
const stoppable = new Set<ShownServer['kind']>(['starting', 'running', 'degraded', 'waiting']);

export function trayMenu(state: ShellState, actions: TrayActions, words: ShellWords): Item[] {
  return [
    { label: trayLine(state, words), enabled: false },
    ...block(promptItems(state, actions, words)),
    separator,
    ...modeItems(state.mode, actions, words),
    ...block(serverItems(state, actions, words)),
    separator,
    { label: words.open, click: () => actions.open() },
    { label: words.quit, click: () => actions.quit() },
  ];
}

function block(items: Item[]): Item[] {
  return items.length > 0 ? [separator, ...items] : [];
}

function modeItems(present: RunMode, actions: TrayActions, words: ShellWords): Item[] {
  return runModes.map(mode => ({
    label: words.modes[mode],
    type: 'radio',
    checked: present === mode,
    click: () => actions.setMode(mode),
  }));
}

/** The oldest questions, because they are refused first. */
function promptItems(state: ShellState, actions: TrayActions, words: ShellWords): Item[] {
  const { prompts, siteQuestions, pendingBrowsers, confirmations } = state;
  const oldest = [...prompts.values()].toSorted((a, b) => a.askedAt - b.askedAt);
  const items = oldest.slice(0, maxPrompts).map(prompt => promptItem(prompt, askerOf(state, prompt), actions, words));
  const more = oldest.length - items.length;
  if (more > 0) items.push({ label: words.moreQuestions(more), click: () => actions.open('permissions') });
  // A menu shows too little of these to answer there.
  if (siteQuestions.size > 0)
    items.push({ label: `${words.pagesAsk(siteQuestions.size)}…`, click: () => actions.open('permissions') });
  if (confirmations.size > 0)
    items.push({ label: `${words.changesToConfirm(confirmations.size)}…`, click: () => actions.open('permissions') });
  if (pendingBrowsers.size > 0)
    items.push({ label: `${words.toApprove(pendingBrowsers.size)}…`, click: () => actions.open('connect') });
  return items;
}

function promptItem(prompt: AskedPrompt, asker: string, actions: TrayActions, words: ShellWords): Item {
  const { id, scope, tool, where, destructive, calls, argumentsChars, isCut } = prompt;
  const answers: Item[] = [
    // A menu shows no arguments. What may destroy is not allowed unread, nor what is too long to be read at a glance in the panel.
    ...(destructive || isCut ? [] : [{ label: words.allow(calls), click: () => actions.answer(id, 'allow') }]),
    { label: words.deny(calls), click: () => actions.answer(id, 'deny') },
    { label: words.look, click: () => actions.open('permissions') },
  ];
  return {
    label: menuWords(`${asker}: ${tool}`),
    submenu: [
      { label: menuWords(words.wants(words.scopes[scope], words.reason(shortPlace(where, 30))), 180), enabled: false },
      ...(argumentsChars > '{}'.length ? [{ label: words.argumentsHidden(argumentsChars), enabled: false }] : []),
      separator,
      ...answers,
    ],
  };
}

function serverItems({ servers }: ShellState, actions: TrayActions, words: ShellWords): Item[] {
  if (servers.size === 0) return [];
  const named = [...servers.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  const items = named.slice(0, maxServers).map(server => serverItem(server, actions, words));
  const more = named.length - items.length;
  if (more > 0) items.push({ label: words.moreServers(more), click: () => actions.open('servers') });
  return [{ label: words.servers, submenu: items }];
}

function serverItem({ id, name, kind }: ShownServer, actions: TrayActions, words: ShellWords): Item {
  return {
    label: menuWords(`${name}, ${words.states[kind]}`),
    submenu: [
      ...(startable.has(kind) ? [{ label: words.start, click: () => actions.startServer(id) }] : []),
      ...(stoppable.has(kind) ? [{ label: words.stop, click: () => actions.stopServer(id) }] : []),
      { label: words.look, click: () => actions.open(`servers/${id}`) },
    ],
  };
}
