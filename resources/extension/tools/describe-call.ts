// describe: tells the hub what a call would act on, for the user who is asked about it. Whatever it finds goes to the user alone.
import { maxDescribedChars, maxDescribedElements } from '../../../contract/companion.ts';
import { isRecord } from '../../../contract/json.ts';
import { openPage } from '../shown-page.ts';
import { ToolError } from '../tool-error.ts';
import { describeDialog, dialogTool, meansDialog } from './asked-dialog.ts';
import { frameViewOf, throughView } from './frame-geometry.ts';
import { inPage } from './in-page.ts';
import { isTarget, type Meant, meantBy } from './meant-elements.ts';
import { pictureAround } from './picture-around.ts';
import { findSpot } from './spots.ts';
import { onElementThere } from './target.ts';
import type { CompanionDescribed } from '../../../contract/schemas/companion.ts';
import type { FrameDocument } from '../frame-nodes.ts';
import type { ElementDescription } from '../page/describe-element.ts';
import type { Region } from '../page/scripted-pointer.ts';
import type { Decided, ShownPage } from '../shown-page.ts';
import type { ToolContext } from './tool.ts';

type Described = NonNullable<CompanionDescribed['elements'][number]>;
type Found = Described & { readonly box: Region | null };

/** `params` is a CompanionDescribe; `decided` is read from it. A page that a dialog holds up does not answer. */
export async function describeCall(
  params: unknown,
  decided: Decided,
  signal: AbortSignal,
): Promise<CompanionDescribed> {
  const { tool, tabId, args, picture: wanted } = isRecord(params) ? params : {};
  if (typeof tool !== 'string' || typeof tabId !== 'number' || !isRecord(args))
    throw new ToolError('ERR_INVALID_ARGUMENTS', 'A description needs {"tool", "args", "tabId", "decided"}.');
  const page = await openPage(tabId, decided);
  await page.expectDecided();
  // It may look into every frame, because no agent hears of what it finds.
  const covers: ToolContext['covers'] = async origins => new Set(origins);
  const nobody = { asker: '', keptFor: '', maxReplyBytes: Infinity, endsAt: Infinity };
  const context: ToolContext = { tabId, page, signal, covers, ...nobody };
  if (tool === dialogTool || meansDialog(tool, args, tabId))
    return { title: await titleOf(page), document: page.documentId, ...withDialog(page) };
  const meant = meantBy(tool, args).slice(0, maxDescribedElements);
  const view = await inPage(context, 'wholeView');
  const before = await findAll(context, meant, view);
  const boxes = before.flatMap(found => found?.box ?? []);
  const picture = wanted === false ? null : await pictureAround(context, view, boxes);
  // What came up while the picture was taken is what the call would meet, and the picture shows something else.
  const after = picture === null ? before : await findAll(context, meant, view);
  const title = await titleOf(page);
  await page.expectStill(false);
  const isTrue = JSON.stringify(before) === JSON.stringify(after);
  const elements = after.map(withoutBox);
  return { title, document: page.documentId, elements, picture: isTrue ? picture : null };
}

async function titleOf({ tabId }: ShownPage): Promise<string> {
  const { title = '' } = await chrome.tabs.get(tabId);
  return cut(title);
}

/** No picture can be taken while it is open. */
function withDialog(page: ShownPage): Pick<CompanionDescribed, 'elements' | 'picture'> {
  const dialog = describeDialog(page);
  return { elements: [dialog && { ...dialog, name: cut(dialog.name) }], picture: null };
}

async function findAll(context: ToolContext, meant: readonly Meant[], view: Region): Promise<(Found | null)[]> {
  const all: (Found | null)[] = [];
  for (const each of meant) all.push(await find(context, each, view));
  return all;
}

/** Null for what is not there, or cannot be told. */
async function find(context: ToolContext, meant: Meant, view: Region): Promise<Found | null> {
  const { signal, page } = context;
  try {
    const { seen, frame } = isTarget(meant)
      ? await onElementThere({ selector_timeout: 0 }, context, meant, 'describeTarget').then(
          ({ answer, document }) => ({
            seen: answer,
            frame: frameOf(document),
          }),
        )
      : ((await findSpot(context, meant)) ?? { seen: null, frame: null });
    if (!seen) return null;
    const box = await boxInView(context, seen, frame, view);
    const { key, role, name } = seen;
    const origin = frame && frame.node.origin !== (page.origin ?? '') ? frame.node.origin : null;
    return { key, role, name, frame: origin, isInView: box !== null, box };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ToolError && error.code !== 'ERR_TAB_MOVED') return null;
    throw error;
  }
}

function frameOf(document: ShownPage | FrameDocument): FrameDocument | null {
  return 'node' in document ? document : null;
}

/** In CSS pixels of the tab's viewport, as far as it can be seen; null for what cannot. */
async function boxInView(
  context: ToolContext,
  { box }: ElementDescription,
  frame: FrameDocument | null,
  { width, height }: Region,
): Promise<Region | null> {
  const corners = [
    { x: box.left, y: box.top },
    { x: box.left + box.width, y: box.top + box.height },
  ];
  const frameView = frame && (await frameViewOf(context, frame).catch(() => null))?.view;
  context.signal.throwIfAborted();
  if (frame && !frameView) return null;
  const [start, end] = frameView ? corners.map(corner => throughView(frameView, corner)) : corners;
  const [left, top] = [Math.max(0, start?.x ?? 0), Math.max(0, start?.y ?? 0)];
  const [right, bottom] = [Math.min(width, end?.x ?? 0), Math.min(height, end?.y ?? 0)];
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null;
}

function withoutBox(found: Found | null): Described | null {
  if (!found) return null;
  const { box: _, ...described } = found;
  return described;
}

function cut(text: string): string {
  return text.length > maxDescribedChars ? `${text.slice(0, maxDescribedChars)}…` : text;
}
