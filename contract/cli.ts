// What the command line and the hub call each other's messages.

/** A notification of the hub before its answer: what the answer waits for, in `params.text`. */
export const waitsMethod = 'waits';
