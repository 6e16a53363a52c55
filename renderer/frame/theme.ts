// Dark or light: the user's choice, kept in this browser, or the system's.
import { useSyncExternalStore } from 'react';

export const themeChoices = ['system', 'dark', 'light'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const keyName = 'pilothouse.theme';
const prefersLight = matchMedia('(prefers-color-scheme: light)');
const listeners = new Set<() => void>();

export function readTheme(): ThemeChoice {
  const kept = localStorage.getItem(keyName);
  return themeChoices.find(choice => choice === kept) ?? 'system';
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(keyName);
  else localStorage.setItem(keyName, choice);
  paint();
  for (const listener of listeners) listener();
}

/** Sets `data-theme` now and whenever the system changes. Called once, before the first drawing. */
export function startTheme(): void {
  paint();
  prefersLight.addEventListener('change', paint);
}

function paint(): void {
  const choice = readTheme();
  document.documentElement.dataset['theme'] = choice === 'system' ? (prefersLight.matches ? 'light' : 'dark') : choice;
}

export function useTheme(): ThemeChoice {
  return useSyncExternalStore(listener => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readTheme);
}
