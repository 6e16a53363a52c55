// The one IPC channel: who may ask, what the answer is, and when the line to the hub is cut.
import { EventEmitter } from 'node:events';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PanelEvent } from '../../../contract/schemas/panel-events.ts';
import type { PanelServer } from '../../../electron/core/panel/panel-server.ts';

type Handler = (event: unknown, name: unknown, params: unknown) => unknown;
const handlers = vi.hoisted(() => new Map<string, (...args: never[]) => unknown>());
vi.mock('electron', () => ({
  ipcMain: { handle: (channel: string, handler: (...args: never[]) => unknown) => handlers.set(channel, handler) },
}));
const { servePanelOverIpc } = await import('../../../electron/main/ipc-main.ts');

class Contents extends EventEmitter {
  readonly mainFrame = { url: 'app://bundle/' };
  readonly sent: unknown[][] = [];
  gone = false;
  isDestroyed(): boolean {
    return this.gone;
  }
  send(...args: unknown[]): void {
    this.sent.push(args);
  }
}

class Panel implements PanelServer {
  readonly log: string[] = [];
  readonly listeners: ((event: PanelEvent) => void)[] = [];
  connect(listener: (event: PanelEvent) => void) {
    return this.#open('connect', listener);
  }
  look(hub: string, listener: (event: PanelEvent) => void) {
    return this.#open(`look ${hub}`, listener);
  }
  #open(how: string, listener: (event: PanelEvent) => void) {
    this.listeners.push(listener);
    this.log.push(how);
    return {
      request: (name: string, params: unknown) => {
        this.log.push(`${name} ${JSON.stringify(params)}`);
        return Promise.resolve({ ok: true as const, value: 'answer' });
      },
      close: () => void this.log.push('close'),
    };
  }
}

let panel: Panel;
let contents: Contents;
const ask = (event: unknown, name: unknown = 'state:get', params: unknown = {}) =>
  (handlers.get('pilothouse:request') as Handler)(event, name, params);
const fromPanel = () => ({ sender: contents, senderFrame: contents.mainFrame });

beforeEach(() => {
  panel = new Panel();
  contents = new Contents();
  servePanelOverIpc(panel);
});

test('a request of the panel reaches the hub and its reply comes back', async () => {
  expect(await ask(fromPanel(), 'hub:set-mode', { mode: 'paused' })).toEqual({ ok: true, value: 'answer' });
  expect(panel.log).toEqual(['connect', 'hub:set-mode {"mode":"paused"}']);
});

test('a window of another hub is connected with that one, and one that is led elsewhere anew', async () => {
  for (const address of ['?hub=jun#/agents', '?hub=jun', '']) {
    contents.mainFrame.url = `app://bundle/${address}`;
    await ask(fromPanel());
  }
  expect(panel.log.filter(line => !line.startsWith('state:get'))).toEqual(['look jun', 'connect', 'close']);
});

test('a window has one connection, however much it asks', async () => {
  await ask(fromPanel());
  await ask(fromPanel());
  expect(panel.log.filter(line => line === 'connect')).toHaveLength(1);
});

test.each<[string, () => unknown]>([
  ['a frame inside the page', () => ({ sender: contents, senderFrame: { url: 'app://bundle/' } })],
  ['a frame that is gone', () => ({ sender: contents, senderFrame: null })],
  [
    'a frame that throws when it is read, as older Electrons do',
    () => ({
      sender: contents,
      get senderFrame() {
        throw new Error('Render frame was disposed');
      },
    }),
  ],
  [
    'another page in the main frame',
    () => {
      contents.mainFrame.url = 'https://example.com/';
      return fromPanel();
    },
  ],
])('%s is refused before the hub sees it', async (_, event) => {
  expect(await ask(event())).toMatchObject({ ok: false, error: { code: 'ERR_PERMISSION_DENIED' } });
  expect(panel.log).toEqual([]);
});

test('a name that is no string is refused', async () => {
  expect(await ask(fromPanel(), { toString: () => 'state:get' })).toMatchObject({ ok: false });
  expect(panel.log).toEqual([]);
});

test('events go to the window that asked, and to no window that is gone', async () => {
  await ask(fromPanel());
  const event: PanelEvent = { event: 'trace:changed', data: { total: 1, newest: 0 } };
  panel.listeners[0]?.(event);
  contents.gone = true;
  panel.listeners[0]?.(event);
  expect(contents.sent).toEqual([['pilothouse:event', event]]);
});

test('a closed window cuts its line, and a later one gets a new line', async () => {
  await ask(fromPanel());
  contents.emit('destroyed');
  await ask(fromPanel());
  expect(panel.log.filter(line => !line.startsWith('state:get'))).toEqual(['connect', 'close', 'connect']);
});
