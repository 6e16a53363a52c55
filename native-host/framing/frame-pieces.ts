// What can be done with the pieces of a frame: count, join and read them.

/** The payload of one frame as views on the chunks in which it came, in order; at least one, and none is empty. */
export type FramePieces = readonly Buffer[];

/** A frame up to this size is joined in memory that is used again. */
const maxScratchBytes = 4 * 1024 * 1024;
let scratch = Buffer.alloc(0);

/** Bytes of the whole payload. */
export function bytesOf(pieces: FramePieces): number {
  let bytes = 0;
  for (const piece of pieces) bytes += piece.length;
  return bytes;
}

/** The payload in one buffer, which is a view on its chunk when it came in one. */
export function joinPieces(pieces: FramePieces): Buffer {
  const [first] = pieces;
  return pieces.length === 1 && first ? first : Buffer.concat(pieces);
}

/** The payload read as UTF-8; as with Buffer's toString, what is not UTF-8 becomes U+FFFD. */
export function textOf(pieces: FramePieces): string {
  const bytes = bytesOf(pieces);
  if (pieces.length === 1 || bytes > maxScratchBytes) return joinPieces(pieces).toString('utf8');
  if (scratch.length < bytes) scratch = Buffer.allocUnsafeSlow(roundedUp(bytes));
  let at = 0;
  for (const piece of pieces) at += piece.copy(scratch, at);
  return scratch.toString('utf8', 0, bytes);
}

/** To a power of two, so that slowly growing frames do not each make new memory. */
function roundedUp(bytes: number): number {
  return 2 ** Math.ceil(Math.log2(bytes));
}
