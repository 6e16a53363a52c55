// The user's shortcuts: found by id and by command, kept before they hold, and changed for whoever runs them only where their content is another.
import { expect, test, vi } from 'vitest';
import { SavedShortcutSchema } from '../../../../contract/schemas/shortcuts.ts';
import { maxActionsChars, maxShortcuts } from '../../../../contract/shortcuts.ts';
import { buildState } from '../../../support/hub-fixtures.ts';
import { createShortcuts, signIn, summarise } from '../../../support/shortcuts.ts';
import type { SavedShortcut } from '../../../../contract/schemas/shortcuts.ts';

const prompt = (command: string): SavedShortcut =>
  SavedShortcutSchema.parse({ command, description: '', content: { kind: 'prompt', text: 'Do it.' } });

test.each([
  [{ shortcutId: summarise.id }, summarise],
  [{ shortcutId: summarise.id, command: '/sign-in' }, summarise],
  [{ command: '/sign-in' }, signIn],
  [{ command: 'sign-in' }, signIn],
  [{ command: ' Sign-In ' }, signIn],
  [{ shortcutId: '', command: 'sign-in' }, signIn],
  [{ shortcutId: 'gone', command: 'sign-in' }, null],
  [{ shortcutId: 7 }, null],
  [{ command: ['sign-in'] }, null],
  [{}, null],
])('%j means one of them or none.', (args, found) => {
  expect(createShortcuts([summarise, signIn]).find(args)).toBe(found);
});

test('A new one gets an id, is shown, and stands in its place in the list.', async () => {
  const state = buildState();
  const shortcuts = createShortcuts([summarise], { state });
  const saved = await shortcuts.save(prompt('plan'));
  expect(saved).toEqual({ ...prompt('/plan'), id: expect.stringMatching(/^[0-9a-f]{12}$/) });
  expect(shortcuts.list().map(({ command }) => command)).toEqual(['/plan', '/summarise']);
  expect(state.snapshot().shortcuts[saved.id]).toEqual(saved);
});

test('What could not be stored does not hold, and the next change is made all the same.', async () => {
  const put = vi.fn(async () => {}).mockRejectedValueOnce(new Error('The disk is full.'));
  const shortcuts = createShortcuts([], { persist: { put, remove: async () => {} } });
  const [first, second] = await Promise.allSettled([shortcuts.save(prompt('one')), shortcuts.save(prompt('two'))]);
  expect([first?.status, second?.status]).toEqual(['rejected', 'fulfilled']);
  expect(shortcuts.list().map(({ command }) => command)).toEqual(['/two']);
});

test.each(['/Summarise', 'SUMMARISE'])(
  'The command %j of another one is taken, also while that one is being stored.',
  async command => {
    const shortcuts = createShortcuts();
    const [first, second] = await Promise.allSettled([
      shortcuts.save(prompt('/summarise')),
      shortcuts.save(prompt(command)),
    ]);
    expect(first?.status).toBe('fulfilled');
    expect(second).toMatchObject({
      status: 'rejected',
      reason: {
        code: 'ERR_INVALID_ARGUMENTS',
        message: 'Another shortcut is called /summarise; choose another command.',
      },
    });
  },
);

test('Only another content or its end concerns whoever runs it.', async () => {
  const onChanged = vi.fn();
  const shortcuts = createShortcuts([summarise], { onChanged });
  const contentOf = () => shortcuts.find({ shortcutId: summarise.id })?.content;
  await shortcuts.save({ ...structuredClone(summarise), command: '/sum', description: 'shorter' });
  expect(contentOf()).toBe(summarise.content);
  await shortcuts.save({ ...summarise, content: { kind: 'prompt', text: 'Something else.' } });
  expect(contentOf()).toEqual({ kind: 'prompt', text: 'Something else.' });
  const told = onChanged.mock.calls.length;
  await shortcuts.remove(summarise.id);
  await shortcuts.remove(summarise.id);
  expect([contentOf(), onChanged.mock.calls.length - told]).toEqual([undefined, 1]);
});

test('One that was removed can be put back under its id.', async () => {
  const shortcuts = createShortcuts([summarise]);
  await shortcuts.remove(summarise.id);
  await shortcuts.save(summarise);
  expect(shortcuts.list()).toEqual([summarise]);
});

test('There are only so many.', async () => {
  const rows = Array.from({ length: maxShortcuts }, (_, at) => ({
    ...summarise,
    id: at.toString(16).padStart(12, '0'),
    command: `/s${at}`,
  }));
  await expect(createShortcuts(rows).save(prompt('more'))).rejects.toThrow(
    `At most ${maxShortcuts} shortcuts are kept`,
  );
});

test.each(['browser_batch', 'shortcuts_execute', 'everything/echo', 'no_such_tool'])(
  'A call of %s is no action.',
  async name => {
    const actions = [
      { name: 'tabs_context_mcp', input: {} },
      { name, input: {} },
    ];
    const saved = createShortcuts().save({ command: '/x', description: '', content: { kind: 'actions', actions } });
    await expect(saved).rejects.toMatchObject({
      code: 'ERR_INVALID_ARGUMENTS',
      message: expect.stringContaining(`Action 2 cannot call "${name}"`),
    });
  },
);

test.each([
  [{ command: 'two words' }],
  [{ command: '/' }],
  [{ command: '/-x' }],
  [{ command: '//x' }],
  [{ command: '/a\u202eb' }],
  [{ command: `/${'x'.repeat(41)}` }],
  [{ description: 'x'.repeat(301) }],
  [{ content: { kind: 'prompt', text: ' \n ' } }],
  [{ content: { kind: 'actions', actions: [] } }],
  [{ content: { kind: 'actions', actions: [{ name: 'navigate', input: [] }] } }],
  [{ content: { kind: 'actions', actions: [{ name: 'navigate', input: {}, more: 1 }] } }],
  [{ content: { kind: 'actions', actions: [{ name: 'find', input: { query: 'x'.repeat(maxActionsChars) } }] } }],
  [{ id: '../etc' }],
])('%j is not taken from the panel.', change => {
  expect(SavedShortcutSchema.safeParse({ ...summarise, ...change }).success).toBe(false);
});
