// What stands in a text where a frame does.

/** Before and after the ref of the frame. No text of a page keeps it. */
export const frameMark = '\u0000';
