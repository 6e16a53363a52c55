// The keys that the panel knows, as they are listed.

export interface ShortcutGroup {
  readonly title: string;
  readonly keys: readonly (readonly [keys: string, does: string])[];
}

export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    keys: [
      ['Ctrl K', 'search or run a command'],
      ['?', 'this list'],
      ['G O', 'Overview; then T B P A S L C for Traces, Tabs, Permissions, Agents, Servers, Tools, Connect'],
      ['Ctrl ,', 'Settings'],
      ['Ctrl Shift P', 'pause all agents, or let them run'],
      ['P', 'the oldest question'],
      ['F6', 'next region: title bar, navigation, list, detail, status bar'],
    ],
  },
  {
    title: 'In lists',
    keys: [
      ['J K', 'next, previous; arrows, Home and End too'],
      ['/', 'filter; Escape leaves it, a second Escape clears it'],
      ['Escape', 'close the detail'],
    ],
  },
  {
    title: 'Questions',
    keys: [
      ['A D', 'allow, deny'],
      ['1 2 3 4 5', 'for how long'],
      ['↑ ↓', 'how much'],
      ['J', 'next question'],
      ['Escape', 'leave it waiting'],
    ],
  },
  {
    title: 'Traces',
    keys: [
      ['Space', 'pause the view'],
      ['F', 'follow'],
      ['X', 'pin'],
      ['C', 'compare with'],
      ['R', 'send it again'],
    ],
  },
  {
    title: 'Tabs',
    keys: [
      ['T', 'take over'],
      ['M', 'give to'],
      ['R', 'release'],
      ['Delete', 'close'],
    ],
  },
];
