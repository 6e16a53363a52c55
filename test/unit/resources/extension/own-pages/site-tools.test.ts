// Which tools are shown beside a site: its own, and those of others that a grant names.
import { expect, test, vi } from 'vitest';
import { german } from '../../../../../resources/extension/own-pages/words/de.ts';
import type { SiteView } from '../../../../../contract/schemas/companion-pages.ts';

vi.stubGlobal('chrome', { i18n: { getMessage: () => 'en' } });
const { grantLines } = await import('../../../../../resources/extension/own-pages/site-block.ts');
const { toolLines } = await import('../../../../../resources/extension/own-pages/site-tools.ts');

type Grants = SiteView['grants'];

test('A tool that two grants name is one line, and a denial is none.', () => {
  const grants = [
    { effect: 'allow', scope: 'servers:call', tools: ['notes/read', 'notes/add'], of: 'Notes' },
    { effect: 'allow', scope: 'mcp:tools.call', tools: ['notes/read', 'time/now'], of: null },
    { effect: 'allow', scope: 'model:prompt', tools: null, of: null },
    { effect: 'deny', scope: 'servers:call', tools: ['notes/wipe'], of: 'Notes' },
  ] as unknown as Grants;
  const tools: SiteView['tools'] = [
    { name: 'find', state: 'offered' },
    { name: 'pay', state: 'off' },
    { name: 'count', state: 'unoffered' },
  ];
  expect(toolLines({ tools, grants })).toEqual([
    { name: 'find', says: 'its own, offered to the agent here' },
    { name: 'pay', says: 'its own, switched off' },
    { name: 'count', says: 'its own, offered to no agent here' },
    { name: 'notes/read', says: 'of Notes, it may call it' },
    { name: 'notes/add', says: 'of Notes, it may call it' },
    { name: 'time/now', says: 'it may call it' },
  ]);
});

type Call = Partial<Grants[number]>;

test.each<[string, Call[], string]>([
  ['none', [{ scope: 'mcp:tools.call', tools: [] }], 'may call no tools'],
  ['those that are named', [{ tools: ['notes/read', 'notes/add'] }, { tools: ['notes/read'] }], 'may call 2 tools'],
  ['every one of a server', [{ tools: null }, { tools: ['notes/read'] }], 'may call every tool of Notes'],
  [
    'every one of a server, and others that are named',
    [{ tools: null }, { tools: ['time/now'], of: 'Time' }],
    'may call every tool of Notes and 1 other tool',
  ],
  [
    'every one of several',
    [
      { tools: null, of: 'Notes' },
      { tools: null, of: 'Time' },
    ],
    'may call every tool of Notes and every tool of Time',
  ],
  ['every one there is', [{ tools: null }, { tools: null, of: null }, { tools: ['time/now'] }], 'may call every tool'],
  ['every one that reads', [{ tools: null, reading: true, of: null }], 'may call every read-only tool'],
  [
    'every one of a server, of another those that read',
    [
      { tools: null },
      { tools: null, reading: true },
      { tools: null, of: 'Time', reading: true },
      { tools: ['a/b', 'a/c'], of: 'A' },
    ],
    'may call every tool of Notes, every read-only tool of Time and 2 other tools',
  ],
  ['not those that are named', [{ tools: ['notes/wipe'], effect: 'deny' }], 'may not call 1 tool'],
  [
    'not one',
    [
      { tools: null, effect: 'deny', of: null },
      { tools: ['notes/wipe'], effect: 'deny' },
    ],
    'may not call tools',
  ],
  [
    'not one of a server',
    [
      { tools: null, effect: 'deny' },
      { tools: ['time/now'], of: 'Time', effect: 'deny' },
    ],
    'may not call tools of Notes or 1 other tool',
  ],
])('A rule about calls says what it is about: %s.', (_, calls, text) => {
  const usual = { id: 'g', effect: 'allow', scope: 'servers:call', of: 'Notes', expiresAt: null, lifetime: 'always' };
  const grants = calls.map(call => ({ ...usual, reading: false, ...call })) as Grants;
  expect(grantLines(grants, 0).map(line => line.text)).toEqual([text]);
});

test('Where every tool of a server may be called, that is the line, and none of its is named; those that only read are told as such.', () => {
  const usual = { effect: 'allow', scope: 'servers:call', reading: false, of: 'Notes' };
  const grants = [
    { ...usual, tools: null },
    { ...usual, tools: ['notes/read'] },
    { ...usual, tools: ['mail/send'], of: 'Mail' },
    { ...usual, tools: null, of: 'Time', reading: true },
  ] as unknown as Grants;
  expect(toolLines({ tools: [], grants })).toEqual([
    { name: 'mail/send', says: 'of Mail, it may call it' },
    { name: 'all tools', says: 'of Notes, it may call them' },
    { name: 'all read-only tools', says: 'of Time, it may call them' },
  ]);
});

test('German says the same, each in its number.', () => {
  const groups = [
    { of: 'Notes', reading: false },
    { of: 'Time', reading: true },
  ];
  const { site } = german;
  expect([site.callEvery(groups, 1), site.callAny(groups, 2), site.callAny([{ of: null, reading: false }], 0)]).toEqual(
    [
      'alle Tools von Notes, alle nur lesenden Tools von Time und 1 weiteres Tool aufrufen',
      'Tools von Notes, nur lesende Tools von Time oder 2 weitere Tools aufrufen',
      'Tools aufrufen',
    ],
  );
  expect([site.allTools, site.mayCallAllOf('Notes')]).toEqual(['alle Tools', 'von Notes, sie darf sie aufrufen']);
});
