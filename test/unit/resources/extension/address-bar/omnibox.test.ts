// The companion's side of the address bar, with a played browser and a played hub.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

type Listener = (...args: never[]) => void;
type Suggest = (rows: { content: string; description: string }[]) => void;

function heardBy(listeners: Record<string, Listener>, name: string) {
  return { addListener: (listener: Listener) => (listeners[name] = listener) };
}

interface Tab {
  id: number;
  url: string;
  active: boolean;
  incognito: boolean;
}

function playBrowser() {
  const listeners: Record<string, Listener> = {};
  const kept = new Map<string, unknown>();
  const did: unknown[] = [];
  const hints: string[] = [];
  const tab: Tab = { id: 7, url: 'https://here.example/', active: true, incognito: false };
  const storage = {
    get: async (key: string) => (kept.has(key) ? { [key]: kept.get(key) } : {}),
    set: async (values: object) => Object.entries(values).forEach(([key, value]) => kept.set(key, value)),
    remove: async (key: string) => void kept.delete(key),
  };
  vi.stubGlobal('chrome', {
    omnibox: {
      onInputStarted: heardBy(listeners, 'started'),
      onInputChanged: heardBy(listeners, 'changed'),
      onInputCancelled: heardBy(listeners, 'cancelled'),
      onInputEntered: heardBy(listeners, 'entered'),
      setDefaultSuggestion: ({ description }: { description: string }) => hints.push(description),
    },
    i18n: { getMessage: (key: string) => key },
    runtime: { getURL: (path: string) => `extension://own/${path}` },
    storage: { session: storage },
    tabs: {
      query: async () => [{ ...tab }],
      get: async () => ({ ...tab }),
      update: async (id: number, { url }: { url: string }) => did.push({ updated: id, url }),
      create: async (options: object) => (did.push({ created: options }), { id: 9 }),
      onRemoved: { addListener: () => {} },
    },
    search: { query: async (options: object) => void did.push({ searched: options }) },
    windows: {
      create: async ({ url }: { url: string }) => {
        did.push({ answered: kept.get(`omnibox answer ${url.split('#')[1]}`) });
      },
    },
  });
  return {
    ...{ did, hints, tab },
    start: () => (listeners.started as () => void)(),
    type: (text: string) => {
      const suggested: string[][] = [];
      (listeners.changed as (text: string, suggest: Suggest) => void)(text, rows =>
        suggested.push(rows.map(({ content }) => content)),
      );
      return suggested;
    },
    enter: (text: string, how = 'currentTab') => (listeners.entered as (text: string, how: string) => void)(text, how),
  };
}

const suggestion = (id: string, title: string) => ({
  ...{ id, type: 'url', title, description: '', provider: 'The shop', origin: 'https://shop.example' },
});

function playHub(answers: Record<string, (params: never) => unknown>) {
  const asked: unknown[] = [];
  let last = 0;
  return {
    asked,
    request: async (method: string, params: unknown, onId?: (id: number) => void) => {
      onId?.((last += 1));
      asked.push({ method, params });
      return answers[method]!(params as never);
    },
    notify: (method: string, params: unknown) => void asked.push({ method, params }),
  };
}

const two = () => ({ suggestions: [suggestion('s1', 'Shoes'), suggestion('s2', 'Socks')] });

