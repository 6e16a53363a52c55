// What is done to a whole tab is done where that shows the site for which it was decided.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pageDeeds } from '../../../../../../contract/page-deeds.ts';
import type { Deed, DeedContext } from '../../../../../../resources/extension/web-agent/deed.ts';

const decided = 'https://own.test';
const url = 'https://next.test/';

describe('What a page has done to a tab', () => {
  let shown: string;
  let done: unknown[];
  let context: DeedContext;
  let tabDeeds: Readonly<Record<string, Deed>>;
  beforeEach(async () => {
    [shown, done] = [`${decided}/a`, []];
    const tabs = {
      get: async (id: number) => ({ id, url: shown }),
      update: async (id: number, change: object) => void done.push([id, change]),
      remove: async (id: number) => void done.push([id]),
    };
    const deaf = { addListener: () => {} };
    vi.stubGlobal('chrome', {
      tabs: { ...tabs, onRemoved: deaf, onUpdated: deaf, onCreated: deaf },
      webNavigation: { onBeforeNavigate: deaf, onCommitted: deaf, onErrorOccurred: deaf },
    });
    ({ tabDeeds } = await import('../../../../../../resources/extension/web-agent/deeds/tab-deeds.ts'));
    const opened = { tabId: 3, frameId: 0, document: 'D1', origin: decided, url: `${decided}/a`, title: '' };
    context = { opened, signal: new AbortController().signal, askDocument: async () => null };
  });
  afterEach(() => vi.unstubAllGlobals());
  const run = (deed: string, params: object) => Promise.resolve(tabDeeds[deed]?.(params, context));

  test('is done while it shows that site, and not once it has gone elsewhere.', async () => {
    const { navigate, closeTab } = pageDeeds;
    const place = { tabId: 7, origin: decided };
    await run(navigate, { ...place, url });
    await run(navigate, { url });
    await run(closeTab, place);
    const carriedOut = [[7, { url }], [3, { url }], [7]];
    expect(done).toEqual(carriedOut);
    for (const other of ['https://bank.test/', 'about:blank', 'file:///etc/passwd', 'http://own.test/a']) {
      shown = other;
      await expect(run(navigate, { ...place, url })).rejects.toMatchObject({ code: 'ERR_CANCELLED' });
      await expect(run(navigate, { url })).rejects.toMatchObject({ code: 'ERR_CANCELLED' });
      await expect(run(closeTab, place)).rejects.toMatchObject({ code: 'ERR_CANCELLED' });
    }
    expect(done).toEqual(carriedOut);
  });

  test('is done to a site whose host ends with a dot, which the hub names without.', async () => {
    shown = `${decided}./a`;
    await run(pageDeeds.closeTab, { tabId: 7, origin: decided });
    expect(done).toEqual([[7]]);
  });

  test('is done to a tab of its own that shows no site yet.', async () => {
    shown = 'about:blank';
    await run(pageDeeds.closeTab, { tabId: 7, origin: null });
    expect(done).toEqual([[7]]);
    await expect(run(pageDeeds.closeTab, { tabId: 7, origin: decided })).rejects.toMatchObject({
      code: 'ERR_CANCELLED',
    });
  });

  test('is not done after its call was cancelled.', async () => {
    const ended = new AbortController();
    ended.abort(new Error('cancelled'));
    context = { ...context, signal: ended.signal };
    await expect(run(pageDeeds.navigate, { url })).rejects.toThrow('cancelled');
    await expect(run(pageDeeds.closeTab, { tabId: 7, origin: decided })).rejects.toThrow('cancelled');
    expect(done).toEqual([]);
  });
});
