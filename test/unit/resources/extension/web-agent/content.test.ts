// The small script in every page: what it holds until the bridge is there, in a window that a test plays.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeHandover } from '../../../../../resources/extension/web-agent/handover.ts';
import { listensEvent } from '../../../../../resources/extension/web-agent/signals.ts';

const request = (id: string) => ({ channel: 'harbor_web_agent', request: { id, type: 'agent.tools.list' } });
const abort = (id: string) => ({ channel: 'harbor_web_agent', abort: { id } });

let page: EventTarget & { postMessage(message: unknown): void };
let handed: EventTarget;
let posted: unknown[];
let listens: number;

beforeEach(async () => {
  posted = [];
  listens = 0;
  page = Object.assign(new EventTarget(), { postMessage: (message: unknown) => void posted.push(message) });
  handed = new EventTarget();
  handed.addEventListener(listensEvent, () => (listens += 1));
  vi.stubGlobal('window', page);
  vi.stubGlobal('performance', handed);
  vi.stubGlobal('document', { contentType: 'text/html' });
  vi.stubGlobal('chrome', { runtime: { connect: () => ({ onDisconnect: { addListener: () => {} } }) } });
  vi.stubGlobal('webAgentContent', undefined);
  await bring();
});
afterEach(() => vi.unstubAllGlobals());

async function bring(): Promise<void> {
  vi.resetModules();
  await import('../../../../../resources/extension/web-agent/content.ts');
}

/** As the window has it from the page itself. */
function messageOf(data: unknown): Event {
  return Object.defineProperty(new MessageEvent('message', { data }), 'source', { value: page });
}

/** What the bridge is handed, of what was held. */
function held(): unknown[] {
  const taken: unknown[] = [];
  takeHandover()?.take(data => taken.push(data));
  return taken;
}

test('What the page had said is handed over by its own script, once, even where that runs twice.', () => {
  const early = messageOf(request('early'));
  handed.dispatchEvent(early);
  handed.dispatchEvent(early);
  handed.dispatchEvent(new Event('message'));
  page.dispatchEvent(messageOf(request('late')));
  expect(held()).toEqual([request('early'), request('late')]);
});

test('What waits may be taken back; what takes back nothing is not held, and begins nothing.', () => {
  page.dispatchEvent(messageOf(abort('unknown')));
  expect(takeHandover()).toBeNull();
  page.dispatchEvent(messageOf(request('a')));
  page.dispatchEvent(messageOf({ channel: 'harbor_web_agent', abort: null }));
  page.dispatchEvent(messageOf(abort('a')));
  expect(held()).toEqual([request('a'), abort('a')]);
});

test('As many requests wait as may, whatever was taken back of them; the next is told.', () => {
  for (let at = 0; at < 100; at += 1) {
    page.dispatchEvent(messageOf(request(`${at}`)));
    page.dispatchEvent(messageOf(abort(`${at}`)));
  }
  for (let at = 100; at < 201; at += 1) page.dispatchEvent(messageOf(request(`${at}`)));
  expect(posted).toMatchObject([{ response: { id: '200', ok: false, error: { code: 'ERR_RATE_LIMITED' } } }]);
  expect(held()).toHaveLength(300);
});

test('Brought again, the one that is there listens once more, and nothing is heard twice.', async () => {
  expect(listens).toBe(1);
  await bring();
  expect(listens).toBe(2);
  page.dispatchEvent(messageOf(request('a')));
  expect(held()).toEqual([request('a')]);
});
