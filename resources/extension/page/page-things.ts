// Runs inside a page: what is told of an element that has a line of its own, once what is in it is known.
import { detailsOf, optionText, valueOf } from './element-states.ts';
import { namedByText, spareName } from './element-words.ts';
import { clean } from './flat-tree.ts';
import { hintOf } from './markup-hint.ts';
import { flatText, type Part, type Thing, usableThings } from './outline.ts';

export type Parts = Part<Element>[];

/** What acts and is none of the roles that do is only called clickable. */
export const plainRoles = /^(generic|paragraph|listitem)$/;
/** What is inside of these is drawn, not said. */
const drawings = /^(image|meter|progressbar|scrollbar|slider)$/;
/** A text that is the only thing inside of these stands for their name. */
const namedByOnlyText = /^(alert|status|log|timer|tooltip|article|tabpanel|marquee)$/;
/** Without a name and anything in it, these tell nothing. */
const hollow =
  /^(alert|article|banner|complementary|contentinfo|figure|form|group|list|log|main|menu|navigation|region|search|status|tablist|tabpanel|timer|toolbar|tooltip)$/;
/** Longer values may be cut. */
const maxValue = 200;
/** What shows a hand and says more than this is taken apart. */
const maxClickable = 200;

/** What listens to clicks itself may hold so many things that can be used, as a card does. */
const maxListenedTo = 3;

/** Null where the parts say all of it. */
export function thingOf(
  element: Element,
  role: string,
  acts: boolean,
  given: string,
  parts: Parts,
): Thing<Element> | null {
  const said = acts && plainRoles.test(role) ? 'clickable' : role;
  const thing = { kind: 'thing', role: said, at: element, acts } as const;
  const details = detailsOf(element, role, maxValue);
  const block = { ...thing, details, layout: 'block' } as const;
  if (element.localName === 'select')
    return { ...thing, details, name: given || spareName(element), layout: 'line', parts: choices(element) };
  if (role === 'row') return rowOf(block, given, parts);
  const inside = usableThings(parts);
  const text = flatText(parts, other => other.acts);
  if (said === 'clickable') return clickable(block, given, parts, inside, text);
  if (namedByText.test(role) || drawings.test(role)) {
    const name = given || (drawings.test(role) ? '' : text) || spareName(element);
    return { ...block, name, details: details + hinted(element, acts, name), parts: inside };
  }
  const [only] = parts;
  if (!given && only?.kind === 'text' && parts.length === 1 && namedByOnlyText.test(role))
    return { ...block, name: only.text.replace(/\s+/g, ' '), parts: [] };
  const name = given || spareName(element);
  const frame = role === 'iframe' ? { frame: frameIndex(element) } : {};
  if (!acts && !name && parts.length === 0 && hollow.test(role)) return null;
  const held = valueOf(element, role);
  const value = held.length > maxValue ? { value: held } : {};
  return { ...block, ...frame, ...value, name, details: details + hinted(element, acts, name), parts };
}

type Block = Omit<Thing<Element>, 'name' | 'parts'>;

/** Something without a role that shows a hand, takes the focus or listens to clicks. */
function clickable(
  block: Block,
  given: string,
  parts: Parts,
  inside: readonly Thing<Element>[],
  text: string,
): Thing<Element> | null {
  const { at } = block;
  const isAsked = at.hasAttribute('onclick') || at.hasAttribute('tabindex') || at.hasAttribute('jsaction');
  // What listens around many things does so for them.
  const isHand = getComputedStyle(at).cursor === 'pointer';
  if (!isAsked && !isHand && inside.length > maxListenedTo) return null;
  // A hand around one thing that can be used belongs to that.
  if (!isAsked && inside.length === 1 && text === '') return null;
  // A hand is shown by one thing; what listens without one may hold a page of lines.
  const isOne = inside.length === 0 && text.length <= maxClickable && (isAsked || isHand || parts.length < 2);
  if (!isOne) return { ...block, name: given, parts };
  const name = given || text || spareName(at);
  if (name === '' && !isSeen(at)) return null;
  return { ...block, name, details: block.details + hinted(at, true, name), parts: [] };
}

function isSeen(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}

function hinted(element: Element, acts: boolean, name: string): string {
  if (!acts || name !== '') return '';
  const hint = hintOf(element);
  return hint === '' ? '' : ` hint=${JSON.stringify(hint)}`;
}

function choices(element: Element): Parts {
  const isGrouped = element.querySelector(':scope > optgroup') !== null;
  return [...(element as HTMLSelectElement).options]
    .filter(option => !option.hidden && !groupOf(option)?.hidden)
    .map(option => ({
      kind: 'text',
      text: optionText(option),
      at: element,
      ...(option.matches(':disabled') && { details: ' disabled' }),
      ...(isGrouped && { group: clean(groupOf(option)?.label) }),
    }));
}

function groupOf({ parentElement }: HTMLOptionElement): HTMLOptGroupElement | null {
  return parentElement instanceof HTMLOptGroupElement ? parentElement : null;
}

export function cellOf(element: Element, role: string, parts: Parts): Thing<Element> {
  const details = detailsOf(element, role);
  return { kind: 'thing', role: 'cell', name: '', details, at: element, acts: false, layout: 'block', parts };
}

/** A row stands on one line unless its cells hold more than words and controls. */
function rowOf(block: Block, name: string, parts: Parts): Thing<Element> | null {
  if (parts.length === 0 && !block.acts) return null;
  const isPlain = parts.every(cell => cell.kind === 'thing' && isFlat(cell, 0));
  if (isPlain) return { ...block, name, layout: 'line', parts };
  return { ...block, name, parts: parts.flatMap(part => (part.kind === 'thing' && isCell(part) ? part.parts : part)) };
}

function isFlat(part: Part<Element>, level: number): boolean {
  if (part.kind === 'text') return part.text.length < 500;
  if (part.kind === 'note') return true;
  if (part.kind === 'group')
    return level < 3 && part.parts.length < 6 && part.parts.every(inner => isFlat(inner, level + 1));
  return isCell(part)
    ? part.parts.length < 6 && part.parts.every(inner => isFlat(inner, level + 1))
    : part.layout === 'line' || part.parts.length === 0;
}

function isCell(part: Thing<Element>): boolean {
  return part.role === 'cell' && !part.acts;
}

function frameIndex(element: Element): number {
  const { contentWindow } = element as HTMLIFrameElement;
  return contentWindow ? Array.from({ length: window.length }, (_, index) => window[index]).indexOf(contentWindow) : -1;
}
