// Keys through the debugger go to whatever the tab shows when they arrive: what happens between the look at a page and its keys.
import { afterEach, describe, expect, test, vi } from 'vitest';

const shop = 'https://shop.example';
const bank = 'https://bank.example';

type Navigation = (details: { tabId: number; frameId: number; documentId: string }) => void;

/** A tab of the shop, with frames of `others` in it; `during` is run while the companion looks at its frames for the `nth` time. */
async function openTab(
  nth: number,
  during: (browser: { begin(): void; arrive(): void }) => void,
  others: readonly string[] = [],
) {
  const tab = { url: `${shop}/`, documentId: 'A', status: 'complete' };
  const keys: string[] = [];
  const inserted: string[] = [];
  /** What was done in which order. */
  const steps: string[] = [];
  const listeners: Record<'before' | 'committed', Navigation[]> = { before: [], committed: [] };
  const quiet = { addListener: () => {} };
  const tell = (which: 'before' | 'committed') => {
    for (const listener of listeners[which]) listener({ tabId: 1, frameId: 0, documentId: tab.documentId });
  };
  const browser = {
    begin: () => {
      tab.status = 'loading';
      tell('before');
    },
    arrive: () => {
      Object.assign(tab, { url: `${bank}/`, documentId: 'B', status: 'complete' });
      tell('committed');
    },
  };
  let looks = 0;
  const look = () => {
    looks += 1;
    if (looks === nth) during(browser);
  };
  vi.resetModules();
  vi.stubGlobal('chrome', {
    tabs: { query: async () => [], onRemoved: quiet, onActivated: quiet, get: async () => tab },
    windows: { getAll: async () => [], onFocusChanged: quiet, onRemoved: quiet, WINDOW_ID_NONE: -1 },
    webNavigation: {
      onBeforeNavigate: { addListener: (listener: Navigation) => listeners.before.push(listener) },
      onCommitted: { addListener: (listener: Navigation) => listeners.committed.push(listener) },
      onErrorOccurred: quiet,
      getFrame: async () => ({ documentId: tab.documentId, url: tab.url }),
      getAllFrames: async () => {
        const inside = others.map((url, at) => ({ frameId: at + 1, parentFrameId: 0, url, documentId: `F${at}` }));
        const frames = [{ frameId: 0, parentFrameId: -1, url: tab.url }, ...inside];
        look();
        return frames;
      },
    },
    scripting: {
      executeScript: async ({ args: [, name] }: { args: readonly [object, string] }) => {
        if (name === 'framePlaces') {
          steps.push('look');
          look();
        }
        const value = name === 'framePlaces' ? { count: others.length, boxes: [] } : true;
        return [{ result: { kind: 'done', value, mark: tab.documentId, nextRef: 1 }, documentId: tab.documentId }];
      },
    },
    storage: { session: { get: async () => ({}), set: async () => {}, remove: async () => {} } },
    debugger: {
      onDetach: quiet,
      onEvent: quiet,
      attach: async () => {},
      detach: async () => {},
      sendCommand: async (_tab: object, method: string, { type, key, text }: Record<string, string> = {}) => {
        if (method === 'Input.insertText') inserted.push(String(text));
        if (method === 'Input.dispatchKeyEvent' && type === 'keyDown') keys.push(`${key} ${tab.url}`);
        if (method === 'Input.insertText') steps.push('text');
        if (type === 'keyDown') steps.push('key');
        return {};
      },
    },
  });
  const { openPage } = await import('../../../../resources/extension/shown-page.ts');
  const { debuggerInput } = await import('../../../../resources/extension/tools/debugger-input.ts');
  const page = await openPage(1, { origin: shop, frames: [] });
  const call = { signal: new AbortController().signal, covers: async () => new Set<string>() };
  const context = { ...call, tabId: 1, page, asker: '', keptFor: '', maxReplyBytes: Infinity, endsAt: Infinity };
  return {
    keys,
    inserted,
    steps,
    browser,
    type: (text: string, room = 0, takesLines = false) =>
      debuggerInput.type(context, text, { room, takesLines, hearsKeys: false }),
  };
}

