// What documents send while those who serve them are loaded: it waits, in order, and they are loaded once.
import { expect, test } from 'vitest';
import { heldBounds } from '../../../../electron/core/web-agent/held-messages.ts';
import { LatePages } from '../../../../electron/core/web-agent/late-pages.ts';
import type { Browser } from '../../../../contract/schemas/entities.ts';
import type { PageOpened } from '../../../../contract/schemas/web-agent.ts';
import type { PageWire, ServedPage } from '../../../../electron/core/browsers/page-links.ts';
import type { PageServices } from '../../../../electron/core/web-agent/page-services.ts';
import type { WebPages } from '../../../../electron/core/web-agent/serve-pages.ts';

interface Part {
  readonly WebPages: new () => WebPages;
}

const browser = { id: 'browser-1' } as Browser;
const openedAt = (url: string) => ({ url }) as PageOpened;

/** Those who serve pages, as far as it goes: they write down what comes to them. */
function scene() {
  const came: string[] = [];
  const warned: string[] = [];
  class Noted {
    constructor() {
      came.push('loaded');
    }
    serve(_: Browser, { url }: PageOpened): ServedPage | null {
      came.push(`open ${url}`);
      if (url.startsWith('file:')) return null;
      return {
        receive: (_value, text) => void came.push(`${url} ${text}`),
        closed: why => void came.push(`${why} ${url}`),
      };
    }
    omnibox = () => Promise.resolve('suggested');
    stop(): Promise<void> {
      came.push('stopped');
      return Promise.resolve();
    }
  }
  const parts: { resolve: (part: Part) => void; reject: (error: Error) => void }[] = [];
  const services = { platform: { log: { warn: (_: object, text: string) => warned.push(text) } } };
  const pages = new LatePages(
    services as unknown as PageServices,
    () => new Promise<Part>((resolve, reject) => parts.push({ resolve, reject })),
  );
  const closed: string[] = [];
  const refused: string[] = [];
  const wireOf = (url: string): PageWire => ({
    send: text => void refused.push(`${url} ${text}`),
    close: () => void closed.push(url),
  });
  const open = (url: string) => pages.serve(browser, openedAt(url), wireOf(url));
  const load = (number = 0) => parts[number]?.resolve({ WebPages: Noted as unknown as Part['WebPages'] });
  return { pages, parts, came, warned, closed, refused, open, load };
}

/** All that follows at once has happened. */
const settled = () => new Promise(resolve => setImmediate(resolve));

test('documents of two browsers that open at once are served in their order, by those who are loaded once', async () => {
  const { parts, came, open, load } = scene();
  const a = open('https://a.example');
  const b = open('https://b.example');
  b?.receive({}, '1');
  a?.receive({}, '2');
  b?.receive({}, '3');
  expect([parts.length, came]).toEqual([1, []]);
  load();
  await settled();
  a?.receive({}, '4');
  open('https://c.example')?.receive({}, '5');
  expect(parts.length).toBe(1);
  expect(came).toEqual([
    'loaded',
    ...['open https://a.example', 'https://a.example 2'],
    ...['open https://b.example', 'https://b.example 1', 'https://b.example 3'],
    'https://a.example 4',
    ...['open https://c.example', 'https://c.example 5'],
  ]);
});

test('a document that is gone before it was served is not served, and one that comes in its place is', async () => {
  const { came, open, load } = scene();
  const gone = open('https://a.example/old');
  gone?.receive({}, '1');
  gone?.closed('left');
  const next = open('https://a.example/new');
  next?.receive({}, '2');
  load();
  await settled();
  next?.closed('away');
  expect(came).toEqual([
    'loaded',
    'open https://a.example/new',
    'https://a.example/new 2',
    'away https://a.example/new',
  ]);
});

test('a document that they do not serve is closed, and those behind it are served', async () => {
  const { came, closed, open, load } = scene();
  open('file:///etc/passwd')?.receive({}, '1');
  open('https://a.example')?.receive({}, '2');
  load();
  await settled();
  expect(closed).toEqual(['file:///etc/passwd']);
  expect(came).toContain('https://a.example 2');
  expect(came).not.toContain('file:///etc/passwd 1');
});

