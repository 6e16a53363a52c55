// GIFs for tests, read by another program than the one that writes them: each frame as a viewer shows it.
import { GifReader } from 'omggif';

export interface ShownFrame {
  readonly delayMs: number;
  /** RGBA. */
  readonly pixels: Uint8Array;
  /** Red, green and blue. */
  at(x: number, y: number): readonly number[];
  /** Of all pixels, how many are no farther from that colour than `by` in each channel. */
  count(colour: readonly number[], by?: number): number;
}

export interface ShownGif {
  readonly width: number;
  readonly height: number;
  readonly frames: readonly ShownFrame[];
}

export function readGif(bytes: Uint8Array): ShownGif {
  const reader = new GifReader(Buffer.from(bytes));
  const { width, height } = reader;
  const canvas = new Uint8Array(width * height * 4);
  const frames = Array.from({ length: reader.numFrames() }, (_, number) => {
    // What is transparent leaves what the frame before shows.
    reader.decodeAndBlitFrameRGBA(number, canvas);
    return shownFrame(Uint8Array.from(canvas), width, reader.frameInfo(number).delay * 10);
  });
  return { width, height, frames };
}

function shownFrame(pixels: Uint8Array, width: number, delayMs: number): ShownFrame {
  const colourAt = (start: number) => [...pixels.subarray(start, start + 3)];
  return {
    delayMs,
    pixels,
    at: (x, y) => colourAt((Math.round(y) * width + Math.round(x)) * 4),
    count: (colour, by = 12) => {
      let found = 0;
      for (let start = 0; start < pixels.length; start += 4)
        if (colourAt(start).every((value, channel) => Math.abs(value - (colour[channel] ?? 0)) <= by)) found += 1;
      return found;
    },
  };
}
