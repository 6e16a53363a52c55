// How long servers may take where nothing is set for them.

/** For the handshake; what a package takes to be fetched comes on top. */
export const defaultStartSeconds = 60;
