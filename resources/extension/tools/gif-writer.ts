// Writes an animated GIF frame by frame; what a frame leaves as it was costs next to nothing.
import { applyPalette, GIFEncoder, quantize } from 'gifenc/dist/gifenc.esm.js';

type Colour = readonly [red: number, green: number, blue: number];

export interface GifFrame {
  readonly width: number;
  readonly height: number;
  /** RGBA, all of it opaque. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  readonly delayMs: number;
}

/** One of 256 stands for what the frame before shows there. */
const maxColours = 255;
/** Of so many different ones a palette is made by coarser steps, because it takes time by their square. */
const manyColours = 4_096;
const seeThrough: Colour = [0, 0, 0];

export class GifWriter {
  readonly #encoder = GIFEncoder();
  readonly #sampleEvery: number;
  readonly #always: readonly Colour[];
  #before: Uint32Array | null = null;

  /** A palette is made of every so many pixels, and holds the colours `always`, however few pixels have them. */
  constructor(sampleEvery: number, always: readonly Colour[]) {
    this.#sampleEvery = sampleEvery;
    this.#always = always;
  }

  /** Bytes so far. */
  get size(): number {
    return this.#encoder.bytesView().length;
  }

  /** All frames are of one size. */
  add({ width, height, pixels, delayMs }: GifFrame): void {
    const now = new Uint32Array(pixels.buffer);
    const before = this.#before;
    this.#before = now;
    const colours = [...this.#always, ...this.#coloursOf(now, before)];
    const index = applyPalette(pixels, colours);
    const transparentIndex = colours.length;
    if (before) for (let at = 0; at < now.length; at += 1) if (now[at] === before[at]) index[at] = transparentIndex;
    this.#encoder.writeFrame(index, width, height, {
      palette: [...colours, seeThrough],
      delay: delayMs,
      dispose: 1,
      transparent: before !== null,
      transparentIndex,
    });
  }

  finish(): Uint8Array<ArrayBuffer> {
    this.#encoder.finish();
    return this.#encoder.bytesView();
  }

  #coloursOf(now: Uint32Array, before: Uint32Array | null): Colour[] {
    const sampled: number[] = [];
    let passed = 0;
    for (const [at, pixel] of now.entries()) {
      if (before?.[at] === pixel) continue;
      if (passed % this.#sampleEvery === 0) sampled.push(pixel);
      passed += 1;
    }
    if (sampled.length === 0) return [];
    const bytes = new Uint8ClampedArray(Uint32Array.from(sampled).buffer);
    return quantize(bytes, maxColours - this.#always.length, { format: hasMany(sampled) ? 'rgb444' : 'rgb565' });
  }
}

/** As RGB with 5, 6 and 5 bits. */
function hasMany(pixels: readonly number[]): boolean {
  const seen = new Set<number>();
  for (const pixel of pixels) {
    seen.add(((pixel & 0xf8) << 8) | ((pixel >> 5) & 0x7e0) | ((pixel >> 19) & 0x1f));
    if (seen.size > manyColours) return true;
  }
  return false;
}
