// find: the elements of a page and of its frames that words or a CSS selector speak of, as JSON.
import { documentOfNode, type FrameDocument } from '../frame-nodes.ts';
import { type FramePart, framePartsOf, placeOfPart, whyUnread } from '../frame-parts.ts';
import { inTime } from '../in-time.ts';
import { isProblem, problemError } from '../page-problem.ts';
import { ToolError } from '../tool-error.ts';
import { type FrameView, frameViewOf, throughView } from './frame-geometry.ts';
import { inPage } from './in-page.ts';
import { noteListening, noteListeningIn } from './listening-elements.ts';
import { changesSince, keepReading } from './readings.ts';
import { readNumber, readString, type Tool, type ToolContext, textResult } from './tool.ts';
import type { FindOptions, FoundElement } from '../page/find-elements.ts';
import type { ShownPage } from '../shown-page.ts';

const maxElements = 20;

/** `points` say how well it fits the words; elements that a selector matches fit alike. */
interface Match {
  readonly element: FoundElement;
  readonly points: number;
  readonly document: ShownPage | FrameDocument;
}

interface Matches {
  readonly count: number;
  readonly best: readonly Match[];
  readonly unread: readonly FramePart[];
}

const nothing: Matches = { count: 0, best: [], unread: [] };

export const find: Tool = async (args, context) => {
  const [query, selector] = [readString(args, 'query')?.trim() ?? '', readString(args, 'selector') ?? ''];
  if ((query === '') === (selector === ''))
    throw new ToolError('ERR_INVALID_ARGUMENTS', 'find needs a query in words or a CSS selector, and one of them.');
  const limit = readNumber(args, 'limit', maxElements, 1, 100);
  const options = { query, selector, limit };
  if (query !== '') await noteListening(context);
  const found = await inPage(context, 'findElements', options);
  if (isProblem(found) && found.kind !== 'missing') throw problemError(found);
  const own = isProblem(found) ? nothing : matchesOf(context.page, found);
  const { count, best, unread } = joined([own, await inFramesOf(context, context.page, options)]);
  if (isProblem(found) && count === 0) throw problemError(found);
  const kept = best.toSorted((one, other) => other.points - one.points).slice(0, limit);
  const elements = await boxedInTab(context, kept);
  const [first, ...others] = unread;
  const also = others.map(part => placeOfPart(part, context)).join(', ');
  const frames = first && {
    unread: `iframe ${placeOfPart(first, context)}: ${whyUnread(first, true)}${also && `; nor are ${also}`}`,
  };
  const since = readNumber(args, 'since', 0, 0, Number.MAX_SAFE_INTEGER);
  const told = elements.map(element => (query === '' ? element : inBrief(element)));
  return textResult(
    JSON.stringify({
      matches: count,
      ...(await asReading(context, told, options, since, count > kept.length)),
      ...frames,
    }),
  );
};

/** Words ask for what to use; only a selector asks for all that there is to an element. */
function inBrief(found: Partial<FoundElement>) {
  const { tag: _tag, attributes: _attributes, moreAttributes: _more, details, visible, ...element } = found;
  return { ...element, ...(details && { details }), ...(visible === false && { visible }) };
}

/** Only what is new or another since an earlier reading, where `since` names one of the same page and words; a box that moved is no change. */
async function asReading(
  context: ToolContext,
  elements: readonly Partial<FoundElement>[],
  options: FindOptions,
  since: number,
  isCut: boolean,
) {
  const { page, tabId } = context;
  const items = elements.map(({ box: _box, ...element }) => ({
    ref: element.ref ?? '',
    text: JSON.stringify(element),
  }));
  const of = `${page.documentId} ${JSON.stringify(options)}`;
  const changes = since > 0 ? changesSince(tabId, since, of, items) : null;
  const reading = await keepReading(tabId, of, items);
  if (changes === null) return { elements, reading };
  if (typeof changes === 'string') return { elements, all: `because ${changes}`, reading };
  const isTold = new Set(changes.lines.map(line => line.slice(2)));
  const { goneRefs } = changes;
  // Beside more matches than are told, it may only be no longer among the best.
  const gone = goneRefs.length > 0 && (isCut ? { goneOrCut: goneRefs } : { gone: goneRefs });
  return { since, elements: elements.filter((_, at) => isTold.has(items[at]?.text ?? '')), ...gone, reading };
}

function matchesOf(
  document: ShownPage | FrameDocument,
  found: { matches: number; elements: readonly FoundElement[]; points?: readonly number[] },
): Matches {
  const best = found.elements.map((element, at) => ({ element, points: found.points?.[at] ?? 0, document }));
  return { count: found.matches, best, unread: [] };
}

function joined(all: readonly Matches[]): Matches {
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    best: all.flatMap(({ best }) => best),
    unread: all.flatMap(({ unread }) => unread),
  };
}

/** Words speak of what can be seen; a selector also of what is in a frame that takes no room. */
async function inFramesOf(
  context: ToolContext,
  document: ShownPage | FrameDocument,
  options: FindOptions,
): Promise<Matches> {
  const parts = (await framePartsOf(context, document)).filter(
    ({ holder }) => holder.visible || options.selector !== '',
  );
  const readable = parts.flatMap(({ node, reading }) => (node && reading === 'allowed' ? node : []));
  if (options.query !== '') await noteListeningIn(context, readable);
  const inside = await Promise.all(parts.map(part => inFrame(context, part, options)));
  const unread = parts.filter(({ reading, holder }) => reading !== 'allowed' && holder.visible);
  return joined([{ ...nothing, unread }, ...inside]);
}

async function inFrame(context: ToolContext, part: FramePart, options: FindOptions): Promise<Matches> {
  const { page, signal } = context;
  const { node, reading, holder } = part;
  const unanswered: Matches = { ...nothing, unread: holder.visible ? [{ ...part, reading: 'untold' }] : [] };
  if (!node || reading !== 'allowed') return nothing;
  try {
    const document = await documentOfNode(page, node);
    const found = await inTime(document.documentId, () => inPage({ page: document, signal }, 'findElements', options));
    if (found === null) return unanswered;
    const own = isProblem(found) ? nothing : matchesOf(document, found);
    return joined([own, await inFramesOf(context, document, options)]);
  } catch {
    // It may go away at any time; what the page has is worth having without it.
    signal.throwIfAborted();
    await page.expectStill(false);
    return unanswered;
  }
}

async function viewOf(context: ToolContext, document: FrameDocument): Promise<FrameView | null> {
  const found = await frameViewOf(context, document).catch(() => null);
  return found?.view ?? null;
}

/** Boxes in CSS pixels of the tab's viewport; without one where the place of its frame cannot be told. */
async function boxedInTab(context: ToolContext, matches: readonly Match[]): Promise<Partial<FoundElement>[]> {
  const documents = new Set(matches.map(({ document }) => document));
  const views = new Map(
    await Promise.all(
      [...documents].map(async document => {
        const isPage = document === context.page || !('node' in document);
        return [document, isPage ? 'as it is' : await viewOf(context, document)] as const;
      }),
    ),
  );
  return matches.map(({ element, document }) => {
    const view = views.get(document) ?? null;
    if (view === 'as it is') return element;
    const { box, ...rest } = element;
    if (view === null) return rest;
    const { x, y } = throughView(view, box);
    const [width, height] = [box.width * view.scale.x, box.height * view.scale.y];
    return {
      ...rest,
      box: { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) },
    };
  });
}
