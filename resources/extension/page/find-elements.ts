// Runs inside a page: the elements that words or a CSS selector speak of, the best first, each with a ref.
import { type Problem, pickElement, refOf, unreadable } from './element-refs.ts';
import { detailsOf, valueOf } from './element-states.ts';
import { nameOf, roleOf } from './element-words.ts';
import { gatherParts } from './page-parts.ts';
import { allMatches } from './select-elements.ts';
import type { Part } from './outline.ts';

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
  /** How many attributes are not among them. */
  readonly moreAttributes?: number;
}

/** Something on the page that words may speak of. */
interface Candidate {
  readonly element: Element;
  readonly role: string;
  readonly name: string;
  readonly details: string;
}

/** What people call things that are called otherwise here. */
const synonyms: Readonly<Record<string, string>> = {
  field: 'textbox',
  input: 'textbox',
  search: 'searchbox',
  dropdown: 'combobox',
  picture: 'image',
  icon: 'clickable',
};
/** A text or a name that is longer is told by its beginning, with a mark; read_page and get_page_text have all of it. */
const maxName = 200;
const shownOfValue = 100;
const maxAttributes = 30;

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
    const all = allMatches(options.selector);
    return {
      matches: all.length,
      elements: all.slice(0, options.limit).map(element => describe(candidateOf(element))),
    };
  }

  const wanted = wordsIn(options.query);
  const found = (document.body ? candidatesIn(gatherParts(document.body).parts) : [])
    .map(candidate => ({ candidate, points: score(candidate, wanted) }))
    .filter(({ points }) => points > 0)
    .toSorted((one, other) => other.points - one.points);
  const best = found.slice(0, options.limit);
  return {
    matches: found.length,
    elements: best.map(({ candidate }) => describe(candidate)),
    points: best.map(({ points }) => points),
  };
}

/** What is nothing but signs, such as the "+" of a button, is looked for as it is. */
function wordsIn(query: string): readonly string[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu);
  return words ?? query.split(/\s+/).filter(sign => sign !== '');
}

function candidatesIn(parts: readonly Part<Element>[]): Candidate[] {
  return parts.flatMap((part): Candidate[] => {
    const { at } = part;
    if (part.kind === 'note') return [];
    if (part.kind === 'text') return [{ element: at, role: roleOf(at), name: part.text, details: '' }];
    // The choices of a list are the list's.
    if (part.kind === 'thing' && part.layout === 'line' && part.role !== 'row')
      return [{ element: at, role: part.role, name: part.name, details: `${part.details} ${textsOf(part.parts)}` }];
    const inner = candidatesIn(part.parts);
    if (part.kind === 'group' || (!part.acts && part.name === '')) return inner;
    return [{ element: at, role: part.role, name: part.name, details: part.details + (part.value ?? '') }, ...inner];
  });
}

function textsOf(parts: readonly Part<Element>[]): string {
  return parts.map(part => (part.kind === 'text' ? `${part.group ?? ''} ${part.text}` : '')).join(' ');
}

/** 0 where nothing of it is among the wanted words. */
function score({ element, role, name, details }: Candidate, wanted: readonly string[]): number {
  const said = name.toLowerCase();
  const isSecret = element instanceof HTMLInputElement && element.type === 'password';
  const attributes = [
    'id',
    'name',
    'class',
    'placeholder',
    'href',
    'title',
    'alt',
    'type',
    ...(isSecret ? [] : ['value']),
  ];
  const more =
    `${attributes.map(attribute => element.getAttribute(attribute) ?? '').join(' ')} ${details}`.toLowerCase();
  let points = 0;
  for (const word of wanted) {
    const other = Object.hasOwn(synonyms, word) ? synonyms[word] : undefined;
    if (said.includes(word)) points += 3;
    else if (role === other || role.includes(word)) points += 2;
    else if (more.includes(word)) points += 1;
  }
  // Of two with the same words the one that says little else is meant.
  return points === 0 ? 0 : points + 1 / (1 + said.length);
}

function candidateOf(element: Element): Candidate {
  const role = roleOf(element);
  return { element, role, name: nameOf(element, role), details: detailsOf(element, role, maxName).trim() };
}

function describe({ element, role, name }: Candidate): FoundElement {
  const { x, y, width, height } = element.getBoundingClientRect();
  const isSecret = element instanceof HTMLInputElement && element.type === 'password';
  const open = [...element.attributes].filter(attribute => !(isSecret && attribute.name === 'value'));
  const kept = open.slice(0, maxAttributes);
  return {
    ref: refOf(element),
    role,
    name: shortened(name),
    tag: element.localName,
    details: (detailsOf(element, role, maxName) + beginningOf(element, role)).trim(),
    visible: element.checkVisibility({ visibilityProperty: true }) && width > 0 && height > 0,
    box: { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) },
    attributes: Object.fromEntries(kept.map(attribute => [attribute.name, shortened(attribute.value)])),
    ...(open.length > maxAttributes && { moreAttributes: open.length - maxAttributes }),
  };
}

/** Of a long text that a field holds, with the way to read all of it; '' where the details have it whole. */
function beginningOf(element: Element, role: string): string {
  const held = valueOf(element, role);
  if (held.length <= maxName) return '';
  const [shown, more] = [held.slice(0, shownOfValue), held.length - shownOfValue];
  return ` value=${JSON.stringify(`${shown}…`)} (+${more} characters; get_page_text ref=${refOf(element)})`;
}

function shortened(text: string): string {
  return text.length > maxName ? `${text.slice(0, maxName)}…(${text.length})` : text;
}
