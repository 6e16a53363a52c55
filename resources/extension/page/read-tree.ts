// Runs inside a page: describes its elements as a tree and remembers a ref for each, in the extension's own world.
import { type Problem, pickElement, refOf, type Target, unreadable } from './element-refs.ts';
import { isChosenFrom, type Part, usableParts } from './outline.ts';
import { type Gathered, gatherParts } from './page-parts.ts';
import { printOutline, type TreeFrame } from './print-outline.ts';

export interface TreeOptions {
  readonly interactiveOnly: boolean;
  readonly depth: number;
  readonly maxChars: number;
  /** How many of the outermost parts are left out: where the answer before said to read on. */
  readonly from: number;
}

/** The tree below an element as text, or of the whole page when the target names none, and the lines of the frames in it. */
export function readTree(
  target: Target,
  options: TreeOptions,
): { tree: string; frames: readonly TreeFrame[] } | Problem {
  const closed = unreadable();
  if (closed) return closed;
  const isWhole = target.ref === '' && target.selector === '';
  const root = isWhole ? document.body : pickElement(target);
  if (root && !(root instanceof Element)) return root;
  const { lines, frames } = printOutline(root ? partsOf(gatherParts(root), isWhole, options) : [], {
    refOf,
    maxChars: options.maxChars,
    depth: options.depth,
    from: options.from,
    // What is read on in a frame has to be named, because all that names nothing is the page around it.
    root: isWhole && self === top ? null : root,
    also: options.interactiveOnly ? ' filter=interactive' : '',
  });
  const head = `${document.title}\n${location.href}\nviewport ${innerWidth}x${innerHeight}\n\n`;
  return { tree: head + lines.join('\n'), frames };
}

/** Reading on begins inside of the element, whose own line was told before. */
function partsOf(
  { thing, parts }: Gathered,
  isWhole: boolean,
  { from, interactiveOnly }: TreeOptions,
): readonly Part<Element>[] {
  const shown = thing && !isWhole && from === 0 ? [thing] : parts;
  if (!interactiveOnly) return shown;
  // The choices of a list are texts, and each of them can be chosen.
  return shown === parts && thing && isChosenFrom(thing) ? parts : usableParts(shown);
}
