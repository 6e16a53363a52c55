// What a link may put into the form for a server.
import { expect, test } from 'vitest';
import { pathOfLink } from '../../../../../../electron/main/deep-link.ts';
import { parseRoute } from '../../../../../../renderer/frame/route.ts';
import { readDraft } from '../../../../../../renderer/screens/servers/add/read-draft.ts';
import { nothingTyped } from '../../../../../../renderer/screens/servers/add/typed.ts';

test('a link arrives in the form as it was written', () => {
  const link = `pilothouse://add-server?name=Files&command=${encodeURIComponent('npx "a b" --x=/y#z?&%')}`;
  const { screen, id } = parseRoute(`#/${pathOfLink(link)}`);
  expect([screen, readDraft(id)]).toEqual([
    'servers',
    { ...nothingTyped, name: 'Files', commandLine: 'npx "a b" --x=/y#z?&%' },
  ]);
});

test.each(['+', '+nonsense', '+null', '+7', '+{"name":{"x":1},"run":true}'])('%s opens the form empty', selected => {
  expect(readDraft(selected)).toEqual(nothingTyped);
});

test.each([null, 'files', 'files/log'])('%s opens no form', selected => {
  expect(readDraft(selected)).toBeNull();
});
