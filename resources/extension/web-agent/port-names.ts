// The names of the ports of a document: of its first, with which the bridge is brought into it, and of those after.

export const firstPortName = 'page first';
export const pagePortName = 'page';
