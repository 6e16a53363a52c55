// Width and height of a picture, read from its first bytes, so that nothing large is ever decoded to learn that it is too large.

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Null for what is no PNG, JPEG or WebP, or is cut off before its size. */
export function imageSize(bytes: Buffer): ImageSize | null {
  try {
    if (bytes.readUInt32BE(0) === 0x89504e47) return sizeOf(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
    if (bytes.readUInt16BE(0) === 0xffd8) return jpegSize(bytes);
    if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return webpSize(bytes);
    return null;
  } catch {
    // A read past the end of what there is.
    return null;
  }
}

/** ITU T.81 section B: segments up to a start of frame, of which there are several kinds. */
function jpegSize(bytes: Buffer): ImageSize | null {
  for (let at = 2; ; ) {
    const marker = bytes.readUInt16BE(at);
    // A marker may be filled up with any number of 0xff.
    if (marker === 0xffff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return sizeOf(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    if (marker < 0xffc0) return null;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
}

/** RFC 9649 sections 2.5 to 2.7: lossy, lossless and extended. */
function webpSize(bytes: Buffer): ImageSize | null {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return sizeOf(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return sizeOf((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case 'VP8X':
      return sizeOf(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
    default:
      return null;
  }
}

function sizeOf(width: number, height: number): ImageSize | null {
  return width > 0 && height > 0 ? { width, height } : null;
}
