// Which tools are shown beside a site: its own, and those of others that a grant names.
import { expect, test, vi } from 'vitest';
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
  ['every one of a server', [{ tools: null, of: 'Notes' }, { tools: ['time/now'] }], 'may call every tool of Notes'],
  [
    'every one of several',
    [
      { tools: null, of: 'Notes' },
      { tools: null, of: 'Time' },
    ],
    'may call every tool',
  ],
  ['every one that reads', [{ tools: null, reading: true, of: null }], 'may call every tool that only reads'],
  ['not those that are named', [{ tools: ['notes/wipe'], effect: 'deny' }], 'may not call 1 tool'],
  [
    'not one',
    [
      { tools: null, effect: 'deny' },
      { tools: ['notes/wipe'], effect: 'deny' },
    ],
    'may not call tools',
  ],
])('A rule about calls says what it is about: %s.', (_, calls, text) => {
  const usual = { id: 'g', effect: 'allow', scope: 'servers:call', of: 'Notes', expiresAt: null, lifetime: 'always' };
  const grants = calls.map(call => ({ ...usual, reading: false, ...call })) as Grants;
  expect(grantLines(grants, 0).map(line => line.text)).toEqual([text]);
});

test('Where every tool may be called, that is the line, and none is named.', () => {
  const grants = [{ effect: 'allow', scope: 'servers:call', tools: null, of: 'Notes' }] as unknown as Grants;
  expect(toolLines({ tools: [], grants })).toEqual([{ name: 'every tool', says: 'of Notes, it may call it' }]);
});
