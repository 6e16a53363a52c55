// Draws the steps of a GIF: the picture, where the pointer was used, what was done, how far the recording has come.

import type { Step } from './gif-steps.ts';
import type { Point } from './page-input.ts';
import type { Frame } from './recordings.ts';

/** As real clients name them. */
export interface Overlays {
  readonly showClickIndicators: boolean;
  readonly showDragPaths: boolean;
  readonly showActionLabels: boolean;
  readonly showProgressBar: boolean;
  readonly showWatermark: boolean;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Drawn extends Size {
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  readonly delayMs: number;
}

/** Red, green and blue of what is drawn; a palette has to hold them. */
export const overlayColours = {
  click: [255, 120, 0],
  drag: [220, 30, 60],
  dark: [20, 20, 20],
  light: [255, 255, 255],
} as const;

const radiusPx = 9;
const textPx = 13;
const barPx = 4;
const watermark = 'Pilothouse';

type Pen = OffscreenCanvasRenderingContext2D;

/** Large enough for each frame, whatever became of the window meanwhile. */
export function sizeOf(frames: readonly Frame[], scale: number): Size {
  const sizes = frames.map(pngSize);
  const most = (side: keyof Size) => Math.max(1, Math.round(scale * Math.max(...sizes.map(each => each[side]))));
  return { width: most('width'), height: most('height') };
}

/** Source: PNG 11.2.1, the header comes first. */
function pngSize({ data }: Frame): Size {
  const head = Uint8Array.from(atob(data.slice(0, 32)), character => character.charCodeAt(0));
  const view = new DataView(head.buffer);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** One after the other, so that no more than one is there at a time. */
export async function* drawSteps(steps: readonly Step[], scale: number, overlays: Overlays): AsyncGenerator<Drawn> {
  const size = sizeOf(
    steps.map(({ frame }) => frame),
    scale,
  );
  const pen = new OffscreenCanvas(size.width, size.height).getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('The browser gives no canvas to draw the recording with.');
  for (const [at, step] of steps.entries()) {
    await drawPicture(pen, size, step, scale);
    drawOverlays(pen, size, step, overlays, (at + 1) / steps.length, scale);
    const { data } = pen.getImageData(0, 0, size.width, size.height);
    yield { ...size, pixels: data, delayMs: step.delayMs };
  }
}

async function drawPicture(pen: Pen, { width, height }: Size, { frame }: Step, scale: number): Promise<void> {
  const bytes = Uint8Array.from(atob(frame.data), character => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  pen.fillStyle = css('light');
  pen.fillRect(0, 0, width, height);
  pen.drawImage(bitmap, 0, 0, Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
  bitmap.close();
}

function drawOverlays(
  pen: Pen,
  { width, height }: Size,
  { frame, label, points }: Step,
  overlays: Overlays,
  share: number,
  scale: number,
): void {
  const perPixel = (pngSize(frame).width / frame.area.width) * scale;
  const places = points.map(({ x, y }) => ({
    x: (x - frame.area.x) * perPixel,
    y: (y - frame.area.y) * perPixel,
  }));
  const [from, to] = places;
  if (from && to && overlays.showDragPaths) drawPath(pen, from, to);
  if (from && !to && overlays.showClickIndicators) drawClick(pen, from);
  const bottom = height - (overlays.showProgressBar ? barPx : 0);
  if (overlays.showActionLabels && label !== '') drawWords(pen, label, { x: 4, y: bottom - 4 }, width);
  if (overlays.showWatermark) drawWords(pen, watermark, { x: width - 4, y: textPx + 12 }, width, 'right');
  if (!overlays.showProgressBar) return;
  pen.fillStyle = css('click');
  pen.fillRect(0, bottom, Math.round(width * share), barPx);
}

/** A dot in a ring. */
function drawClick(pen: Pen, { x, y }: Point): void {
  pen.fillStyle = pen.strokeStyle = css('click');
  pen.lineWidth = 2;
  pen.beginPath();
  pen.arc(x, y, radiusPx, 0, 2 * Math.PI);
  pen.stroke();
  pen.beginPath();
  pen.arc(x, y, radiusPx / 3, 0, 2 * Math.PI);
  pen.fill();
}

function drawPath(pen: Pen, from: Point, to: Point): void {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  pen.strokeStyle = css('drag');
  pen.lineWidth = 3;
  pen.beginPath();
  pen.moveTo(from.x, from.y);
  pen.lineTo(to.x, to.y);
  for (const turn of [-0.5, 0.5]) {
    pen.moveTo(to.x, to.y);
    pen.lineTo(to.x - 12 * Math.cos(angle + turn), to.y - 12 * Math.sin(angle + turn));
  }
  pen.stroke();
}

/** Light on dark; `at` is the lower corner on the side that the words are set to. */
function drawWords(pen: Pen, words: string, at: Point, width: number, side: 'left' | 'right' = 'left'): void {
  pen.font = `${textPx}px sans-serif`;
  const boxWidth = Math.min(width, pen.measureText(words).width + 12);
  const left = side === 'left' ? at.x : at.x - boxWidth;
  pen.fillStyle = css('dark');
  pen.fillRect(left, at.y - textPx - 8, boxWidth, textPx + 8);
  pen.fillStyle = css('light');
  pen.fillText(words, left + 6, at.y - 7, Math.max(1, boxWidth - 12));
}

function css(colour: keyof typeof overlayColours): string {
  return `rgb(${overlayColours[colour].join(' ')})`;
}
