// How an operation of the trace lies in a chunk of bytes. Numbers are little-endian; a text is its length in bytes and its UTF-8.
import { integerFields, textFields } from '../../../contract/trace-fields.ts';

/** The first byte of each operation. */
export const opKinds = { name: 1, forget: 2, open: 3, waiting: 4, close: 5 } as const;

export const flags = { out: 1, notification: 2, cut: 4, dropped: 8, noPayload: 16 } as const;

/** The length of a text that is null. */
export const nullText = 0xff_ff_ff_ff;

/** More than the numbers of any operation and the lengths of its texts take; a plain field has a number or a length. */
export const fixedBytes = 96 + 8 * (integerFields.length + textFields.length);
