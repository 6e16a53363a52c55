// What the trace's thread and the schemas both know: outcomes and bounds. Without schemas, as the error codes are.

/** `pending` is a request without an answer yet, `none` a notification, `waiting` a call that waits for the user. */
export const outcomes = ['pending', 'waiting', 'ok', 'error', 'refused', 'cancelled', 'none'] as const;

export const maxWindow = 200;
/** Characters of a text that a filter looks for. */
export const maxWordChars = 200;

/** Values of a field that are listed. */
export const maxValues = 50;
export const maxRelated = 200;
export const maxToolFigures = 200;

/** Entries that are pinned are kept whole, whatever becomes of the ring; there are at most so many. */
export const maxPins = 50;

/** A report is read by a person: it holds the newest so many. The other formats hold all. */
export const maxReportEntries = 5_000;

/** A condition lies no deeper in others than this, and a list holds no more than so many. */
export const maxConditionDepth = 8;
export const maxConditions = 50;

/** Whose calls are measured: what agents asked of the hub, or what the hub asked of browsers and servers. */
export const figureSides = ['agents', 'targets'] as const;
export type FigureSide = (typeof figureSides)[number];

export const traceFormats = ['jsonl', 'har', 'otlp', 'html'] as const;
export type TraceFormat = (typeof traceFormats)[number];

export const maskedKinds = ['field', 'header', 'text'] as const;

/** Names of fields that an export masks beside the usual ones, and the characters of each. */
export const maxMaskedNames = 50;
export const maxMaskedNameChars = 100;