/** 101 characters: more than go in as keys. */
const long = `${'x'.repeat(100)}y`;

describe('Keys', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('go to the page that they were meant for.', async () => {
    const { keys, type } = await openTab(0, () => {});
    await type('ab');
    expect(keys).toEqual([`a ${shop}/`, `b ${shop}/`]);
  });

  test('of a long text are its last one, and the rest goes in at once.', async () => {
    const { keys, inserted, type } = await openTab(0, () => {});
    await type(long);
    expect([inserted, keys]).toEqual([['x'.repeat(100)], [`y ${shop}/`]]);
  });

  test('of a text that its field has room for are its last one, and of a short text all.', async () => {
    const { keys, inserted, type } = await openTab(0, () => {});
    await type('abcdefghi', 9);
    await type('jklmnopqr', 8);
    await type('stuvwxyz', 9);
    expect(inserted).toEqual(['abcdefgh']);
    expect(keys.map(key => key[0]).join('')).toBe('ijklmnopqrstuvwxyz');
  });

  test.each([
    ['go with the text where the page holds no frames of others', [], ['look', 'text', 'key', 'look', 'key', 'key']],
    [
      'go one by one where a frame may get the focus',
      [bank],
      ['look', 'text', 'look', 'key', 'look', 'key', 'look', 'key'],
    ],
  ])('%s.', async (_, others, expected) => {
    const { steps, type } = await openTab(0, () => {}, others);
    await type('abcdefghi', 9);
    await type('ab', 9);
    expect(steps).toEqual(expected);
  });

  test.each([
    ['a long name and a password', 'ana@example.com\tsecret', 99, false, ['ana@example.co'], 'm Tab s e c r e t'],
    ['a line longer than goes in as keys', `${long}\nz`, 0, false, ['x'.repeat(100)], 'y Enter z'],
    ['a short text of lines', 'a\tb\nc', 99, false, [], 'a Tab b Enter c'],
    ['lines of a field that has lines', `${long}\n\tz`, 999, true, [`${long}\n\t`], 'z'],
    ['a short text of a field that has lines', 'a\tb\nc', 99, true, ['\t'], 'a b Enter c'],
  ])(
    'are Enter and Tab where they are no part of the text: %s.',
    async (_, text, room, takesLines, pasted, pressed) => {
      const { keys, inserted, type } = await openTab(0, () => {});
      await type(text, room, takesLines);
      expect([inserted, keys.map(key => key.split(' ')[0]).join(' ')]).toEqual([pasted, pressed]);
    },
  );

  test('nor any text go to another page that arrives while it is looked at.', async () => {
    const { keys, inserted, type } = await openTab(1, browser => {
      browser.begin();
      browser.arrive();
    });
    await expect(type('abcdefghijkl', 100)).rejects.toMatchObject({ code: 'ERR_TAB_MOVED' });
    expect([inserted, keys]).toEqual([[], []]);
  });

  test.each([1, 2, 3, 4])('go to no other page that arrives while it is looked at for time %i.', async nth => {
    const { keys, type } = await openTab(nth, browser => {
      browser.begin();
      browser.arrive();
    });
    const begun = nth > 2;
    await expect(type('abcdefghijkl')).rejects.toMatchObject({ code: 'ERR_TAB_MOVED', details: { begun } });
    expect(keys.length > 0).toBe(begun);
    expect(keys.filter(key => !key.endsWith(` ${shop}/`))).toEqual([]);
  });

  test('are not sent while the tab is on its way to another page, and go to none when that is there.', async () => {
    const { keys, browser, type } = await openTab(2, it => it.begin());
    const typed = type('abcdefghijkl');
    const refused = expect(typed).rejects.toMatchObject({ code: 'ERR_TAB_MOVED' });
    await new Promise(resolve => setTimeout(resolve, 50));
    const before = keys.length;
    browser.arrive();
    await refused;
    expect(keys).toHaveLength(before);
    expect(keys.filter(key => !key.endsWith(` ${shop}/`))).toEqual([]);
  });
});
