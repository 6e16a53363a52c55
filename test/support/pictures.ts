// Pictures for tests: noise, which no encoder makes small, in the three forms that browsers take screenshots in, and a look at a pixel.
import photon from '@silvia-odwyer/photon-node';

export interface Pictures {
  readonly png: Buffer;
  readonly jpeg: Buffer;
  readonly webp: Buffer;
}

/** The same noise each time. `alpha` is that of every pixel. */
export function noise(width: number, height: number, alpha = 255): Pictures {
  const pixels = new Uint8Array(width * height * 4);
  for (let at = 0, seed = 1; at < pixels.length; at += 1) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    pixels[at] = at % 4 === 3 ? alpha : seed >>> 24;
  }
  const image = new photon.PhotonImage(pixels, width, height);
  // A large one takes seconds in each form, and most tests want one of them.
  return {
    get png() {
      return Buffer.from(image.get_bytes());
    },
    get jpeg() {
      return Buffer.from(image.get_bytes_jpeg(90));
    },
    get webp() {
      return Buffer.from(image.get_bytes_webp());
    },
  };
}

/** The first bytes of a PNG that says it is this large, and nothing more. */
export function pngHead(width: number, height: number): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452' + '0'.repeat(16) + '0806000000', 'hex');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

/** How far the pixel in the middle is from a colour: the largest difference of red, green or blue. */
export function differenceInMiddle(image: photon.PhotonImage, colour: readonly number[]): number {
  return differenceAt(image, 0.5, colour);
}

/** The same where `part` of the width and of the height lies before it. */
export function differenceAt(image: photon.PhotonImage, part: number, colour: readonly number[]): number {
  const [x, y] = [Math.floor(image.get_width() * part), Math.floor(image.get_height() * part)];
  const at = (y * image.get_width() + x) * 4;
  const pixel = image.get_raw_pixels().slice(at, at + 3);
  return Math.max(...colour.map((value, channel) => Math.abs(value - (pixel[channel] ?? 0))));
}
