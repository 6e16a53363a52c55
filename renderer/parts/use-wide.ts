// Whether list and detail fit side by side; below 1000 px a detail lies over its list.
import { useSyncExternalStore } from 'react';

const query = matchMedia('(min-width: 1001px)');

export function useWide(): boolean {
  return useSyncExternalStore(
    listener => {
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => query.matches,
  );
}
