// Runs inside a page: where the items of lists begin, also of those that are only made to look like one.
import type { Group, Part } from './outline.ts';

/** From so many siblings of the same kind on, each is an item. */
const leastItems = 3;
/** Stands for the number of an item until all of its list are known. */
export const unnumbered = '#';

export function bulleted(element: Element, parts: readonly Part<Element>[]): Part<Element>[] {
  let number = element.localName === 'ol' ? (element as HTMLOListElement).start : 1;
  const kinds = new Map<string, number>();
  for (const part of parts) if (part.kind === 'group') kinds.set(kindOf(part), (kinds.get(kindOf(part)) ?? 0) + 1);
  return parts.map(part => {
    if (part.kind !== 'group') return part;
    if (part.bullet === unnumbered) {
      const value = Number(part.at.getAttribute('value') ?? Number.NaN);
      number = Number.isInteger(value) ? value + 1 : number + 1;
      return { ...part, bullet: `${number - 1}.` };
    }
    const isItem = part.bullet === '' && (kinds.get(kindOf(part)) ?? 0) >= leastItems && part.parts.length > 1;
    return isItem ? { ...part, bullet: '-' } : part;
  });
}

function kindOf({ at }: Group<Element>): string {
  return `${at.localName} ${at.className}`;
}
