// A small picture of what is in view around elements, each in a frame: for the user who is asked about a call.
import { maxDescribedPictureBytes } from '../../../contract/companion.ts';
import { toBase64 } from './base64.ts';
import { debuggerInput } from './debugger-input.ts';
import { decodePicture } from './draw-on-picture.ts';
import { scriptedInput } from './scripted-input.ts';
import type { Region } from '../page/scripted-pointer.ts';
import type { Picture } from './page-input.ts';
import type { ToolContext } from './tool.ts';

/** The user waits for the question until then; without a picture it is asked all the same. */
const patienceMs = 1_500;
/** What is shown of the page around an element. */
const marginPx = 48;
const smallest = { width: 480, height: 270 };
/** Of the picture itself. */
const largest = { width: 640, height: 400 };
const qualities = [0.75, 0.5, 0.3, 0.1];
/** Shares of its size. */
const sizes = [1, 0.5];

interface Size {
  readonly width: number;
  readonly height: number;
}

/** `boxes` are in CSS pixels of the viewport, which is of the size `view`. A JPEG in base64; null where none can be had. */
export async function pictureAround(
  context: ToolContext,
  view: Size,
  boxes: readonly Region[],
): Promise<string | null> {
  if (view.width < 1 || view.height < 1) return null;
  const region = regionAround(boxes, view);
  const scale = Math.max(0.1, Math.min(1, largest.width / region.width, largest.height / region.height));
  const input = 'debugger' in chrome ? debuggerInput : scriptedInput;
  const taking = input
    .screenshot(context, { region, scale, quality: 90, format: 'jpeg' })
    .then(picture => outlined(picture, boxes));
  // Developer tools keep the debugger away, and some pages may not be pictured at all.
  return Promise.race([taking.catch(() => null), new Promise<null>(resolve => setTimeout(resolve, patienceMs, null))]);
}

/** All of the boxes with a margin, and no less than can be recognised; the whole view where there is none. */
function regionAround(boxes: readonly Region[], view: Size): Region {
  if (boxes.length === 0) return { x: 0, y: 0, ...view };
  const [left, width] = spanOf(
    boxes.map(({ x, width: length }) => [x, x + length]),
    smallest.width,
    view.width,
  );
  const [top, height] = spanOf(
    boxes.map(({ y, height: length }) => [y, y + length]),
    smallest.height,
    view.height,
  );
  return { x: left, y: top, width, height };
}

/** Where it starts, and how long it is. */
function spanOf(spans: readonly (readonly [number, number])[], least: number, all: number): [number, number] {
  const start = Math.min(...spans.map(([from]) => from));
  const end = Math.max(...spans.map(([, to]) => to));
  const length = Math.min(all, Math.max(least, Math.ceil(end - start) + 2 * marginPx));
  const from = Math.floor(Math.min(Math.max(0, (start + end - length) / 2), all - length));
  return [from, length];
}

async function outlined(picture: Picture, boxes: readonly Region[]): Promise<string | null> {
  const bitmap = await decodePicture(picture);
  const { area } = picture;
  for (const share of sizes) {
    const canvas = new OffscreenCanvas(Math.ceil(bitmap.width * share), Math.ceil(bitmap.height * share));
    const context = canvas.getContext('2d');
    if (!context) return null;
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const [scaleX, scaleY] = [canvas.width / area.width, canvas.height / area.height];
    for (const { x, y, width, height } of boxes)
      outline(context, {
        x: (x - area.x) * scaleX,
        y: (y - area.y) * scaleY,
        width: width * scaleX,
        height: height * scaleY,
      });
    for (const quality of qualities) {
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
      if (blob.size <= maxDescribedPictureBytes) return toBase64(new Uint8Array(await blob.arrayBuffer()));
    }
  }
  return null;
}

/** Seen on dark and on light pages. */
function outline(context: OffscreenCanvasRenderingContext2D, { x, y, width, height }: Region): void {
  for (const [colour, line] of [
    ['#fff', 5],
    ['#d6336c', 3],
  ] as const) {
    context.strokeStyle = colour;
    context.lineWidth = line;
    context.strokeRect(x - 2, y - 2, width + 4, height + 4);
  }
}
