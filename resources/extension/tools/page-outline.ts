// The tree of a page with the trees of its frames in it, each below the line of the element that holds it.
import { documentOfNode, type FrameDocument, type FrameNode } from '../frame-nodes.ts';
import { type FramePart, framePartsOf, whyUnread } from '../frame-parts.ts';
import { expectAllowed } from '../frame-rights.ts';
import { inTime } from '../in-time.ts';
import { isProblem } from '../page-problem.ts';
import { ToolError } from '../tool-error.ts';
import { inPage } from './in-page.ts';
import { noteListening, noteListeningIn } from './listening-elements.ts';
import { shareOut } from './share-out.ts';
import { onElementThere } from './target.ts';
import type { Target } from '../page/element-refs.ts';
import type { TreeFrame } from '../page/print-outline.ts';
import type { TreeOptions } from '../page/read-tree.ts';
import type { ShownPage } from '../shown-page.ts';
import type { Arguments, ToolContext } from './tool.ts';

interface Tree {
  readonly tree: string;
  readonly frames: readonly TreeFrame[];
}

/** A document, and how to read its tree with so many characters at most. */
interface Source {
  readonly document: ShownPage | FrameDocument;
  readonly options: TreeOptions;
  read(maxChars: number): Promise<Tree>;
}

/** What is read of a frame: its lines, or why there are none. */
type Inner = { readonly lines: readonly string[] } | { readonly unread: string };

/** A frame at its line of the tree. */
interface Place {
  readonly at: TreeFrame;
  readonly part: FramePart | undefined;
}

const everything: Target = { ref: '', selector: '' };
/** What a page may take of the budget when there are frames to be read. */
const ownShare = 0.8;
const leastChars = 100;

/** The tree below an element, in whichever document it is. A frame that is itself the target is decided for where no rule lets it pass. */
export async function outlineOf(
  args: Arguments,
  context: ToolContext,
  target: Target,
  options: TreeOptions,
): Promise<string> {
  const readWith = (maxChars: number) => onElementThere(args, context, target, 'readTree', { ...options, maxChars });
  await noteListening(context);
  // What was asked for lies in a frame, of which no more is known before.
  const again = async (node: FrameNode) => {
    await noteListeningIn(context, [node]);
    return readWith(options.maxChars);
  };
  const first = await readWith(options.maxChars);
  const { answer, document } = 'node' in first.document ? await again(first.document.node) : first;
  const read = async (maxChars: number) => (await readWith(maxChars)).answer;
  const isNamed =
    target !== everything && (target.ref !== '' || target.selector !== '') && answer.frames[0]?.line === 0;
  if (isNamed) await expectNamed(context, document, answer.frames[0]?.ref);
  return (await spliced(context, { document, options, read }, answer)).join('\n');
}

async function expectNamed(context: ToolContext, document: Source['document'], ref = ''): Promise<void> {
  const parts = await framePartsOf(context, document);
  const node = parts.find(({ holder }) => holder.ref === ref)?.node;
  if (node) await expectAllowed(context, node, 'read');
}

/** All lines, the head among them. */
async function spliced(context: ToolContext, source: Source, first: Tree): Promise<string[]> {
  if (first.frames.length === 0) return first.tree.split('\n');
  const parts = await framePartsOf(context, source.document);
  const partOf = (at: TreeFrame): Place => ({ at, part: parts.find(({ holder }) => holder.ref === at.ref) });
  const { maxChars } = source.options;
  const isOpen = ({ part }: Place) => part?.reading === 'allowed';
  const isFull = first.tree.length > maxChars * ownShare && first.frames.map(partOf).some(isOpen);
  const own = isFull ? await source.read(Math.floor(maxChars * ownShare)) : first;
  const places = own.frames.map(partOf);
  const inner = await readInner(context, source.options, places.filter(isOpen), maxChars - own.tree.length);
  return withInner(context, source.options, own, places, inner);
}

async function readInner(
  context: ToolContext,
  options: TreeOptions,
  places: readonly Place[],
  budget: number,
): Promise<ReadonlyMap<string, Inner>> {
  const read = ({ at, part }: Place, maxChars: number): Promise<Inner> => {
    const depth = Math.max(1, options.depth - at.indent - 1);
    return part?.node
      ? readFrame(context, part.node, { ...options, depth, maxChars, from: 0 })
      : Promise.resolve({ lines: [] });
  };
  await noteListeningIn(
    context,
    places.flatMap(({ part }) => part?.node ?? []),
  );
  const most = Math.max(budget, leastChars);
  const wholes = await Promise.all(places.map(place => read(place, most)));
  const needs = wholes.map(inner => ('lines' in inner ? inner.lines.join('\n').length : 0));
  const shares = shareOut(needs, budget);
  const kept = await Promise.all(
    places.map(async (place, at): Promise<Inner> => {
      const [whole, need = 0, share = 0] = [wholes[at], needs[at], shares[at]];
      if (whole && need <= share) return whole;
      if (share >= leastChars) return read(place, share);
      return { unread: `not read, because max_chars is used up; read_page with ref_id ${place.at.ref} reads it` };
    }),
  );
  return new Map(places.map(({ at }, index) => [at.ref, kept[index] as Inner]));
}

/** A frame that goes away, is busy or cannot be read takes nothing else with it; a page that was left does. */
async function readFrame(context: ToolContext, node: FrameNode, options: TreeOptions): Promise<Inner> {
  const { page, signal } = context;
  try {
    const document = await documentOfNode(page, node);
    const read = async (maxChars: number): Promise<Tree> => {
      const work = () => inPage({ page: document, signal }, 'readTree', everything, { ...options, maxChars });
      const tree = await inTime(document.documentId, work);
      if (tree === null) throw new ToolError('ERR_TOOL_FAILED', 'its page does not answer');
      if (isProblem(tree)) throw new ToolError('ERR_TOOL_FAILED', tree.problem);
      return tree;
    };
    const lines = await spliced(context, { document, options, read }, await read(options.maxChars));
    // Title, address and size are those of the page around it.
    return { lines: lines.slice(lines.indexOf('', 2) + 1).filter(line => line !== '') };
  } catch (error) {
    signal.throwIfAborted();
    await page.expectStill(false);
    return { unread: `not read (${error instanceof Error ? error.message.replace(/\.$/, '') : String(error)})` };
  }
}

function withInner(
  { page }: ToolContext,
  { interactiveOnly }: TreeOptions,
  own: Tree,
  places: readonly Place[],
  inner: ReadonlyMap<string, Inner>,
): string[] {
  const lines = own.tree.split('\n');
  const head = lines.indexOf('', 2) + 1;
  const asks = places.find(({ part }) => part?.reading === 'undecided')?.part;
  // From the last to the first, so that what goes in moves none of the lines that are still to come.
  for (const { at, part } of places.toReversed()) {
    const found = inner.get(at.ref);
    const below = found && 'lines' in found ? found.lines : [];
    const why = found && 'unread' in found ? found.unread : part ? whyUnread(part, part === asks) : '';
    const origin = part?.node && part.node.origin !== (page.origin ?? '') ? ` ${part.node.origin}` : '';
    const line = `${lines[head + at.line]}${origin}${why && `: ${why}`}`;
    const isEmpty = interactiveOnly && below.length === 0 && why === '';
    const indented = below.map(it => `${'  '.repeat(at.indent + 1)}${it}`);
    lines.splice(head + at.line, 1, ...(isEmpty ? [] : [line, ...indented]));
  }
  return lines;
}
