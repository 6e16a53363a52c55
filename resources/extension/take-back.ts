// How long a window that a page or the companion has opened is kept from the focus, which goes back to where its user was.

/** A window manager hands out the focus when it likes; so long it is taken back. */
export const takenBackMs = 2_000;
