// Whether a document takes itself for the one that a call was decided for, and how a call comes to the mark of one document.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { elsewhere, type MeantPage } from '../../../../resources/extension/page/meant-page.ts';

const shop = 'https://shop.example';
const here = { href: `${shop}/basket`, origin: shop, mark: 'first' };

interface Injection {
  readonly target: { readonly documentIds: readonly string[] };
  readonly args: readonly [MeantPage, string];
}

test.each([
  ['the origin of its address', { origin: shop, mark: '' }, here],
  ['its own mark', { origin: shop, mark: 'first' }, here],
  ['the origin of whoever opened it', { origin: shop, mark: '' }, { href: 'about:blank', origin: shop, mark: 'first' }],
  ['no origin', { origin: null, mark: '' }, { href: 'about:blank', origin: 'null', mark: 'first' }],
  [
    'an address that it may not use as its origin',
    { origin: shop, mark: '' },
    { href: `${shop}/sandboxed`, origin: 'null', mark: 'first' },
  ],
  [
    'the page around it, where it is in a frame and has neither address nor origin',
    { origin: shop, mark: '', inherited: shop },
    { href: 'about:srcdoc', origin: 'null', mark: 'first' },
  ],
])('A page is meant by %s.', (_, meant, document) => {
  expect(elsewhere(meant, document)).toBeNull();
});

test.each([
  [{ origin: 'https://bank.example', mark: '' }, here, shop],
  [{ origin: 'http://shop.example', mark: '' }, here, shop],
  [{ origin: shop, mark: 'second' }, here, shop],
  [{ origin: null, mark: '' }, here, shop],
  [{ origin: shop, mark: '' }, { href: 'about:blank', origin: 'null', mark: 'first' }, null],
  [
    { origin: shop, mark: '' },
    { href: 'about:blank', origin: 'https://bank.example', mark: 'first' },
    'https://bank.example',
  ],
  [
    { origin: shop, mark: '', inherited: shop },
    { href: 'about:blank', origin: 'https://bank.example', mark: 'first' },
    'https://bank.example',
  ],
  [
    { origin: shop, mark: '', inherited: shop },
    { href: 'https://bank.example/', origin: 'null', mark: 'first' },
    'https://bank.example',
  ],
])('What was decided for %j is not done in %j.', (meant, document, origin) => {
  expect(elsewhere(meant, document)).toEqual({ kind: 'elsewhere', url: document.href, origin });
});

describe('A call for one document', () => {
  afterEach(() => vi.unstubAllGlobals());

  /** A tab with one document after another of the same origin; the browser sends functions into the one that is there by then. */
  async function play(documents: readonly { documentId: string; mark: string }[], decidedFor: string) {
    const shown = { at: 0 };
    const asked: unknown[] = [];
    const current = () => documents[shown.at] ?? { documentId: '', mark: '' };
    const quiet = { addListener: () => {} };
    vi.resetModules();
    vi.stubGlobal('chrome', {
      tabs: { onRemoved: quiet, get: async () => ({ url: here.href }) },
      storage: { session: { get: async () => ({}) } },
      webNavigation: {
        onBeforeNavigate: quiet,
        onCommitted: quiet,
        onErrorOccurred: quiet,
        getFrame: async () => ({ documentId: current().documentId, url: here.href }),
      },
      scripting: {
        executeScript: async ({ target, args: [meant, name] }: Injection) => {
          if (target.documentIds[0] !== current().documentId) throw new Error('No document with id');
          if (name === 'typeText' || name === 'readyState') shown.at = Math.min(shown.at + moves, documents.length - 1);
          const { documentId, mark } = current();
          const other = elsewhere(meant, { ...here, mark });
          if (!other && name === 'typeText') asked.push(documentId);
          return [{ result: other ?? { kind: 'done', value: true, mark, nextRef: 1 }, documentId }];
        },
      },
    });
    let moves = 0;
    const { openPage } = await import('../../../../resources/extension/shown-page.ts');
    const { inPage } = await import('../../../../resources/extension/tools/in-page.ts');
    const page = await openPage(1, { origin: shop, document: decidedFor, frames: [] });
    const type = () => inPage({ page, signal: new AbortController().signal }, 'typeText', 'x');
    return { type, asked, leaveMeanwhile: () => (moves = 1), page };
  }
  const two = [
    { documentId: 'A', mark: 'mark of A' },
    { documentId: 'B', mark: 'mark of B' },
  ];

  test('It is carried out in that one.', async () => {
    const { type, asked } = await play(two, 'A');
    await expect(type()).resolves.toBe(true);
    expect(asked).toEqual(['A']);
  });

  test('It is not carried out in the next one of the same origin, wherever in the call that takes its place.', async () => {
    const early = await play(two, 'A');
    early.leaveMeanwhile();
    await expect(early.type()).rejects.toMatchObject({ code: 'ERR_TAB_MOVED' });
    expect(early.asked).toEqual([]);
    const late = await play(two, 'A');
    late.page.mark = 'mark of A';
    late.leaveMeanwhile();
    await expect(late.type()).rejects.toMatchObject({ code: 'ERR_TAB_MOVED' });
    expect(late.asked).toEqual([]);
  });
});
