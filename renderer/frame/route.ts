// Where the panel is: `#/servers/postgres` is the screen Servers with postgres selected.
import { useSyncExternalStore } from 'react';

export const screens = [
  'overview',
  'traces',
  'tabs',
  'fleet',
  'permissions',
  'agents',
  'servers',
  'tools',
  'chat',
  'connect',
  'catalogue',
  'models',
  'doctor',
  'settings',
] as const;
export type Screen = (typeof screens)[number];

export interface Route {
  readonly screen: Screen;
  /** What is selected there, or null. */
  readonly id: string | null;
}

/** Reads an address fragment; anything unknown is Overview. What stands behind a `?` is a selection with it: `#/catalogue?bundle=7`. */
export function parseRoute(hash: string): Route {
  const [, name = '', slash, rest = ''] = /^#?\/?([^/?]*)([/?]?)(.*)$/s.exec(hash) ?? [];
  const screen = screens.find(candidate => candidate === name) ?? 'overview';
  if (slash === '?') return { screen, id: `?${rest}` };
  return { screen, id: rest === '' ? null : safeDecode(rest) };
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function routeHref(screen: Screen, id?: string | null): string {
  return id ? `#/${screen}/${encodeURIComponent(id)}` : `#/${screen}`;
}

/** Goes to a screen; a selection inside the same screen leaves no trail in the history. */
export function goTo(screen: Screen, id?: string | null): void {
  const href = routeHref(screen, id);
  if (parseRoute(location.hash).screen === screen) {
    history.replaceState(null, '', href);
    dispatchEvent(new HashChangeEvent('hashchange'));
    return;
  }
  location.hash = href;
}

function onHashChange(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(onHashChange, () => location.hash));
}
