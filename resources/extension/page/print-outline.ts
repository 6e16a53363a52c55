// Prints an outline as indented lines within a number of characters: first all that can be used, then texts. What does not fit says how to read on.

import { type Part, type TextPart, type Thing, usableParts } from './outline.ts';
import { beginningOf, hasRef, leastRoom, longestText, maxChoices, shareOut, shownOf, sizeOf } from './outline-sizes.ts';

export interface PrintOptions<E> {
  readonly refOf: (element: E) => string;
  readonly maxChars: number;
  /** How many levels of things have lines. */
  readonly depth: number;
  /** How many of the outermost parts are left out, because they were read before. */
  readonly from: number;
  /** Null for the page as a whole. */
  readonly root: E | null;
  /** What read_page is to be called with besides to read on, such as ` filter=interactive`. */
  readonly also: string;
}

export interface TreeFrame {
  /** 0 for the first line of the tree. */
  readonly line: number;
  /** In levels of two spaces. */
  readonly indent: number;
  readonly ref: string;
  /** The place of its window in `window`, -1 where it has none there. */
  readonly index: number;
}

export interface Printed {
  readonly lines: readonly string[];
  readonly frames: readonly TreeFrame[];
}

export function printOutline<E>(parts: readonly Part<E>[], options: PrintOptions<E>): Printed {
  const shown = parts.slice(options.from);
  let room = options.maxChars;
  for (;;) {
    const printer = new Printer(options, longestText(shown, room));
    printer.printAll(parts, { level: 0, depth: 1, room, at: options.root, from: options.from });
    const over = printer.chars - options.maxChars;
    // What an element takes is guessed before it is printed; the ways to read on come on top.
    if (over <= 0 || room <= leastRoom) return printer;
    room -= Math.max(over, Math.ceil(room / 20));
  }
}

interface Place<E> {
  readonly level: number;
  readonly depth: number;
  readonly room: number;
  /** The element whose parts they are; null for the page. */
  readonly at: E | null;
  readonly from: number;
  /** The part that stands before it and was told. */
  readonly before?: Part<E> | undefined;
}

class Printer<E> {
  readonly lines: string[] = [];
  readonly frames: TreeFrame[] = [];
  chars = 0;
  readonly #options: PrintOptions<E>;
  readonly #longest: number;

  constructor(options: PrintOptions<E>, longest: number) {
    this.#options = options;
    this.#longest = longest;
  }

  printAll(parts: readonly Part<E>[], place: Place<E>): void {
    const left = parts.slice(place.from);
    const sizes = left.map(part => this.#sizeOf(part, place));
    const usesOf = (part: Part<E>) => usesAlone(part).reduce((sum, use) => sum + this.#sizeOf(use, place), 0);
    const { count, share, hasUses } = shareOut(sizes, place.room, () => left.map(usesOf));
    const isNested = place.at !== this.#options.root;
    const isTooDeep = place.depth > this.#options.depth;
    // Where there is no room for anything but the way to read on, nothing else is begun.
    const printed = isTooDeep || (isNested && count < left.length && place.room < leastRoom) ? 0 : count;
    for (const [index, part] of left.slice(0, printed).entries())
      this.#print(part, { ...place, room: Math.min(sizes[index] ?? 0, share), before: left[index - 1] });
    if (printed === left.length) return;
    const uses = hasUses && printed > 0 ? left.slice(printed).flatMap(usesAlone) : [];
    this.#add(place.level, this.#readOn(left, printed, place, uses.length > 0));
    for (const use of uses) this.#print(use, { ...place, room: this.#sizeOf(use, place), before: undefined });
  }

  #sizeOf(part: Part<E>, { level }: Place<E>): number {
    return sizeOf(part, level, this.#longest);
  }

  #print(part: Part<E>, place: Place<E>): void {
    switch (part.kind) {
      case 'text':
        return this.#add(place.level, beginningOf(part, place.before) + this.#textOf(part));
      case 'note':
        return this.#add(place.level, `(${part.words}; read_page ref_id=${this.#options.refOf(part.at)})`);
      case 'thing':
        return this.#printThing(part, place);
      case 'group': {
        const inner = { ...place, at: part.at, from: 0 };
        if (part.bullet === '') return this.printAll(part.parts, inner);
        const first = this.lines.length;
        this.printAll(part.parts, { ...inner, level: place.level + 1 });
        const line = this.lines[first];
        if (line !== undefined) this.lines[first] = `${indentOf(place.level)}${part.bullet} ${line.trimStart()}`;
      }
    }
  }

  #printThing(thing: Thing<E>, { level, depth, room }: Place<E>): void {
    if (thing.layout === 'line') return this.#add(level, this.#wholeLine(thing, room));
    const head = this.#headOf(thing);
    if (thing.frame !== undefined) {
      const ref = this.#options.refOf(thing.at);
      this.frames.push({ line: this.lines.length, indent: level, ref, index: thing.frame });
    }
    this.#add(level, head);
    if (thing.parts.length === 0) return;
    const left = room - head.length - 2 * level - 1;
    this.printAll(thing.parts, { level: level + 1, depth: depth + 1, room: left, at: thing.at, from: 0 });
  }