describe('the address bar of the companion', () => {
  let browser: ReturnType<typeof playBrowser>;

  async function open(form: 'markup' | 'plain', hub: ReturnType<typeof playHub> | null) {
    vi.resetModules();
    browser = playBrowser();
    const { Omnibox } = await import('../../../../../resources/extension/address-bar/omnibox.ts');
    const omnibox = new Omnibox(form);
    omnibox.use(hub);
    return omnibox;
  }
  /** As long as every pause and wait of the companion together. */
  const pass = () => vi.advanceTimersByTimeAsync(500);

  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('asks the hub with the tab in front, and Enter takes what it shows for the typed text', async () => {
    const hub = playHub({
      'omnibox-suggest': two,
      'omnibox-select': () => ({ kind: 'open', url: 'https://shop.example/1' }),
    });
    await open('markup', hub);
    const suggested = browser.type('buy shoes');
    await pass();
    expect(hub.asked).toEqual([{ method: 'omnibox-suggest', params: { text: 'buy shoes', tabId: 7 } }]);
    expect(suggested).toEqual([['Socks · shop.example']]);
    expect(browser.hints.at(-1)).toBe('<match>Shoes</match> <url>shop.example</url>');
    browser.enter('buy shoes');
    await pass();
    expect(hub.asked.at(-1)).toEqual({ method: 'omnibox-select', params: { id: 's1' } });
    expect(browser.did).toEqual([{ updated: 7, url: 'https://shop.example/1' }]);
  });

  test('does nothing for a typed text where the browser has not shown what it stands for', async () => {
    const hub = playHub({ 'omnibox-suggest': two, 'omnibox-select': () => ({ kind: 'none' }) });
    await open('plain', hub);
    const suggested = browser.type('buy shoes');
    await pass();
    expect(suggested).toEqual([['Shoes · shop.example', 'Socks · shop.example']]);
    browser.enter('buy shoes');
    await pass();
    expect(browser.did).toEqual([{ answered: { kind: 'words', words: 'omniboxChoose' } }]);
    expect(hub.asked).toHaveLength(1);
    browser.type('buy shoes');
    await pass();
    browser.enter('Socks · shop.example');
    await pass();
    expect(hub.asked.at(-1)).toEqual({ method: 'omnibox-select', params: { id: 's2' } });
  });

  test('hears of the last text alone, and cancels what was asked for an earlier one', async () => {
    const open1: ((value: unknown) => void)[] = [];
    const hub = playHub({ 'omnibox-suggest': () => new Promise(resolve => open1.push(resolve)) });
    await open('markup', hub);
    const first = browser.type('b');
    await vi.advanceTimersByTimeAsync(45);
    const [second, third] = [browser.type('bu'), browser.type('buy')];
    await vi.advanceTimersByTimeAsync(45);
    expect(hub.asked).toEqual([
      { method: 'omnibox-suggest', params: { text: 'b', tabId: 7 } },
      { method: 'cancel', params: { id: 1 } },
      { method: 'omnibox-suggest', params: { text: 'buy', tabId: 7 } },
    ]);
    for (const resolve of open1) resolve(two());
    await pass();
    expect([first, second, third]).toEqual([[], [], [['Socks · shop.example']]]);
  });

  test('waits no longer than a tenth of a second', async () => {
    const hub = playHub({ 'omnibox-suggest': () => new Promise(() => {}) });
    await open('markup', hub);
    const suggested = browser.type('buy');
    await vi.advanceTimersByTimeAsync(99);
    expect(suggested).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(suggested).toEqual([[]]);
    expect(hub.asked.at(-1)).toEqual({ method: 'cancel', params: { id: 1 } });
    expect(browser.hints.at(-1)).toBe('omniboxNothing');
  });

  test('says that no hub is there, and asks none', async () => {
    await open('markup', null);
    browser.start();
    expect(browser.hints).toEqual(['omniboxAway']);
    expect(browser.type('buy')).toEqual([]);
    await pass();
    browser.enter('buy');
    await pass();
    expect(browser.did).toEqual([{ answered: { kind: 'words', words: 'omniboxAway' } }]);
  });

  test('forgets what a hub has suggested when it goes', async () => {
    const hub = playHub({ 'omnibox-suggest': two });
    const omnibox = await open('markup', hub);
    browser.type('buy');
    await pass();
    const next = playHub({});
    omnibox.use(next);
    browser.enter('Socks · shop.example');
    await pass();
    expect(next.asked).toEqual([]);
    expect(browser.did).toEqual([{ answered: { kind: 'words', words: 'omniboxChoose' } }]);
  });

  test('tells nothing of what is typed in a private window', async () => {
    const hub = playHub({ 'omnibox-suggest': two });
    await open('markup', hub);
    browser.tab.incognito = true;
    browser.type('buy');
    await pass();
    browser.enter('buy');
    await pass();
    expect(hub.asked).toEqual([]);
    expect(browser.hints.at(-1)).toBe('omniboxPrivate');
    expect(browser.did).toEqual([{ answered: { kind: 'words', words: 'omniboxPrivate' } }]);
  });

  test('shows why a hub refuses', async () => {
    const refused = () => Promise.reject(new Error('This suggestion is not there any more.'));
    await open('markup', playHub({ 'omnibox-suggest': two, 'omnibox-select': refused }));
    browser.type('buy');
    await pass();
    browser.enter('buy');
    await pass();
    expect(browser.did).toEqual([{ answered: { kind: 'failed', text: 'This suggestion is not there any more.' } }]);
  });

  test.each([
    ['currentTab', { kind: 'search', query: 'shoes' }, [{ searched: { text: 'shoes', tabId: 7 } }]],
    ['newForegroundTab', { kind: 'search', query: 'shoes' }, [{ searched: { text: 'shoes', disposition: 'NEW_TAB' } }]],
    [
      'newBackgroundTab',
      { kind: 'search', query: 'shoes' },
      [{ created: { active: false } }, { searched: { text: 'shoes', tabId: 9 } }],
    ],
    [
      'newForegroundTab',
      { kind: 'open', url: 'https://a.example' },
      [{ created: { url: 'https://a.example/', active: true } }],
    ],
    [
      'newBackgroundTab',
      { kind: 'open', url: 'http://a.example/' },
      [{ created: { url: 'http://a.example/', active: false } }],
    ],
    [
      'currentTab',
      { kind: 'copy', text: '<b>x</b>', origin: 'https://a.test' },
      [{ answered: { kind: 'copy', text: '<b>x</b>', origin: 'https://a.test' } }],
    ],
    [
      'currentTab',
      { kind: 'show', text: '42', how: 'inline' },
      [{ answered: { kind: 'show', text: '42', origin: null } }],
    ],
    ['currentTab', { kind: 'none' }, []],
    ...['javascript:alert(1)', 'file:///etc/passwd', 'chrome://settings', 'data:text/html,x', 7].map(
      url =>
        [
          'currentTab',
          { kind: 'open', url },
          [{ answered: { kind: 'failed', text: expect.stringContaining('is no address of the web') } }],
        ] as const,
    ),
  ] as const)('carries out in %s %j', async (how, chosen, did) => {
    await open('markup', playHub({ 'omnibox-suggest': two, 'omnibox-select': () => chosen }));
    browser.type('buy');
    await pass();
    browser.enter('buy', how);
    await pass();
    expect(browser.did).toEqual(did);
  });

  test('opens a new tab where the user has gone on meanwhile', async () => {
    let answer = (_chosen: unknown) => {};
    const select = () => new Promise(resolve => (answer = resolve));
    await open('markup', playHub({ 'omnibox-suggest': two, 'omnibox-select': select }));
    browser.type('buy');
    await pass();
    browser.enter('buy');
    await pass();
    browser.tab.url = 'https://bank.example/';
    answer({ kind: 'open', url: 'https://shop.example/1' });
    await pass();
    expect(browser.did).toEqual([{ created: { url: 'https://shop.example/1', active: true } }]);
  });
});
