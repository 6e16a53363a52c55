// Runs inside a page: the elements that words or a CSS selector speak of, the best first, each with a ref.
import { type Problem, pickElement, refOf, unreadable } from './element-refs.ts';
import { detailsOf, nameOf, ownText, roleOf } from './element-words.ts';

export interface FindOptions {
  /** '' when a selector is given. */
  readonly query: string;
  readonly selector: string;
  readonly limit: number;
}

export interface FoundElement {
  readonly ref: string;
  readonly role: string;
  readonly name: string;
  readonly tag: string;
  readonly details: string;
  readonly visible: boolean;
  /** CSS pixels of the viewport. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly attributes: Readonly<Record<string, string>>;
}

const synonyms = new Map([
  ['field', 'textbox'],
  ['input', 'textbox'],
  ['search', 'searchbox'],
  ['dropdown', 'combobox'],
]);

export interface FoundElements {
  readonly matches: number;
  readonly elements: FoundElement[];
  /** How well each of them fits the words. */
  readonly points?: number[];
}

export function findElements(options: FindOptions): FoundElements | Problem {
  const closed = unreadable();
  if (closed) return closed;
  if (options.selector !== '') {
    const picked = pickElement({ ref: '', selector: options.selector });
    if (!(picked instanceof Element)) return picked;
    const all = [...document.querySelectorAll(options.selector)];
    return { matches: all.length, elements: all.slice(0, options.limit).map(describe) };
  }

  const wanted = options.query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const found: { element: Element; points: number }[] = [];
  const visit = (element: Element): void => {
    if (/^(script|style|noscript|template)$/.test(element.localName)) return;
    const isNamed = roleOf(element) !== 'generic' || ownText(element) !== '';
    const points = isNamed && element.checkVisibility({ visibilityProperty: true }) ? score(element, wanted) : 0;
    if (points > 0) found.push({ element, points });
    for (const child of [...(element.shadowRoot?.children ?? []), ...element.children]) visit(child);
  };
  if (document.body) for (const child of document.body.children) visit(child);
  const best = found.toSorted((one, other) => other.points - one.points).slice(0, options.limit);
  return {
    matches: found.length,
    elements: best.map(({ element }) => describe(element)),
    points: best.map(({ points }) => points),
  };
}

/** 0 where nothing of it is among the wanted words. */
function score(element: Element, wanted: readonly string[]): number {
  const role = roleOf(element);
  const name = nameOf(element, role).toLowerCase();
  const more = ['id', 'name', 'placeholder', 'href', 'title', 'alt', 'type', 'value']
    .map(attribute => element.getAttribute(attribute) ?? '')
    .join(' ')
    .toLowerCase();
  let points = 0;
  for (const word of wanted) {
    if (name.includes(word)) points += 3;
    else if (role === word || role === synonyms.get(word) || role.includes(word)) points += 2;
    else if (more.includes(word)) points += 1;
  }
  // Of two with the same words the one that says little else is meant.
  return points === 0 ? 0 : points + 1 / (1 + name.length);
}

function describe(element: Element): FoundElement {
  const role = roleOf(element);
  const { x, y, width, height } = element.getBoundingClientRect();
  const isSecret = element instanceof HTMLInputElement && element.type === 'password';
  const kept = [...element.attributes].filter(({ name }) => !(isSecret && name === 'value')).slice(0, 30);
  return {
    ref: refOf(element),
    role,
    name: nameOf(element, role),
    tag: element.localName,
    details: detailsOf(element).trim(),
    visible: element.checkVisibility({ visibilityProperty: true }) && width > 0 && height > 0,
    box: { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) },
    attributes: Object.fromEntries(kept.map(({ name, value }) => [name, value.slice(0, 200)])),
  };
}
