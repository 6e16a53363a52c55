// A shortcut as it is written: what keeps it from being saved, and that the other kind and the order of actions lose nothing.
import { expect, test } from 'vitest';
import {
  beginDraft,
  faultsOf,
  type ShortcutDraft,
  savedOf,
  withAction,
  withChanged,
  withEarlier,
  withoutAction,
} from '../../../../../renderer/screens/tools/shortcuts/shortcut-draft.ts';
import { signIn, summarise } from '../../../../support/shortcuts.ts';

const blank = beginDraft(null);
const written = (...texts: string[]): ShortcutDraft => {
  const actions = texts.map((text, key) => ({ key, name: 'navigate', text }));
  return { ...blank, command: 'go', kind: 'actions', actions };
};

test.each([summarise, signIn])('$command is saved as it was when nothing is changed.', shortcut => {
  expect(savedOf(beginDraft(shortcut), shortcut.id)).toEqual(shortcut);
});

test('A new one has no id, and an action without input takes an empty object.', () => {
  expect(savedOf(written('', ' {"url": "https://a.example"} '), undefined)).toEqual({
    command: 'go',
    description: '',
    content: {
      kind: 'actions',
      actions: [
        { name: 'navigate', input: {} },
        { name: 'navigate', input: { url: 'https://a.example' } },
      ],
    },
  });
});

test('Choosing the other kind and coming back loses nothing.', () => {
  const draft = { ...beginDraft(signIn), kind: 'prompt' as const, prompt: 'Do it.' };
  expect(savedOf(draft, undefined)?.content).toEqual({ kind: 'prompt', text: 'Do it.' });
  expect(savedOf({ ...draft, kind: 'actions' }, undefined)?.content).toEqual(signIn.content);
});

test.each<[string, Partial<ShortcutDraft>, object]>([
  ['no command', { prompt: 'x' }, { command: true }],
  ['a command of two words', { command: 'two words', prompt: 'x' }, { command: true }],
  ['an empty prompt', { command: 'x', prompt: ' \n' }, { prompt: true }],
  ['no action', { command: 'x', kind: 'actions' }, { noAction: true }],
  ['an action without a tool', { ...withAction(written()), prompt: '' }, { actions: new Map([[0, 'no-tool']]) }],
  ['broken JSON', written('{}', '{"url": '), { actions: new Map([[1, 'no-json']]) }],
  ['JSON that is a list', written('[1]'), { actions: new Map([[0, 'no-json']]) }],
])('%s keeps it from being saved.', (_, change, fault) => {
  const draft = { ...blank, ...change };
  const none = { command: false, prompt: false, noAction: false, actions: new Map() };
  expect(faultsOf(draft)).toEqual({ ...none, ...fault });
  expect(savedOf(draft, undefined)).toBe(null);
});

test('Actions are added, moved, changed and removed, each under a key of its own.', () => {
  const three = withAction(withAction(withAction(blank)));
  const keys = ({ actions }: ShortcutDraft) => actions.map(({ key }) => key);
  expect(keys(three)).toEqual([0, 1, 2]);
  const moved = withEarlier(three, 2);
  expect([keys(moved), keys(withEarlier(moved, 0))]).toEqual([
    [0, 2, 1],
    [0, 2, 1],
  ]);
  const without = withoutAction(moved, 2);
  expect(keys(withAction(without))).toEqual([0, 1, 2]);
  const changed = withChanged(without, { key: 1, name: 'find', text: '' });
  expect(changed.actions).toEqual([
    { key: 0, name: '', text: '' },
    { key: 1, name: 'find', text: '' },
  ]);
});