  #headOf(thing: Thing<E>): string {
    const ref = hasRef(thing) ? ` [${this.#options.refOf(thing.at)}]` : '';
    const name = this.#cut(thing.name);
    const value = this.#cut(thing.value ?? '');
    const said = thing.name === '' ? '' : ` ${name.text}`;
    const held = thing.value ? ` value=${value.text}` : '';
    return `${thing.role}${said}${ref}${thing.details}${held}${this.#rest(name.more, value.more, thing.at)}`;
  }

  /** A thing and its parts, side by side. */
  #wholeLine(thing: Thing<E>, room: number): string {
    const head = this.#headOf(thing);
    const said: string[] = [];
    const isList = thing.role !== 'row';
    const most =
      isList && thing.at !== this.#options.root ? Math.min(maxChoices, room - head.length) : room - head.length;
    let chars = 0;
    for (const [index, part] of thing.parts.entries()) {
      const words = beginningOf(part, thing.parts[index - 1] ?? null) + this.#inLine(part);
      chars += words.length + 3;
      if (chars > most && said.length > 0 && said.length < thing.parts.length - 1) break;
      said.push(words);
    }
    if (said.length === 0) return head;
    const at = { level: 0, depth: 0, room: 0, at: thing.at, from: 0 };
    const more = said.length < thing.parts.length ? ` ${this.#readOn(thing.parts, said.length, at)}` : '';
    return `${head}${isList ? ' of' : ''} ${said.join(' | ')}${more}`;
  }

  #inLine(part: Part<E>): string {
    switch (part.kind) {
      case 'text':
        return this.#textOf(part);
      case 'note':
        return `(${part.words}; read_page ref_id=${this.#options.refOf(part.at)})`;
      case 'group':
        return part.parts.map(inner => this.#inLine(inner)).join(' ');
      case 'thing': {
        if (part.role === 'cell' && !part.acts)
          return `${part.parts.map(inner => this.#inLine(inner)).join(' ') || '""'}${part.details}`;
        return part.layout === 'line' ? this.#wholeLine(part, maxChoices) : this.#headOf(part);
      }
    }
  }

  #textOf({ text, at, details = '' }: TextPart<E>): string {
    const cut = this.#cut(text);
    return cut.text + details + this.#rest(0, cut.more, at);
  }

  /** In quotes, and how many of its characters are not shown. */
  #cut(whole: string): { text: string; more: number } {
    const shown = whole.slice(0, shownOf(whole, this.#longest));
    const more = whole.length - shown.length;
    return { text: JSON.stringify(more === 0 ? whole : `${shown}…`), more };
  }

  /** How to read what was cut off a name and a value, or off one text; '' where nothing was. */
  #rest(ofName: number, ofValue: number, at: E): string {
    const all = ofName + ofValue;
    if (all === 0) return '';
    const isOfBoth = all > ofName && all > ofValue;
    const what = isOfBoth ? `${ofName} characters of the name, +${ofValue} of the value` : `${all} characters`;
    return ` (+${what}; get_page_text ref=${this.#options.refOf(at)})`;
  }

  #readOn(parts: readonly Part<E>[], printed: number, { at, from }: Place<E>, hasUses = false): string {
    const { also, refOf } = this.#options;
    const more = parts.length - printed;
    const what = nounOf(parts[printed]);
    const where = at === null ? '' : ` ref_id=${refOf(at)}`;
    const next = from + printed;
    const uses = hasUses ? ', of which only what can be used follows' : '';
    return `(${more} more ${what}${more === 1 ? '' : 's'}${uses}; read_page${where}${also}${next > 0 ? ` from=${next}` : ''})`;
  }

  #add(level: number, line: string): void {
    const text = indentOf(level) + line;
    this.lines.push(text);
    this.chars += text.length + 1;
  }
}

/** What can be used in it, to be told without it; a row is told whole or not at all, because its controls say too little alone. */
function usesAlone<E>(part: Part<E>): Part<E>[] {
  return part.kind === 'thing' && part.role === 'row' ? [] : usableParts([part]);
}

function nounOf<E>(part: Part<E> | undefined): string {
  return part?.kind === 'thing' && part.role === 'row' ? 'row' : 'part';
}

function indentOf(level: number): string {
  return '  '.repeat(level);
}
