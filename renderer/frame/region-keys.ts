// F6 and Shift F6 move the focus from region to region, as in every desktop program.
import { useShortcut } from './keys.ts';

/** In the order in which they are seen. */
const regions = '.title-bar, .side-nav, .toolbar, .pane, .status-bar';
const focusable = 'a[href], button:not([disabled]), input:not([disabled]), select, textarea, [tabindex="0"]';

export function useRegionKeys(): void {
  useShortcut(
    ({ key }) => key === 'F6' && !document.querySelector('[role="dialog"]'),
    ({ shiftKey }) => focusNext(shiftKey ? -1 : 1),
  );
}

function focusNext(step: 1 | -1): void {
  const found = [...document.querySelectorAll<HTMLElement>(regions)].filter(region => firstIn(region) !== null);
  const here = found.findLastIndex(region => region.contains(document.activeElement));
  const from = here < 0 && step < 0 ? 0 : here;
  const next = found[(from + step + found.length) % found.length];
  if (next) firstIn(next)?.focus();
}

function firstIn(region: HTMLElement): HTMLElement | null {
  return region.querySelector<HTMLElement>(focusable);
}
