// Ctrl or Cmd with a comma opens Settings, also from within a field.
import { useEffect } from 'react';
import { goTo } from './route.ts';

export function useCommandKeys(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== ',' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      goTo('settings');
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
