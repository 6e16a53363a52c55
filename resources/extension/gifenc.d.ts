// What is used of gifenc 1.0.3, which comes without types. Named by its file of ES modules, as Node knows it by no other name.
declare module 'gifenc/dist/gifenc.esm.js' {
  type Colour = readonly [red: number, green: number, blue: number];

  interface Encoder {
    /** `palette` has 2 to 256 colours; `dispose` 1 leaves a frame where it is for the next one. */
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options: {
        palette: readonly Colour[];
        delay: number;
        dispose: number;
        transparent: boolean;
        transparentIndex: number;
      },
    ): void;
    finish(): void;
    /** All that was written so far. */
    bytesView(): Uint8Array<ArrayBuffer>;
  }

  export function GIFEncoder(): Encoder;
  /** RGBA in, at most `maxColors` colours out. Takes time by the square of the different colours that `format` knows. */
  export function quantize(
    rgba: Uint8ClampedArray<ArrayBuffer>,
    maxColors: number,
    options: { format: 'rgb565' | 'rgb444' },
  ): Colour[];
  /** For each pixel the number of the nearest colour. */
  export function applyPalette(
    rgba: Uint8ClampedArray<ArrayBuffer>,
    palette: readonly Colour[],
  ): Uint8Array<ArrayBuffer>;
}
