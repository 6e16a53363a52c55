// The row of a screen's list that is open beside it: the one that its address names, and in a wide window else the first.
import { useWide } from '../parts/use-wide.ts';
import { useListKeys } from './keys.ts';
import { goTo, type Screen } from './route.ts';

/** The keys of lists move it; `open` brings another row into the address, and `close` none. */
export function useOpenRow<R extends { readonly id: string }>(
  screen: Screen,
  rows: readonly R[],
  selected: string | null,
  open = (id: string) => goTo(screen, id),
  close = () => goTo(screen),
): R | undefined {
  const wide = useWide();
  const row = rows.find(({ id }) => id === selected) ?? (wide ? rows[0] : undefined);
  useListKeys(
    rows.map(({ id }) => id),
    row?.id ?? null,
    open,
    close,
  );
  return row;
}
