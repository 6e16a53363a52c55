// How a bundle goes from a page to the hub and back.

/** What one message carries of a file at most, in base64. */
export const maxPieceChars = 1_400_000;
