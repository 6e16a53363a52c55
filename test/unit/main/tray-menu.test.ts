// The tray's menu: what stands in it for which state, and what each entry does (D17).
import { beforeEach, describe, expect, test } from 'vitest';
import { trayMenu } from '../../../electron/main/tray-menu.ts';
import { english } from '../../../electron/main/words-english.ts';
import { asked, quiet, server, stateOf } from './shell-fixtures.ts';
import type { MenuItemConstructorOptions } from 'electron';
import type { ShellState } from '../../../electron/main/shell-state.ts';

type Item = MenuItemConstructorOptions;
let done: unknown[][] = [];
beforeEach(() => {
  done = [];
});

const note =
  (name: string) =>
  (...args: unknown[]) =>
    void done.push([name, ...args.filter(arg => arg !== undefined)]);
const menuOf = (state: ShellState) =>
  trayMenu(
    state,
    {
      open: note('open'),
      setMode: note('setMode'),
      answer: note('answer'),
      startServer: note('start'),
      stopServer: note('stop'),
      quit: note('quit'),
    },
    english,
  );
const labels = (items: readonly Item[]) => items.map(({ label, type }) => label ?? type);
const inside = (items: readonly Item[], label: string) => items.find(item => item.label === label)?.submenu as Item[];
const press = (items: readonly Item[]) => {
  for (const { click } of items) (click as (() => void) | undefined)?.();
};

describe('with nothing going on', () => {
  test('names the state, the four modes, open and quit, in this order', () => {
    expect(labels(menuOf({ ...quiet, mode: 'read-only' }))).toEqual([
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
    const marked = menuOf({ ...quiet, mode: 'paused' }).filter(({ checked }) => checked);
    expect(labels(marked)).toEqual(['Pause all agents']);
  });

  test('does what each entry says', () => {
    press(menuOf(quiet));
    const modes = ['running', 'read-only', 'paused', 'stopped'].map(mode => ['setMode', mode]);
    expect(done).toEqual([...modes, ['open'], ['quit']]);
  });
});

describe('a question', () => {
  test('can be allowed for this use, denied for this use, and looked at', () => {
    const entry = inside(menuOf(stateOf({ prompts: [asked('p1')] })), 'Claude: box/echo');
    expect(labels(entry)).toEqual([
      'Wants to call tools of an MCP server: server Box',
      'separator',
      'Allow this use',
      'Deny this use',
      'Look at it…',
    ]);
    press(entry);
    expect(done).toEqual([
      ['answer', 'p1', 'allow'],
      ['answer', 'p1', 'deny'],
      ['open', 'permissions'],
    ]);
  });

  test('that may destroy something is not allowed unread', () => {
    const entry = inside(menuOf(stateOf({ prompts: [asked('p1', { destructive: true })] })), 'Claude: box/echo');
    expect(labels(entry).slice(2)).toEqual(['Deny this use', 'Look at it…']);
  });

  test('says how much of its arguments a menu does not show', () => {
    const entry = inside(menuOf(stateOf({ prompts: [asked('p1', { argumentsChars: 1_234 })] })), 'Claude: box/echo');
    expect(labels(entry)).toEqual([
      'Wants to call tools of an MCP server: server Box',
      '1,234 characters of arguments are not shown here',
      'separator',
      'Allow this use',
      'Deny this use',
      'Look at it…',
    ]);
  });

  test('whose arguments are longer than a card shows at first is not allowed from here', () => {
    const prompts = [asked('p1', { argumentsChars: 5_000, isCut: true })];
    const entry = inside(menuOf(stateOf({ prompts })), 'Claude: box/echo');
    expect(labels(entry).slice(3)).toEqual(['Deny this use', 'Look at it…']);
  });

  test('of several calls says how many an answer speaks of', () => {
    const entry = inside(menuOf(stateOf({ prompts: [asked('p1', { calls: 3 })] })), 'Claude: box/echo');
    expect(labels(entry)).toContain('Allow these 3 uses');
  });

  test('among many stands in the order of asking, and the rest is counted', () => {
    const prompts = [7, 6, 5, 4, 3, 2, 1].map(at => asked(`p${at}`, { tool: `t${at}`, askedAt: at }));
    expect(labels(menuOf(stateOf({ prompts }))).slice(2, 8)).toEqual([
      'Claude: t1',
      'Claude: t2',
      'Claude: t3',
      'Claude: t4',
      'Claude: t5',
      '2 more questions…',
    ]);
  });

  test('shows what is hidden in its words, and underlines no letter', () => {
    const tool = `a\u202e&b${'x'.repeat(200)}`;
    const label = labels(menuOf(stateOf({ prompts: [asked('p', { tool })] })))[2] ?? '';
    expect(label).toMatch(/^Claude: a⟨U\+202E⟩&&bx+…$/);
    expect([...label].length).toBeLessThan(70);
  });
});

describe('the servers', () => {
  const menu = menuOf(
    stateOf({ servers: [server('zoo', 'running'), server('box', 'crashed'), server('sky', 'blocked')] }),
  );
  const servers = inside(menu, 'Servers');

  test('stand by name with their state', () => {
    expect(labels(servers)).toEqual(['box, crashed', 'sky, blocked', 'zoo, running']);
  });

  test('are started and stopped where that is possible, and can be looked at', () => {
    for (const label of labels(servers)) press(inside(servers, String(label)));
    expect(done).toEqual([
      ['start', 'box'],
      ['open', 'servers/box'],
      ['open', 'servers/sky'],
      ['stop', 'zoo'],
      ['open', 'servers/zoo'],
    ]);
  });

  test('beyond twenty are counted', () => {
    const many = Array.from({ length: 25 }, (_, index) => server(`s${index}`, 'stopped'));
    expect(labels(inside(menuOf(stateOf({ servers: many })), 'Servers')).at(-1)).toBe('5 more servers…');
  });
});
