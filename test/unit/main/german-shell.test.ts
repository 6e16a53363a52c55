// The shell in German: in every state of the hub, tray, notifications and the question on closing say nothing in English.
import { describe, expect, test } from 'vitest';
import { runModes } from '../../../contract/entities.ts';
import { scopes } from '../../../contract/permissions.ts';
import { noticeChange } from '../../../electron/main/notices.ts';
import { trayMenu } from '../../../electron/main/tray-menu.ts';
import { trayTooltip } from '../../../electron/main/tray-state.ts';
import { english } from '../../../electron/main/words-english.ts';
import { german } from '../../../electron/main/words-german.ts';
import { everyReason } from '../../support/every-reason.ts';
import { englishWordsIn } from '../../support/own-english.ts';
import { asked, quiet, server, stateOf } from './shell-fixtures.ts';
import type { MenuItemConstructorOptions } from 'electron';
import type { Scope } from '../../../contract/permissions.ts';
import type { ShellState, ShownServer } from '../../../electron/main/shell-state.ts';
import type { ShellWords } from '../../../electron/main/shell-words.ts';

const kinds = Object.keys(german.states) as ShownServer['kind'][];
const reasons = everyReason().filter(({ kind }) => kind !== 'foreign' && kind !== 'several');
const none = () => {};
const actions = { open: none, setMode: none, answer: none, startServer: none, stopServer: none, quit: none };

/** One for each mode with all else that a tray may tell, once of one and once of several. */
const states: readonly ShellState[] = runModes.flatMap(mode =>
  [1, 12].map(count => {
    const ids = Array.from({ length: count }, (_, at) => `x${at}`);
    const state = stateOf({
      mode,
      agents: ids,
      prompts: (Object.keys(scopes) as Scope[])
        .slice(0, count)
        .map(scope => asked(scope, { scope, calls: count, argumentsChars: 40, where: place(count) })),
      servers: [...kinds.map(kind => server(kind, kind, { name: 'x' })), ...ids.map(id => server(id, 'running'))],
      pendingBrowsers: ids,
      drifted: Object.fromEntries(ids.map(id => [id, 'running'])),
    });
    const confirmations = new Map(ids.map((id, at) => [id, at % 2 === 0 ? null : 'node (7)'] as const));
    return { ...state, confirmations };
  }),
);

function place(count: number) {
  const browser = count === 1 ? null : 'Work';
  return {
    kind: 'at-tab',
    tab: 7,
    site: 'https://a.example',
    inFrame: true,
    page: 'https://b.example',
    browser,
  } as const;
}

function labels(items: readonly MenuItemConstructorOptions[]): string[] {
  return items
    .flatMap(({ label, submenu }) => [label ?? [], labels((submenu ?? []) as MenuItemConstructorOptions[])])
    .flat();
}

/** What is said on the way from nothing to this state and back. */
function noticesOf(state: ShellState, words: ShellWords): string[] {
  const running = {
    ...state,
    servers: new Map([...state.servers].map(([id, one]) => [id, { ...one, kind: 'running' as const }])),
  };
  const bare = { ...quiet, servers: running.servers };
  return [bare, quiet].flatMap(before =>
    noticeChange(before, state, words).show.flatMap(({ title, body }) => [title, body]),
  );
}

const sayings: readonly (readonly [string, (words: ShellWords) => string[]])[] = [
  ['the menu of the tray', words => states.flatMap(state => labels(trayMenu(state, actions, words)))],
  ['the tooltip of the tray', words => [quiet, ...states].map(state => trayTooltip(state, words))],
  ['notifications', words => states.flatMap(state => noticesOf(state, words))],
  [
    'a notification for each reason of a crash',
    words =>
      reasons.flatMap(reason =>
        (['crashed', 'failed', 'waiting'] as const).flatMap(kind =>
          noticesOf(stateOf({ servers: [server('x', kind, { reason })] }), words),
        ),
      ),
  ],
  [
    'a change of the rules',
    words =>
      reasons.flatMap((why, at) =>
        noticesOf(
          {
            ...quiet,
            ruleChange: {
              at: at + 1,
              asker: { via: 'cli', processes: [] },
              what: 'grants:set',
              why,
              outcome: 'changed',
            },
          },
          words,
        ),
      ),
  ],
  ['what a question is about', words => Object.values(words.scopes)],
  ['the question on closing', ({ closing }) => [closing.question, closing.detail, ...closing.buttons]],
];

describe('in German', () => {
  test.each(sayings)('%s: nothing is English', (_, say) => {
    const said = say(german);
    expect(said.length).toBeGreaterThan(3);
    expect(said).toHaveLength(say(english).length);
    expect(said.filter(text => englishWordsIn(text).length > 0)).toEqual([]);
    const inEnglish = say(english);
    const names = new Set(['Claude: box/echo', 'Work']);
    const isWorded = (text: string) => /\p{L}/u.test(text.replaceAll(/‹[^›]*›|ENOSPC/g, '')) && !names.has(text);
    expect(said.filter((text, at) => text === inEnglish[at] && isWorded(text))).toEqual([]);
  });
});
