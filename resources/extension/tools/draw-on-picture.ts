// Draws on a picture: black over what a page shows of others who are not for this call, and the refs of what can be used.
import { toBase64 } from './base64.ts';
import { type Label, shortRef } from './labels-on-picture.ts';
import { smallestOf } from './smallest-picture.ts';
import type { FrameBox } from '../page/frame-places.ts';
import type { Picture, View } from './page-input.ts';

const labelPx = 11;

interface Drawn {
  /** Both in the coordinates of the picture's area. */
  readonly boxes: readonly FrameBox[];
  readonly labels: readonly Label[];
}

export async function drawOn(picture: Picture, view: View, { boxes, labels }: Drawn): Promise<Picture> {
  const { mimeType, area } = picture;
  const bitmap = await decodePicture(picture);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser gives no canvas to draw on the picture with.');
  context.drawImage(bitmap, 0, 0);
  const [scaleX, scaleY] = [bitmap.width / area.width, bitmap.height / area.height];
  for (const { x, y, ref } of labels) label(context, (x - area.x) * scaleX, (y - area.y) * scaleY, ref);
  for (const { x, y, width, height } of boxes) {
    // A pixel more on each side, because edges are blended.
    context.fillRect((x - area.x) * scaleX - 1, (y - area.y) * scaleY - 1, width * scaleX + 2, height * scaleY + 2);
  }
  const drawn = await smallestOf(view.format ?? drawnFormat(mimeType), '', async format => {
    const blob = await canvas.convertToBlob({ type: `image/${format}`, quality: view.quality / 100 });
    return toBase64(new Uint8Array(await blob.arrayBuffer()));
  });
  return { ...drawn, area };
}

export function decodePicture({ data, mimeType }: Picture): Promise<ImageBitmap> {
  const bytes = Uint8Array.from(atob(data), character => character.charCodeAt(0));
  return createImageBitmap(new Blob([bytes], { type: mimeType }));
}

/** That of the picture itself: it is much the same with a few boxes on it. */
function drawnFormat(mimeType: string): 'jpeg' | 'png' {
  return mimeType === 'image/png' ? 'png' : 'jpeg';
}

function label(context: OffscreenCanvasRenderingContext2D, x: number, y: number, ref: string): void {
  const text = shortRef(ref);
  context.font = `bold ${labelPx}px sans-serif`;
  const width = context.measureText(text).width + 4;
  const [left, top] = [Math.max(0, x), Math.max(0, y)];
  context.fillStyle = '#ffe45c';
  context.fillRect(left, top, width, labelPx + 2);
  context.fillStyle = '#000';
  context.fillText(text, left + 2, top + labelPx - 1);
}
