// The actions of computer that take a picture, with every frame covered that the call may not see.
import { listedFrames } from '../frame-tree.ts';
import { hiddenFrames, type MayShow } from '../frames.ts';
import { commitsOf } from '../tab-documents.ts';
import { ToolError } from '../tool-error.ts';
import { drawOn } from './draw-on-picture.ts';
import { keepImage } from './kept-images.ts';
import { type Label, labelsOnPicture, maxLabels, shortRef } from './labels-on-picture.ts';
import { type Arguments, readNumber, readString, type ToolContext, type ToolResult } from './tool.ts';
import type { FrameBox } from '../page/frame-places.ts';
import type { Region } from '../page/scripted-pointer.ts';
import type { Action, PageInput, Picture, View } from './page-input.ts';

/** The hub and the browser's port both end at 64 MiB; the rest of the message needs a little. */
const maxImageChars = 60 * 1024 * 1024;
const usual = { quality: 60, scale: 0.5 };

/** The presets of the real system of spec 000; what is asked for by itself stands above them. */
const purposes: Readonly<Record<string, { readonly quality: number; readonly scale: number }>> = {
  'quick-glance': { quality: 30, scale: 0.25 },
  'read-text': usual,
  'inspect-ui': { quality: 80, scale: 0.75 },
  'full-detail': { quality: 95, scale: 1 },
};

export const screenshot: Action = (args, context, input) => look(args, context, input, null);

/** A part is asked for because the whole was too small. */
export const zoom: Action = (args, context, input) => look({ scale: 1, ...args }, context, input, readRegion(args));

async function look(
  args: Arguments,
  context: ToolContext,
  input: PageInput,
  region: Region | null,
): Promise<ToolResult> {
  const view = readView(args, region);
  const { picture, hidden, shown, labels } = await takePicture(context, input, view, args.annotate === true);
  const { data, mimeType } = picture;
  if (data.length > maxImageChars) {
    throw new ToolError('ERR_TOO_LARGE', `The screenshot has ${data.length} characters; make the window smaller.`);
  }
  const { origin } = context.page;
  const origins = [...new Set([...(origin === null ? [] : [origin]), ...shown])];
  const imageId = keepImage({ data, mimeType, origins });
  const said = [
    `imageId ${imageId}, for upload_image.`,
    ...placeOf(picture.area, view),
    ...labels,
    ...(hidden.length > 0 ? [`Frames of ${hidden.join(', ')} are covered: this call may not see them.`] : []),
  ];
  return {
    content: [
      { type: 'image', data, mimeType },
      { type: 'text', text: said.join(' ') },
    ],
  };
}

/** How a place in the picture becomes one of the page, where they differ. */
function placeOf({ x, y }: Region, { region, scale }: View): string[] {
  const from = region ? ` plus (${Math.round(x)}, ${Math.round(y)})` : '';
  if (scale === 1) return region ? [`A coordinate is its pixel${from}.`] : [];
  return [`It is scaled by ${scale}: a coordinate is its pixel divided by ${scale}${from}.`];
}

function readView(args: Arguments, region: Region | null): View {
  const purpose = readString(args, 'purpose');
  const preset = purpose === null ? usual : Object.hasOwn(purposes, purpose) ? purposes[purpose] : undefined;
  if (!preset) throw invalid('purpose', purpose, `one of ${Object.keys(purposes).join(', ')}`);
  const format = readString(args, 'format');
  if (format !== null && format !== 'jpeg' && format !== 'png') throw invalid('format', format, '"jpeg" or "png"');
  return {
    region,
    scale: readNumber(args, 'scale', preset.scale, 0.1, 1),
    quality: Math.round(readNumber(args, 'quality', preset.quality, 1, 100)),
    format,
  };
}

function readRegion({ region }: Arguments): Region {
  if (Array.isArray(region) && region.length === 4 && region.every(Number.isFinite)) {
    const [left, top, right, bottom] = region.map(Number) as [number, number, number, number];
    if (left >= 0 && top >= 0 && right > left && bottom > top)
      return { x: left, y: top, width: right - left, height: bottom - top };
  }
  throw invalid('region', region, '[left, top, right, bottom] in CSS pixels of the page’s window');
}

