// The names of the ports of a document: of its first, with which the bridge is brought into it, and of those after.

export const firstPortName = 'page first';
export const pagePortName = 'page';
/** Of the panel of a chat, which is a document of ours in a page. */
export const chatPortName = 'page chat';
/** Of the window in which the companion asks its user, while no hub is there. */
export const questionPortName = 'alone question';
