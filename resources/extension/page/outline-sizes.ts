// How many characters the parts of an outline take, and how the room there is is shared out among them.
import type { Part, TextPart, Thing } from './outline.ts';

/** Texts are not cut below this many characters, and not where the mark would be longer than what it saves. */
const leastText = 100;
const markChars = 60;
/** About as long as a line with a way to read on. */
const hintChars = 64;
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

/** Within how many parts what there is to share out is spent, and the most that each of them gets. */
export function shareOut(sizes: readonly number[], room: number): { count: number; share: number } {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= room) return { count: sizes.length, share: Infinity };
  let [count, taken] = [0, 0];
  for (const size of sizes) {
    taken += Math.min(size, fairChars);
    if (taken > room) break;
    count += 1;
  }
  if (count === sizes.length) return { count, share: fairShare(sizes, room) };
  let fitting = 0;
  let sum = 0;
  for (const size of sizes) {
    sum += Math.min(size, fairChars);
    if (sum > room - hintChars) break;
    fitting += 1;
  }
  const most = Math.max(1, fitting);
  return { count: most, share: fairShare(sizes.slice(0, most), room - hintChars) };
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
      const inner = part.parts.reduce((sum, inside) => sum + sizeOf(inside, 1, longest), 0);
      return 2 * level + 4 + own + (part.role === 'row' ? inner : Math.min(inner, maxChoices + hintChars));
    }
  }
}

function textSize<E>({ text }: TextPart<E>, longest: number): number {
  return nameSize(text, longest) - 1;
}

function nameSize(name: string, longest: number): number {
  if (name === '') return 0;
  const shown = shownOf(name, longest);
  return shown + 3 + (shown < name.length ? markChars : 0);
}

export function shownOf(text: string, longest: number): number {
  return text.length > longest + markChars ? longest : text.length;
}