test('where they cannot be loaded the documents are closed, and the next one tries again', async () => {
  const { parts, came, warned, closed, open, load } = scene();
  open('https://a.example');
  open('https://b.example');
  parts[0]?.reject(new Error('The disk is gone.'));
  await settled();
  expect(closed).toEqual(['https://a.example', 'https://b.example']);
  expect(warned).toEqual(['A page is not served.', 'A page is not served.']);
  open('https://a.example')?.receive({}, '1');
  load(1);
  await settled();
  expect(came).toEqual(['loaded', 'open https://a.example', 'https://a.example 1']);
});

test('a hub that stops while they are loaded serves nobody, and one that never loaded them has nothing to end', async () => {
  const { pages, came, open, load } = scene();
  open('https://a.example')?.receive({}, '1');
  const stopped = pages.stop();
  expect(open('https://b.example')).toBeNull();
  load();
  await stopped;
  expect(came).toEqual(['loaded', 'stopped']);
  const other = scene();
  await other.pages.stop();
  expect([other.parts.length, other.came]).toEqual([0, []]);
});

test('what is typed in an address bar waits for them too', async () => {
  const { pages, came, load } = scene();
  const suggested = pages.omnibox(browser, {} as never);
  load();
  expect(await suggested).toBe('suggested');
  expect(came).toEqual(['loaded']);
});

const request = (id: number, more = '') => ({ jsonrpc: '2.0', id, method: 'agent.permissions.list', params: { more } });
const send = (page: ServedPage | null, value: object) => page?.receive(value, JSON.stringify(value));

test('a document that sends 10,000 requests meanwhile is held to as many as a companion lets through, and the rest is refused at once', async () => {
  const { came, refused, open, load } = scene();
  const flooding = open('https://flood.example');
  for (let id = 1; id <= 10_000; id += 1) send(flooding, request(id));
  const other = open('https://other.example');
  send(other, request(1));
  expect(refused).toHaveLength(10_000 - heldBounds.messages);
  expect(JSON.parse(refused[0]!.split(' ').slice(1).join(' '))).toMatchObject({
    id: heldBounds.messages + 1,
    error: { data: { code: 'ERR_RATE_LIMITED' } },
  });
  load();
  await settled();
  expect(came.filter(said => said.startsWith('https://flood.example'))).toHaveLength(heldBounds.messages);
  expect(came).toContain(`https://other.example ${JSON.stringify(request(1))}`);
  expect(refused.filter(said => said.startsWith('https://other.example'))).toEqual([]);
});

test('documents that send much are held to what all of them may send together, and what is gone makes room', async () => {
  const { came, refused, open, load } = scene();
  const big = 'x'.repeat(heldBounds.chars - 200);
  const pages = Array.from({ length: 5 }, (_, at) => open(`https://${at}.example`));
  for (const page of pages) send(page, request(1, big));
  expect(refused.map(said => said.split(' ')[0])).toEqual(['https://4.example']);
  send(pages[0]!, request(2, big));
  expect(refused.map(said => said.split(' ')[0])).toEqual(['https://4.example', 'https://0.example']);
  pages[0]?.closed('left');
  send(pages[0]!, request(3));
  send(pages[4]!, request(2, big));
  load();
  await settled();
  expect(refused).toHaveLength(2);
  expect(came.filter(said => / {/.test(said)).map(said => said.split(' ')[0])).toEqual(
    [1, 2, 3, 4].map(at => `https://${at}.example`),
  );
});

test('of the lists of tools that a document tells of meanwhile the last counts, however many there were', async () => {
  const { came, open, load } = scene();
  const page = open('https://a.example');
  for (let at = 0; at < 1_000; at += 1)
    send(page, { jsonrpc: '2.0', method: 'page.tools', params: { tools: [{ name: `t${at}` }] } });
  load();
  await settled();
  expect(came.slice(2)).toEqual([expect.stringContaining('"t999"')]);
});
