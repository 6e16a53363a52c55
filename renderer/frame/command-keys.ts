// Ctrl or Cmd with a key: Settings, and the pause of all agents. They work from everywhere, also from within a field.
import { useEffect, useRef } from 'react';

import { useAct, useSnapshot } from '../parts/panel-context.tsx';
import { goTo } from './route.ts';

export function useCommandKeys(): void {
  const { hub } = useSnapshot();
  const act = useAct();
  const press = (event: KeyboardEvent): boolean => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return false;
    if (event.key === ',' && !event.shiftKey) goTo('settings');
    else if (event.key.toLowerCase() === 'p' && event.shiftKey)
      void act('hub:set-mode', { mode: hub.mode === 'running' ? 'paused' : 'running' });
    else return false;
    return true;
  };
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => latest.current(event) && event.preventDefault();
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
