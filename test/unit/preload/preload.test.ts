// What the page can reach through the preload script: two verbs, and nothing of Electron (D3, D4).
import { EventEmitter } from 'node:events';
import { beforeEach, expect, test, vi } from 'vitest';
import { ipcChannels } from '../../../contract/ipc-channels.ts';
import type { PanelEvent } from '../../../contract/schemas/panel-events.ts';

const fake = vi.hoisted(() => ({
  exposed: {} as Record<string, unknown>,
  invoked: [] as unknown[],
  renderer: {} as object,
}));
vi.mock('electron', () => ({
  contextBridge: { exposeInMainWorld: (name: string, value: unknown) => (fake.exposed[name] = value) },
  ipcRenderer: fake.renderer,
}));
const bus = new EventEmitter();
Object.assign(fake.renderer, {
  invoke: (...args: unknown[]) => {
    fake.invoked.push(args);
    return Promise.resolve({ ok: true, value: 1 });
  },
  on: bus.on.bind(bus),
  off: bus.off.bind(bus),
});
await import('../../../electron/preload/preload.ts');

interface Bridge {
  request(name: string, params: unknown): Promise<unknown>;
  onEvent(listener: (...args: unknown[]) => void): () => void;
}
const bridge = () => fake.exposed['pilothouse'] as Bridge;
const event: PanelEvent = { event: 'trace:changed', data: { total: 1, newest: 0 } };

beforeEach(() => {
  fake.invoked.length = 0;
});

test('the page sees window.pilothouse with two functions and nothing else', () => {
  expect(Object.keys(fake.exposed)).toEqual(['pilothouse']);
  expect(Object.entries(bridge()).map(([name, value]) => [name, typeof value])).toEqual([
    ['request', 'function'],
    ['onEvent', 'function'],
  ]);
});

test('a request goes out on the one channel', async () => {
  expect(await bridge().request('state:get', {})).toEqual({ ok: true, value: 1 });
  expect(fake.invoked).toEqual([[ipcChannels.request, 'state:get', {}]]);
});

test("a listener gets the event alone, without Electron's sender, until it unsubscribes", () => {
  const heard: unknown[][] = [];
  const stop = bridge().onEvent((...args) => heard.push(args));
  bus.emit(ipcChannels.event, { sender: fake.renderer }, event);
  stop();
  bus.emit(ipcChannels.event, { sender: fake.renderer }, event);
  expect(heard).toEqual([[event]]);
});
