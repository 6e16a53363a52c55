// Whether list and detail fit side by side; in a narrower window a detail lies over its list.
import { useCallback, useSyncExternalStore } from 'react';

/** Of most screens, in pixels. */
const usual = 1001;

/** Of screens whose list needs more room: models.css. */
export const detailBesideFrom = 1241;

/** `from`: the least width of the window in pixels. */
export function useWide(from = usual): boolean {
  const query = `(min-width: ${from}px)`;
  const listen = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(listen, () => matchMedia(query).matches);
}
