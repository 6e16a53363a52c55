// How many characters the parts of an outline take, and how the room there is is shared out among them.
import type { Part, TextPart, Thing } from './outline.ts';

/** Texts are not cut below this many characters, and not where the mark would be longer than what it saves. */
const leastText = 100;
const markChars = 60;
/** About as long as a line with a way to read on. */
const hintChars = 64;
/** What it says besides where what can be used follows. */
const usesChars = 40;
/** Parts up to this size are whole or left out; larger ones have at least this much before others are left out. */
const fairChars = 600;
/** With less room than this a part is not begun. */
export const leastRoom = 120;
const refChars = 11;
const unreferred =
  /^(alert|cell|columnheader|figure|group|log|menu|menubar|meter|progressbar|radiogroup|row|rowheader|search|status|tablist|timer|toolbar|tree)$/;
/** Lists of choices are told up to here, unless they are what is read. */
export const maxChoices = 600;

/** The longest text that need not be cut so that all fits; as short as it gets where that is not enough. */
export function longestText<E>(parts: readonly Part<E>[], room: number): number {
  if (sizeOfAll(parts, 0, Infinity) <= room) return Infinity;
  if (sizeOfAll(parts, 0, leastText) > room) return leastText;
  let [low, high] = [leastText, room];
  while (high - low > 10) {
    const middle = Math.floor((low + high) / 2);
    if (sizeOfAll(parts, 0, middle) <= room) low = middle;
    else high = middle;
  }
  return low;
}

/** Sections that a reader may want to read alone, headings and pictures have a ref, what only holds or shows something has none. */
export function hasRef<E>({ acts, role, frame }: Thing<E>): boolean {
  return acts || frame !== undefined || !unreferred.test(role);
}

export interface Shared {
  /** So many of the parts are told, and the most that each of them gets. */
  readonly count: number;
  readonly share: number;
  /** Whether what can be used in the others has room as well. */
  readonly hasUses: boolean;
}

/** How the room is spent on parts of these sizes; `uses` answers with how much of each can be used. */
export function shareOut(sizes: readonly number[], room: number, uses: () => readonly number[]): Shared {
  if (sumOf(sizes) <= room) return { count: sizes.length, share: Infinity, hasUses: false };
  if (sumOf(sizes.map(leastOf)) <= room) return { count: sizes.length, share: fairShare(sizes, room), hasUses: false };
  const left = room - hintChars;
  let [fitting, taken] = [0, 0];
  for (const size of sizes) {
    taken += leastOf(size);
    if (taken > left) break;
    fitting += 1;
  }
  const most = Math.max(1, fitting);
  const alone = { count: most, share: fairShare(sizes.slice(0, most), left), hasUses: false };
  return besideUses(sizes, uses(), most, left - usesChars) ?? alone;
}

/** With `most` parts at most; null where what can be used in the others does not fit into half of the room, so that it is read on for. */
function besideUses(sizes: readonly number[], uses: readonly number[], most: number, room: number): Shared | null {
  let count = most;
  let later = sumOf(uses.slice(count));
  let taken = sumOf(sizes.slice(0, count).map(leastOf));
  if (later === 0) return null;
  while (count > 1 && taken + later > room) {
    count -= 1;
    taken -= leastOf(sizes[count] ?? 0);
    later += uses[count] ?? 0;
  }
  if (later > room / 2 || taken + later > room) return null;
  return { count, share: fairShare(sizes.slice(0, count), room - later), hasUses: true };
}

/** What a part gets before others are left out. */
function leastOf(size: number): number {
  return Math.min(size, fairChars);
}

function sumOf(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The bound by which the sizes come to `room`: small ones are whole. */
function fairShare(sizes: readonly number[], room: number): number {
  let [left, many] = [room, sizes.length];
  for (const size of sizes.toSorted((one, other) => one - other)) {
    if (size * many >= left) return Math.max(0, left / many);
    left -= size;
    many -= 1;
  }
  return Infinity;
}

function sizeOfAll<E>(parts: readonly Part<E>[], level: number, longest: number): number {
  return parts.reduce((sum, part) => sum + sizeOf(part, level, longest), 0);
}

/** About how many characters it takes. */
export function sizeOf<E>(part: Part<E>, level: number, longest: number): number {
  switch (part.kind) {
    case 'text':
      return 2 * level + 1 + textSize(part, longest);
    case 'note':
      return 2 * level + part.words.length + 30;
    case 'group':
      return sizeOfAll(part.parts, part.bullet === '' ? level : level + 1, longest);
    case 'thing': {
      const words = nameSize(part.name, longest) + nameSize(part.value ?? '', longest);
      const own = part.role.length + part.details.length + words + (hasRef(part) ? refChars : 0);
      if (part.layout === 'block') return 2 * level + 1 + own + sizeOfAll(part.parts, level + 1, longest);
      const inner = part.parts.reduce((sum, inside, at) => {
        return sum + beginningOf(inside, part.parts[at - 1] ?? null).length + sizeOf(inside, 1, longest);
      }, 0);
      return 2 * level + 4 + own + (part.role === 'row' ? inner : Math.min(inner, maxChoices + hintChars));
    }
  }
}

function textSize<E>({ text, details = '' }: TextPart<E>, longest: number): number {
  return nameSize(text, longest) - 1 + details.length;
}

function nameSize(name: string, longest: number): number {
  if (name === '') return 0;
  const shown = shownOf(name, longest);
  return shown + 3 + (shown < name.length ? markChars : 0);
}

export function shownOf(text: string, longest: number): number {
  return text.length > longest + markChars ? longest : text.length;
}

/** The name of the group of choices that begins here; `before` is null for the first of all, undefined where it was not told. */
export function beginningOf<E>(part: Part<E>, before: Part<E> | null | undefined): string {
  if (part.kind !== 'text' || part.group === undefined) return '';
  const around = before === null ? '' : before?.kind === 'text' ? before.group : undefined;
  if (part.group === around) return '';
  return part.group === '' ? 'in no group: ' : `in ${JSON.stringify(part.group)}: `;
}
