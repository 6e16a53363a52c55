// Shortcuts of a user for tests: the real registry over a store in memory, and two of them to begin with.
import { ShortcutRegistry, type ShortcutRegistryOptions } from '../../electron/core/tools/shortcut-registry.ts';
import { buildState } from './hub-fixtures.ts';
import type { Shortcut } from '../../contract/schemas/shortcuts.ts';

export const summarise: Shortcut = {
  id: 'aaaaaaaaaaaa',
  command: '/summarise',
  description: 'What stands on the page, in five lines',
  content: { kind: 'prompt', text: 'Read the page in the tab and tell me in five lines what it says.' },
};

export const signIn: Shortcut = {
  id: 'bbbbbbbbbbbb',
  command: '/sign-in',
  description: '',
  content: {
    kind: 'actions',
    actions: [
      { name: 'navigate', input: { url: 'https://example.com/in' } },
      { name: 'tabs_context_mcp', input: {} },
      { name: 'computer', input: { action: 'left_click', ref: 'ref_1', tabId: 7 } },
    ],
  },
};

export function createShortcuts(rows: readonly Shortcut[] = [], own: Partial<ShortcutRegistryOptions> = {}) {
  let made = 0;
  return new ShortcutRegistry({
    state: buildState(),
    rows,
    persist: { put: async () => {}, remove: async () => {} },
    randomBytes: size => Buffer.alloc(size, (made += 1)),
    onChanged: () => {},
    ...own,
  });
}
