// Which tools are shown beside a site: its own, and those of others that a grant names.
import { expect, test, vi } from 'vitest';
import type { SiteView } from '../../../../../contract/schemas/companion-pages.ts';

vi.stubGlobal('chrome', { i18n: { getMessage: () => 'en' } });
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