function invalid(name: string, value: unknown, wanted: string): ToolError {
  return new ToolError('ERR_INVALID_ARGUMENTS', `${name} is ${JSON.stringify(value)}; send ${wanted}.`);
}

interface Taken {
  readonly picture: Picture;
  /** Where frames come from that are covered on it, and where those that are not. */
  readonly hidden: readonly string[];
  readonly shown: readonly string[];
  readonly labels: readonly string[];
}

/** Frames of which `mayShow` does not name the origin are covered wherever they were before and after. */
export async function takePicture(
  context: ToolContext,
  input: PageInput,
  view: View,
  isAnnotated: boolean,
  mayShow: MayShow = origins => context.covers(origins, 'call'),
): Promise<Taken> {
  const ofPageAlone = isAnnotated ? null : await takeAtOnce(context, input, view, mayShow);
  if (ofPageAlone) return { picture: ofPageAlone, hidden: [], shown: [], labels: [] };
  const before = await hiddenFrames(context, mayShow);
  const found = isAnnotated ? await labelsOnPicture(context) : [];
  const labels = found.slice(0, maxLabels);
  const picture =
    before.boxes.length === 0
      ? await input.screenshot(context, view)
      : await hidingFrames(context, () => input.screenshot(context, view));
  const after = await hiddenFrames(context, mayShow);
  const boxes: readonly FrameBox[] = [...before.boxes, ...after.boxes];
  const hidden = [...new Set([...before.origins, ...after.origins])];
  const shown = [...before.shown, ...after.shown];
  const isFinal = boxes.length === 0 && labels.length === 0;
  const drawn = isFinal ? picture : await drawOn(picture, view, { boxes, labels });
  return { picture: drawn, hidden, shown, labels: isAnnotated ? wordsOn(found) : [] };
}

/** Taken while the page is looked at, as most hold no frames. Null where there are frames of others before or after, and where another document came. */
async function takeAtOnce(
  context: ToolContext,
  input: PageInput,
  view: View,
  mayShow: MayShow,
): Promise<Picture | null> {
  const { page } = context;
  if ((await listedFrames(page.tabId)).length > 1) return null;
  const [documentId, commits] = [page.documentId, commitsOf(page.tabId)];
  const [before, picture] = await Promise.allSettled([hiddenFrames(context, mayShow), input.screenshot(context, view)]);
  if (before.status === 'rejected') throw before.reason;
  // The look has gone on to a document that the call was decided for too.
  if (picture.status === 'rejected' && page.documentId !== documentId) return null;
  if (picture.status === 'rejected') throw picture.reason;
  const after = await hiddenFrames(context, mayShow);
  const isLeft = page.documentId !== documentId || commitsOf(page.tabId) !== commits;
  const frames = [before.value, after].flatMap(({ origins, shown }) => [...origins, ...shown]);
  return isLeft || frames.length > 0 ? null : picture.value;
}

/** What the numbers on it mean. */
function wordsOn(labels: readonly Label[]): string[] {
  const inFrame = labels.find(({ ref }) => ref.startsWith('f'))?.ref;
  const also = inFrame ? `, ${shortRef(inFrame)} is ${inFrame}` : '';
  const more = labels.length > maxLabels ? [`Only the first ${maxLabels} of what can be used have one.`] : [];
  return [`A number on it is a ref: 12 is ref_12${also}.`, ...more];
}

/** A page may move a frame while its picture is taken, so all of them are hidden as well; its own styles cannot undo that. */
async function hidingFrames<T>({ tabId, page }: ToolContext, take: () => Promise<T>): Promise<T> {
  const css = 'iframe,frame,object,embed,fencedframe,portal{visibility:hidden!important}';
  const styles = { target: { tabId, documentIds: [page.documentId] }, css, origin: 'USER' as const };
  await chrome.scripting.insertCSS(styles);
  try {
    return await take();
  } finally {
    // The page may be gone, and its styles with it.
    await chrome.scripting.removeCSS(styles).catch(() => {});
  }
}
