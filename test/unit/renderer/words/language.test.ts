// Which language the panel speaks, and what happens to values on the way into a sentence.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';

/** The module as a page with this system language and kept choice loads it. */
async function open(system: string, kept: string | null = null) {
  const page = { documentElement: { lang: '' } };
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { language: system });
  const store = new Map(kept === null ? [] : [['pilothouse.language', kept]]);
  const reload = vi.fn<() => void>();
  vi.stubGlobal('window', { location: { reload } });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  });
  return { page, store, reload, ...(await import('../../../../renderer/words/language.ts')) };
}

beforeEach(() => {
  vi.resetModules();
  return () => vi.unstubAllGlobals();
});

describe('the language of a page', () => {
  test.each([
    ['de-AT', null, 'de'],
    ['de', 'fr', 'de'],
    ['en-GB', null, 'en'],
    ['fr-FR', null, 'en'],
    ['de-DE', 'en', 'en'],
    ['en-US', 'de', 'de'],
  ])('a system in %s with the choice %s speaks %s', async (system, kept, spoken) => {
    const { language, page } = await open(system, kept);
    expect([language, page.documentElement.lang]).toEqual([spoken, spoken]);
  });

  test('a switch is kept and loads the page again, and back to the system keeps nothing', async () => {
    const { chooseLanguage, readLanguage, reload, store } = await open('en-US');
    chooseLanguage('de');
    expect([readLanguage(), reload.mock.calls.length]).toEqual(['de', 1]);
    chooseLanguage('system');
    expect([readLanguage(), reload.mock.calls.length, store.size]).toEqual(['system', 1, 0]);
  });
});

describe('a sentence', () => {
  test('counts as its language does', async () => {
    const { t } = await open('en-US');
    const tabs = (count: number) => t('{count, plural, =0 {no tabs} one {# tab} other {# tabs}}', { count });
    expect([0, 1, 2, 12_482].map(tabs)).toEqual(['no tabs', '1 tab', '2 tabs', '12,482 tabs']);
  });

  test.each(['{name}', "'{'", '{count, plural, other {#}}', '\\u0041\\x41\\', '\ue000name\ue001', '<b>', '$&'])(
    'puts the text %s from outside in as it is',
    async name => {
      const { t } = await open('en-US');
      expect(t('Revoke {name}', { name })).toBe(`Revoke ${name}`);
    },
  );

  test('holds elements, and text from outside beside them', async () => {
    await open('en-US');
    const { Say } = await import('../../../../renderer/parts/say.tsx');
    const values = { tab: createElement('b', null, 'Shop'), name: '{tab} \ue000tab\ue001 \\u0041' };
    expect(renderToStaticMarkup(createElement(Say, { text: 'Give {tab} to {name}.', values }))).toBe(
      'Give <b>Shop</b> to {tab} \ue000tab\ue001 \\u0041.',
    );
  });
});
