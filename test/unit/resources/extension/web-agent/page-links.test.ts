// The ports of all documents: who is let in, who is told to whom, and how many there may be.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { pageBounds } from '../../../../../contract/web-agent.ts';
import type { PageFrame } from '../../../../../contract/schemas/web-agent.ts';
import type { PageLinks } from '../../../../../resources/extension/web-agent/page-links.ts';
import type { Sender } from '../../../../../resources/extension/web-agent/page-sender.ts';
import type { ToContent } from '../../../../../resources/extension/web-agent/port-messages.ts';

type Said = (message: unknown) => void;

class Port {
  readonly name: string;
  readonly sender: Sender;
  readonly posted: ToContent[] = [];
  isClosed = false;
  say: Said = () => {};
  leave: () => void = () => {};
  readonly onMessage = { addListener: (heard: Said) => (this.say = heard) };
  readonly onDisconnect = { addListener: (left: () => void) => (this.leave = left) };

  constructor(name: string, sender: Sender) {
    this.name = name;
    this.sender = sender;
  }
  postMessage(message: ToContent): void {
    this.posted.push(message);
  }
  disconnect(): void {
    this.isClosed = true;
  }
}

describe('The ports of documents', () => {
  let accept: (port: Port) => void;
  let brought: unknown[];
  let frames: PageFrame[];
  let links: PageLinks;
  const hub = { send: (frame: PageFrame) => void frames.push(frame) };

  beforeEach(async () => {
    vi.resetModules();
    [brought, frames] = [[], []];
    const nothing = { addListener: () => {} };
    const area = { get: async () => ({}), set: async () => {} };
    vi.stubGlobal('chrome', {
      runtime: { id: 'us', onConnect: { addListener: (listener: (port: Port) => void) => (accept = listener) } },
      storage: { local: area, session: area },
      tabs: { onRemoved: nothing },
      webNavigation: { getFrame: async () => ({ documentId: 'found' }), getAllFrames: async () => null },
      scripting: { executeScript: async (injection: unknown) => void brought.push(injection) },
    });
    const { PageLinks } = await import('../../../../../resources/extension/web-agent/page-links.ts');
    const { SiteWord } = await import('../../../../../resources/extension/web-agent/site-word.ts');
    const alone = { answer: async () => 'alone', gone: () => {}, follow: () => {}, hubCame: () => {} };
    links = new PageLinks(new SiteWord(), () => null, alone);
    links.use(hub);
    return () => vi.unstubAllGlobals();
  });

  const settle = () => new Promise(resolve => setTimeout(resolve, 5));
  const sender = (tabId: number, more: Partial<Sender> = {}): Sender => ({
    ...{ id: 'us', frameId: 0, documentId: `D${tabId}`, url: 'https://shop.example/', origin: 'https://shop.example' },
    tab: { id: tabId, title: 'Shop', incognito: false } as chrome.tabs.Tab,
    ...more,
  });
  const connect = (tabId: number, more: Partial<Sender> = {}, name = 'page') => {
    const port = new Port(name, sender(tabId, more));
    accept(port);
    return port;
  };
  const ask = async (port: Port, id = 1) => {
    port.say({ kind: 'request', id, type: 'agent.permissions.list', payload: '{}' });
    await settle();
  };

  test('are closed where their other end is no page, or has another name.', () => {
    expect(connect(1, { id: 'they' }).isClosed).toBe(true);
    expect(connect(1, { tab: undefined }).isClosed).toBe(true);
    expect(connect(1, {}, 'other').isClosed).toBe(true);
    expect(connect(1).isClosed).toBe(false);
  });

  test('have the bridge brought into their document with the first of it, and no other time.', async () => {
    connect(1, {}, 'page first');
    connect(2);
    await settle();
    const files = { files: ['web-agent/bridge.js'], injectImmediately: true };
    expect(brought).toEqual([{ ...files, target: { tabId: 1, documentIds: ['D1'] } }]);
  });

  test('each get their own answers, and of what is about another document nothing.', async () => {
    const [one, two] = [connect(1), connect(2)];
    await ask(one, 7);
    await ask(two, 7);
    const [first, second] = frames.filter(({ kind }) => kind === 'open').map(({ page }) => page);
    expect(links.receive({ kind: 'rpc', page: second, rpc: { jsonrpc: '2.0', id: 1, result: 'two' } })).toBe(true);
    expect(links.receive({ kind: 'rpc', page: 'guess', rpc: { jsonrpc: '2.0', id: 1, result: 'none' } })).toBe(true);
    expect(links.receive({ jsonrpc: '2.0', id: 1, result: {} })).toBe(false);
    await settle();
    expect([one.posted, two.posted]).toEqual([[], [{ kind: 'response', id: 7, ok: true, result: 'two' }]]);
    one.leave();
    expect(frames.at(-1)).toEqual({ kind: 'close', page: first });
  });

  test('wait until it is known whether a hub is there, and are answered by the companion only where none is.', async () => {
    links.use(null);
    links.follow('connecting');
    const port = connect(5);
    await ask(port, 1);
    expect(port.posted).toEqual([]);
    links.use(hub);
    await settle();
    expect(frames.map(({ kind }) => kind)).toEqual(['open', 'rpc']);
    links.use(null);
    links.follow('hub-away');
    await ask(port, 2);
    expect(port.posted.slice(1)).toEqual([{ kind: 'response', id: 2, ok: true, result: 'alone' }]);
  });

  test('of frames tell the hub nothing unless the pages around them let them.', async () => {
    const port = connect(3, { frameId: 2 });
    await ask(port);
    expect(port.posted).toMatchObject([{ ok: false, error: { code: 'ERR_PERMISSION_DENIED' } }]);
    expect(frames).toEqual([]);
  });

  test('of frames name the page that they stand in, and are closed at the hub when it takes back its word.', async () => {
    let allow = 'web-agent';
    const listed = [
      { frameId: 0, parentFrameId: -1, documentId: 'top', url: 'https://news.example/' },
      { frameId: 2, parentFrameId: 0, documentId: 'D3', url: 'https://shop.example/' },
    ];
    chrome.webNavigation.getAllFrames = (async () => listed) as never;
    chrome.scripting.executeScript = (async ({ target }: { target: { documentIds: string[] } }) => {
      const held = { allow, src: 'https://shop.example/', around: 'https://news.example' };
      return [{ result: target.documentIds[0] === 'top' ? held : { origin: 'https://shop.example', index: 0 } }];
    }) as never;
    const port = connect(3, { frameId: 2 });
    await ask(port, 1);
    expect(frames[0]).toMatchObject({ kind: 'open', opened: { frameId: 2, embeddedIn: 'https://news.example' } });
    allow = '';
    await ask(port, 2);
    expect(port.posted).toContainEqual(
      expect.objectContaining({ id: 2, ok: false, error: expect.objectContaining({ code: 'ERR_PERMISSION_DENIED' }) }),
    );
    expect(frames.at(-1)).toEqual({ kind: 'close', page: frames[0]!.page });
  });

  test('of private windows tell the hub nothing.', async () => {
    const port = connect(3, { tab: { id: 3, title: 'Secret', incognito: true } as chrome.tabs.Tab });
    await ask(port);
    expect(port.posted).toMatchObject([{ ok: false, error: { code: 'ERR_PERMISSION_DENIED' } }]);
    expect(frames).toEqual([]);
  });

  test('name the document where the browser does not do so with the port.', async () => {
    await ask(connect(4, { documentId: undefined }));
    expect(frames[0]).toMatchObject({ kind: 'open', opened: { document: 'found' } });
  });

  test('are so many and no more.', () => {
    const ports = Array.from({ length: pageBounds.documents + 1 }, (_, at) => connect(at));
    expect(ports.filter(({ isClosed }) => isClosed)).toEqual([ports.at(-1)]);
    ports[0]!.leave();
    expect(connect(9_999).isClosed).toBe(false);
  });
});
