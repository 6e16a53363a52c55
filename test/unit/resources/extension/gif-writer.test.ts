// GIFs as the companion writes them, read by another program.
import { expect, test } from 'vitest';
import { GifWriter } from '../../../../resources/extension/tools/gif-writer.ts';
import { readGif } from '../../../support/gifs.ts';

type Colour = readonly [red: number, green: number, blue: number];

const [width, height] = [40, 30];
const [white, blue, orange]: Colour[] = [
  [255, 255, 255],
  [0, 60, 200],
  [255, 120, 0],
] as const as Colour[];

/** White, with what `paint` says for a place. */
function picture(paint: (x: number, y: number) => Colour | undefined): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1)
    pixels.set([...(paint(at % width, Math.floor(at / width)) ?? white!), 255], at * 4);
  return pixels;
}

function noise(seed: number): Uint8ClampedArray<ArrayBuffer> {
  let state = seed;
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 24;
  return picture(() => [next(), next(), next()]);
}

test('Each frame is shown as it was written, for as long as it says.', () => {
  const writer = new GifWriter(10, []);
  writer.add({ width, height, pixels: picture(x => (x < 20 ? blue : undefined)), delayMs: 1_000 });
  writer.add({ width, height, pixels: picture(x => (x < 10 ? blue : undefined)), delayMs: 2_500 });
  const gif = readGif(writer.finish());
  expect([gif.width, gif.height, gif.frames.map(({ delayMs }) => delayMs)]).toEqual([40, 30, [1_000, 2_500]]);
  expect(gif.frames.map(({ at }) => [at(5, 5), at(15, 5), at(25, 5)])).toEqual([
    [blue, blue, white],
    [blue, white, white],
  ]);
});

test('A colour that has to be there is exact, however few pixels have it and however few are looked at.', () => {
  const writer = new GifWriter(30, [orange!]);
  const pixels = noise(1);
  pixels.set([...orange!, 255], 0);
  writer.add({ width, height, pixels, delayMs: 1_000 });
  expect(readGif(writer.finish()).frames[0]?.at(0, 0)).toEqual(orange);
});

test('A frame that leaves all as it was costs next to nothing.', () => {
  const writer = new GifWriter(10, []);
  writer.add({ width, height, pixels: noise(1), delayMs: 1_000 });
  const before = writer.size;
  writer.add({ width, height, pixels: noise(1), delayMs: 1_000 });
  expect(writer.size - before).toBeLessThan(150);
  expect(readGif(writer.finish()).frames).toHaveLength(2);
});

test('The fewer pixels are looked at, the farther the colours are off.', () => {
  const errorWith = (quality: number) => {
    const writer = new GifWriter(quality, []);
    const pixels = noise(7);
    writer.add({ width, height, pixels, delayMs: 1_000 });
    const shown = readGif(writer.finish()).frames[0]!.pixels;
    return pixels.reduce((sum, value, at) => sum + Math.abs(value - shown[at]!), 0);
  };
  expect(errorWith(1)).toBeLessThan(errorWith(30));
});
