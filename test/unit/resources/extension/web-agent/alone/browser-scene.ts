// A browser as far as the companion uses it to answer pages alone: its storage, its tabs, and the window of a question.
import { vi } from 'vitest';

type Listener = (...args: never[]) => unknown;

class Event {
  readonly listeners = new Set<Listener>();
  readonly addListener = (listener: Listener) => void this.listeners.add(listener);
  tell(...args: unknown[]): void {
    for (const listener of this.listeners) listener(...(args as never[]));
  }
}

function area(onChanged: Event) {
  const kept: Record<string, unknown> = {};
  const ownChanged = new Event();
  return {
    kept,
    onChanged: ownChanged,
    get: async (key: string | null) => structuredClone(key === null ? kept : { [key]: kept[key] }),
    set: async (all: Record<string, unknown>) => {
      Object.assign(kept, structuredClone(all));
      const changes = Object.fromEntries(Object.entries(all).map(([key, newValue]) => [key, { newValue }]));
      for (const heard of [ownChanged, onChanged]) heard.tell(changes);
    },
    remove: async (keys: string[]) => {
      for (const key of [keys].flat()) delete kept[key];
    },
  };
}

/** The window's end of its port. */
export interface PlayedWindow {
  readonly shown: {
    readonly id: number;
    readonly origin: string;
    readonly scopes: readonly string[];
    readonly tools: readonly { readonly key: string; readonly id: string }[];
  }[];
  say(message: object): void;
  leave(): void;
  readonly isClosed: () => boolean;
}

export function playBrowser() {
  const onChanged = new Event();
  const [local, session] = [area(onChanged), area(onChanged)];
  const [onConnect, onRemovedTab, onCommitted, onRemovedWindow] = [new Event(), new Event(), new Event(), new Event()];
  const windows: { id: number; removed: boolean }[] = [];
  vi.stubGlobal('chrome', {
    runtime: { id: 'us', getURL: (path: string) => `chrome-extension://us/${path}`, onConnect },
    storage: { local, session, onChanged },
    tabs: { onRemoved: onRemovedTab, onActivated: new Event(), query: async () => [], get: async () => ({}) },
    webNavigation: { onCommitted },
    windows: {
      onRemoved: onRemovedWindow,
      onFocusChanged: new Event(),
      getAll: async () => [],
      get: async () => ({}),
      update: async () => ({}),
      create: async () => {
        windows.push({ id: windows.length + 1, removed: false });
        return { id: windows.length };
      },
      remove: async (id: number) => {
        windows[id - 1]!.removed = true;
        onRemovedWindow.tell(id);
      },
    },
  });
  /** The page of the window that was opened last connects. */
  const openPage = (sender: object = { id: 'us', url: 'chrome-extension://us/alone-question.html' }): PlayedWindow => {
    const [onMessage, onDisconnect] = [new Event(), new Event()];
    let isClosed = false;
    const shown: PlayedWindow['shown'][number][] = [];
    onConnect.tell({
      ...{ name: 'alone question', sender, onMessage, onDisconnect },
      postMessage: ({ question }: { question: PlayedWindow['shown'][number] }) => void shown.push(question),
      disconnect: () => (isClosed = true),
    });
    return {
      shown,
      say: message => onMessage.tell(message),
      leave: () => onDisconnect.tell(),
      isClosed: () => isClosed,
    };
  };
  return { local, session, windows, openPage, onRemovedTab, onCommitted, onRemovedWindow };
}
