// Makes a picture small enough: first as a JPEG of its own size, then ever smaller. Takes time and memory, so it runs in a worker.
import photon from '@silvia-odwyer/photon-node';
import { type ImageSize, imageSize } from './image-size.ts';

export interface ScaledImage {
  /** A JPEG. */
  readonly bytes: Uint8Array;
  readonly from: ImageSize;
  readonly to: ImageSize;
}

/** Decoded it takes 4 bytes a pixel, and again as much while it is scaled. */
const maxPixels = 50_000_000;
const quality = 75;
const leastSide = 32;
const maxAttempts = 8;

/** Null when it is no picture, has more than 50 megapixels, or cannot be made so small. Throws when it cannot be decoded. */
export function scaleImage(bytes: Buffer, maxBytes: number): ScaledImage | null {
  const from = imageSize(bytes);
  if (!from || from.width * from.height > maxPixels) return null;
  const decoded = photon.PhotonImage.new_from_byteslice(bytes);
  const opaque = withoutAlpha(decoded);
  let factor = 1;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const to = { width: Math.round(from.width * factor), height: Math.round(from.height * factor) };
    if (Math.min(to.width, to.height) < Math.min(leastSide, from.width, from.height)) return null;
    const scaled = factor === 1 ? opaque : photon.resize(opaque, to.width, to.height, photon.SamplingFilter.Triangle);
    const jpeg = scaled.get_bytes_jpeg(quality);
    if (jpeg.length <= maxBytes) return { bytes: jpeg, from, to };
    if (scaled !== opaque) scaled.free();
    // Bytes go with the area; a little less than that, because small pictures have more of them for each pixel.
    factor *= Math.sqrt(maxBytes / jpeg.length) * 0.95;
  }
  return null;
}

/** A JPEG knows no transparency; what shines through is white, as on an empty page. */
function withoutAlpha(image: photon.PhotonImage): photon.PhotonImage {
  const pixels = image.get_raw_pixels();
  let isOpaque = true;
  for (let at = 3; at < pixels.length && isOpaque; at += 4) isOpaque = pixels[at] === 255;
  if (isOpaque) return image;
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3] ?? 255;
    for (let channel = at; channel < at + 3; channel += 1)
      pixels[channel] = ((pixels[channel] ?? 0) * alpha + 255 * (255 - alpha)) / 255;
    pixels[at + 3] = 255;
  }
  const white = new photon.PhotonImage(pixels, image.get_width(), image.get_height());
  image.free();
  return white;
}
