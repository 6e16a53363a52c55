// What a page says, as parts: texts, things and groups of both. It knows no DOM; `E` stands for its elements.

/** A text in reading order; `at` is the element that holds all of it. */
export interface TextPart<E> {
  readonly kind: 'text';
  readonly text: string;
  readonly at: E;
  /** Of a choice: what it says of itself, starting with a space. */
  readonly details?: string;
  /** Of a choice in a list with groups: the name of its own, '' where it is in none. */
  readonly group?: string;
}

/** An element that has a line of its own. */
export interface Thing<E> {
  readonly kind: 'thing';
  readonly role: string;
  readonly name: string;
  /** Starts with a space unless empty. */
  readonly details: string;
  /** A long text that it holds; a short one is among the details. */
  readonly value?: string;
  readonly at: E;
  /** Whether it can be used: clicked, filled, chosen. */
  readonly acts: boolean;
  /** `line`: all that is in it stands on its line, as the cells of a row and the options of a list do. */
  readonly layout: 'block' | 'line';
  readonly parts: readonly Part<E>[];
  /** Of a frame: the place of its window in `window`, -1 where it has none there. */
  readonly frame?: number;
}

/** Parts that belong together; it has no line of its own. A bullet shows where it begins. */
export interface Group<E> {
  readonly kind: 'group';
  readonly at: E;
  readonly bullet: string;
  readonly parts: readonly Part<E>[];
}

/** What was left out on purpose, in words, with the element by which it can be read. */
export interface Note<E> {
  readonly kind: 'note';
  readonly at: E;
  readonly words: string;
}

export type Part<E> = TextPart<E> | Thing<E> | Group<E> | Note<E>;

/** All texts in the parts and the names of things, as they are read. */
export function flatText<E>(parts: readonly Part<E>[], isOut: (thing: Thing<E>) => boolean = () => false): string {
  const said = parts.map(part => {
    if (part.kind === 'text') return part.text.replace(/\s+/g, ' ');
    if (part.kind === 'note' || (part.kind === 'thing' && isOut(part))) return '';
    const inner = flatText(part.parts, isOut);
    return part.kind === 'thing' && part.name !== '' ? `${part.name} ${inner}`.trim() : inner;
  });
  return said.filter(Boolean).join(' ');
}

/** Whether its parts are its choices, which are told on its line. */
export function isChosenFrom<E>({ acts, layout, role }: Thing<E>): boolean {
  return acts && layout === 'line' && role !== 'row';
}

/** Only what can be used, and frames, which may hold such. */
export function usableParts<E>(parts: readonly Part<E>[]): Part<E>[] {
  return parts.flatMap((part): Part<E>[] => {
    if (part.kind === 'text') return [];
    if (part.kind === 'note') return [part];
    if (part.kind === 'thing' && isChosenFrom(part)) return [part];
    const inner = usableParts(part.parts);
    if (part.kind === 'thing' && (part.acts || part.frame !== undefined))
      return [{ ...part, layout: 'block', parts: inner }];
    return inner.length > 1 ? [{ kind: 'group', at: part.at, bullet: '', parts: inner }] : inner;
  });
}

/** Every thing that can be used, however deep. */
export function usableThings<E>(parts: readonly Part<E>[]): Thing<E>[] {
  return parts.flatMap(part => {
    if (part.kind === 'text' || part.kind === 'note') return [];
    const inner = usableThings(part.parts);
    return part.kind === 'thing' && part.acts ? [part, ...inner] : inner;
  });
}
