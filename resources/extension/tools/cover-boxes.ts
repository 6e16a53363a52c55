// Blackens parts of a picture: what a page shows of others who are not for this call.
import type { FrameBox } from '../page/frame-places.ts';
import type { Picture } from './page-input.ts';

const quality = 0.8;

/** `boxes` are in the coordinates of the picture's area. */
export async function coverBoxes(
  { data, mimeType, area }: Picture,
  boxes: readonly FrameBox[],
): Promise<{ data: string; mimeType: string }> {
  const bytes = Uint8Array.from(atob(data), character => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: mimeType }));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser gives no canvas to cover a part of the picture with.');
  context.drawImage(bitmap, 0, 0);
  const [scaleX, scaleY] = [bitmap.width / area.width, bitmap.height / area.height];
  for (const { x, y, width, height } of boxes) {
    // A pixel more on each side, because edges are blended.
    context.fillRect((x - area.x) * scaleX - 1, (y - area.y) * scaleY - 1, width * scaleX + 2, height * scaleY + 2);
  }
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
  return { data: toBase64(new Uint8Array(await blob.arrayBuffer())), mimeType: 'image/jpeg' };
}

function toBase64(bytes: Uint8Array): string {
  const piece = 32_768;
  let text = '';
  // So many arguments at once are too many for a call.
  for (let at = 0; at < bytes.length; at += piece) text += String.fromCharCode(...bytes.subarray(at, at + piece));
  return btoa(text);
}
