// Shortcuts of the fixture hub, and what it answers about them.
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { Shortcut } from '../../../contract/schemas/shortcuts.ts';
import type { CollectionName } from '../../../contract/schemas/snapshot.ts';

export function fixtureShortcuts(): Shortcut[] {
  return [
    {
      id: '4f1c9a20b7e3',
      command: '/standup',
      description: 'What happened on the board since yesterday, for the team',
      content: {
        kind: 'prompt',
        text: 'Read the board in the tab. Tell me what moved since yesterday, who moved it, and what is blocked.\n\nAt most ten lines, no greeting.',
      },
    },
    {
      id: '0d62e81fa95c',
      command: '/nightly-report',
      description: 'Opens the report of last night, and takes a picture of its chart',
      content: {
        kind: 'actions',
        actions: [
          { name: 'navigate', input: { url: 'https://atlas.test/reports/nightly' } },
          { name: 'computer', input: { action: 'wait', selector: '#chart' } },
          { name: 'computer', input: { action: 'screenshot' } },
        ],
      },
    },
    {
      id: 'c8a71b30d4e6',
      command: '/übersetze',
      description: '',
      content: { kind: 'prompt', text: 'Übersetze den Text der Seite ins Englische.' },
    },
  ];
}

type ShortcutRequest = Extract<keyof PanelHandlers, `shortcuts:${string}`>;

export function shortcutAnswers(
  change: (collection: CollectionName, id: string, value: unknown) => void,
): Pick<PanelHandlers, ShortcutRequest> {
  return {
    'shortcuts:save': ({ shortcut: { id = 'e5d4c3b2a190', ...rest } }) => {
      const shortcut = { id, ...rest };
      change('shortcuts', id, shortcut);
      return { shortcut };
    },
    'shortcuts:remove': ({ id }) => {
      change('shortcuts', id, null);
      return {};
    },
  };
}
