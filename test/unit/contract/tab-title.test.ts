// What a tab is called among words of ours: a page chooses its title, and can neither hide anything with it nor close our quotation marks.
import { expect, test } from 'vitest';
import { tabTitle } from '../../../contract/tab-title.ts';

const url = 'https://shop.example:8443/cart?x';

test.each([
  ['Orders', 'Orders'],
  ['  Orders \n today ', 'Orders today'],
  ['“Bank”, tab 1', "'Bank', tab 1"],
  ['\u202eOrders', '⟨U+202E⟩Orders'],
  ['x'.repeat(500), `${'x'.repeat(39)}…`],
])('a tab of the title %j is called %j', (title, shown) => {
  expect(tabTitle({ title, url }).title).toBe(shown);
});

test('a tab without a title is called after its host, whose end stays when it is long', () => {
  expect(tabTitle({ title: ' ', url })).toEqual({ title: null, host: 'shop.example:8443' });
  const { host } = tabTitle({ title: '', url: `https://${'a.'.repeat(60)}evil.example/` });
  expect(host).toMatch(/^a\.a.*….*\.evil\.example$/);
  expect([...(host ?? '')].length).toBe(60);
});

test('a tab that has neither is left its number', () => {
  for (const tab of [undefined, { title: '', url: 'about:blank' }, { title: '', url: 'no address' }])
    expect(tabTitle(tab)).toEqual({ title: null, host: null });
});
