// The picture of the fixture's question: a page of plain areas with one button marked, as a JPEG in base64.
import photon from '@silvia-odwyer/photon-node';

type Area = readonly [
  left: number,
  top: number,
  right: number,
  bottom: number,
  colour: readonly [number, number, number],
];

const [width, height] = [480, 270];
const areas: readonly Area[] = [
  [0, 0, width, 48, [34, 60, 90]],
  [32, 80, 300, 96, [200, 205, 212]],
  [32, 112, 400, 122, [225, 228, 232]],
  [28, 176, 192, 228, [214, 51, 108]],
  [32, 180, 188, 224, [200, 60, 60]],
  [212, 180, 330, 224, [225, 228, 232]],
];

export function promptPicture(): string {
  const pixels = new Uint8Array(width * height * 4).fill(255);
  for (const [left, top, right, bottom, colour] of areas)
    for (let y = top; y < bottom; y += 1) for (let x = left; x < right; x += 1) pixels.set(colour, (y * width + x) * 4);
  return Buffer.from(new photon.PhotonImage(pixels, width, height).get_bytes_jpeg(60)).toString('base64');
}
