// How an operation of the trace lies in a chunk of bytes. Numbers are little-endian; a text is its length in bytes and its UTF-8.

/** The first byte of each operation. */
export const opKinds = { name: 1, forget: 2, open: 3, waiting: 4, close: 5 } as const;

export const flags = { out: 1, notification: 2, cut: 4, dropped: 8, noPayload: 16 } as const;

/** The length of a text that is null. */
export const nullText = 0xff_ff_ff_ff;

/** More than the numbers of any operation and the lengths of its texts take. */
export const fixedBytes = 96;
