// Whether the pane about a conversation is shown: beside it where there is room, which is kept, and over it where there is none.
import { useState, useSyncExternalStore } from 'react';
import { keep, readKept } from '../../store/kept.ts';

const query = matchMedia('(min-width: 1201px)');
const name = 'chat-about';

export function useAbout() {
  const fits = useSyncExternalStore(
    listener => {
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => query.matches,
  );
  const [isBeside, setBeside] = useState(() => readKept(name, value => (value === false ? false : null)) ?? true);
  const [isOver, setOver] = useState(false);
  return {
    isOpen: fits ? isBeside : isOver,
    /** It lies over the conversation. */
    isOver: !fits && isOver,
    set: (isOpen: boolean) => {
      if (!fits) return setOver(isOpen);
      setBeside(isOpen);
      keep(name, isOpen);
    },
  };
}
