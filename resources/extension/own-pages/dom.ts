// Elements for the companion's own pages: made one by one, with text as text. Nothing here takes markup.

export type Child = Node | string | null | false;

export interface ElementOptions {
  readonly class?: string | undefined;
  /** Attributes; one that is undefined is left out. */
  readonly at?: Readonly<Record<string, string | undefined>>;
  /** By this name it gets the focus back after it was redrawn. */
  readonly key?: string;
  readonly on?: Readonly<Record<string, (event: Event) => void>>;
}

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  options: ElementOptions = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (options.class !== undefined) element.className = options.class;
  for (const [name, value] of Object.entries(options.at ?? {}))
    if (value !== undefined) element.setAttribute(name, value);
  if (options.key !== undefined) element.dataset.key = options.key;
  for (const [name, listener] of Object.entries(options.on ?? {})) element.addEventListener(name, listener);
  element.append(...children.filter(child => child !== null && child !== false));
  return element;
}

export function button(
  label: Child,
  press: (event: Event) => void,
  options: ElementOptions & { readonly disabled?: boolean; readonly keycap?: string } = {},
): HTMLButtonElement {
  const { keycap, disabled = false } = options;
  const made = el('button', { class: 'btn', ...options, on: { click: press } }, label);
  made.type = 'button';
  made.disabled = disabled;
  if (keycap !== undefined) {
    made.append(el('kbd', { class: 'key', at: { 'aria-hidden': 'true' } }, keycap));
    made.setAttribute('aria-keyshortcuts', keycap === 'Esc' ? 'Escape' : keycap);
  }
  return made;
}

/** Text from outside: isolated, so that it cannot reorder what stands beside it. */
export function foreign(text: string, options: ElementOptions = {}): HTMLElement {
  return el('bdi', { ...options, class: `foreign ${options.class ?? ''}`.trim() }, text);
}

const svg = 'http://www.w3.org/2000/svg';

/** Shapes of the panel (Lucide, ISC), by their paths in a square of 24. */
const paths = {
  alert: 'M12 2.5 23 21.5H1z',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  bot: 'M12 8V4H8M4 8h16v12H4zM2 14h2M20 14h2M9 13v2M15 13v2',
  camera:
    'M14.5 4h-5L7 7H4a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2V9a2 2 0 0 0-2-2h-3zM9 13a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
  check: 'M20 6 9 17l-5-5',
  click: 'M14 4.1 12 6M5.1 8l-2.9-.8M6 12l-1.9 2M7.2 2.2 8 5.1M9 9l10 4-4.3 1.7L13 19z',
  close: 'M18 6 6 18M6 6l12 12',
  dot: 'M5 12a7 7 0 1 0 14 0 7 7 0 1 0-14 0',
  down: 'm6 9 6 6 6-6',
  file: 'M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8l6 6v12a2 2 0 0 1-2 2zM14 2v6h6M10 9H8M16 13H8M16 17H8',
  globe: 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M12 2a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20M2 12h20',
  history: 'M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8M3 3v5h5M12 7v5l4 2',
  list: 'M8 6h13M8 12h13M8 18h13M3 6h.01M3 12h.01M3 18h.01',
  lock: 'M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM7 11V7a5 5 0 0 1 10 0v4',
  message:
    'M22 17a2 2 0 0 1-2 2H6.8a2 2 0 0 0-1.4.6l-2.2 2.2A.7.7 0 0 1 2 21.3V5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2zM7 11h10M7 15h6M7 7h8',
  no: 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M4.93 4.93l14.14 14.14',
  page: 'M2 5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2zM2 9h20',
  plug: 'M12 22v-5M9 8V2M15 8V2M18 8v5a4 4 0 0 1-4 4h-4a4 4 0 0 1-4-4V8z',
  plus: 'M5 12h14M12 5v14',
  right: 'm9 18 6-6-6-6',
  search: 'M3 11a8 8 0 1 0 16 0 8 8 0 1 0-16 0M21 21l-4.3-4.3',
  ship: 'M12 2v3.5M4.2 5.5h15.6L18.2 13H5.8zM9.8 5.5l.5 7.5M14.2 5.5l-.5 7.5M2.5 16.5h19L18 21.5H6z',
  stop: 'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z',
  tabs: 'M3 3h18v18H3zM3 9h18M9 9v12',
  unlock: 'M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM7 11V7a5 5 0 0 1 9.9-1',
  up: 'm18 15-6-6-6 6',
  wait: 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M12 6v6l4 2',
  wrench:
    'M14.7 6.3a1 1 0 0 0 0 1.4l1.6 1.6a1 1 0 0 0 1.4 0l3.1-3.1a6 6 0 0 1-7.3 7.3l-7.9 7.9a2.1 2.1 0 0 1-3-3l7.9-7.9a6 6 0 0 1 7.3-7.3z',
} as const;
export type IconName = keyof typeof paths;

/** Stands beside a word that says the same, so it is hidden from screen readers. */
export function icon(name: IconName, className = ''): SVGSVGElement {
  const shape = document.createElementNS(svg, 'svg');
  shape.setAttribute('viewBox', '0 0 24 24');
  shape.setAttribute('aria-hidden', 'true');
  shape.setAttribute('class', `i ${className}`.trim());
  const path = document.createElementNS(svg, 'path');
  path.setAttribute('d', paths[name]);
  shape.append(path);
  return shape;
}

/** Redraws a part of the page; what had the focus gets it back, with its caret. */
export function redraw(place: Element, ...children: readonly Child[]): void {
  const held = document.activeElement;
  const key = held instanceof HTMLElement && place.contains(held) ? held.dataset.key : undefined;
  const scrolled = new Map(
    [...place.querySelectorAll<HTMLElement>('[data-scroll]')].map(each => [each.dataset.scroll, each.scrollTop]),
  );
  place.replaceChildren(...children.filter(child => child !== null && child !== false));
  for (const each of place.querySelectorAll<HTMLElement>('[data-scroll]'))
    each.scrollTop = scrolled.get(each.dataset.scroll) ?? 0;
  if (key === undefined) return;
  const again = [...place.querySelectorAll<HTMLElement>('[data-key]')].find(each => each.dataset.key === key);
  again?.focus({ preventScroll: true });
}
