// The row of a screen's list that is open beside it: the one that its address names, and in a wide window else the first.
import { useWide } from '../parts/use-wide.ts';
import { useListKeys } from './keys.ts';
import { goTo, type Screen } from './route.ts';

interface Ways {
  /** Brings another row into the address. */
  readonly open?: (id: string) => void;
  /** Brings none. */
  readonly close?: () => void;
  /** From which width of the window on both stand side by side. */
  readonly wideFrom?: number;
}

/** The keys of lists move it. */
export function useOpenRow<R extends { readonly id: string }>(
  screen: Screen,
  rows: readonly R[],
  selected: string | null,
  { open = id => goTo(screen, id), close = () => goTo(screen), wideFrom }: Ways = {},
): R | undefined {
  const wide = useWide(wideFrom);
  const row = rows.find(({ id }) => id === selected) ?? (wide ? rows[0] : undefined);
  useListKeys(
    rows.map(({ id }) => id),
    row?.id ?? null,
    open,
    close,
  );
  return row;
}
