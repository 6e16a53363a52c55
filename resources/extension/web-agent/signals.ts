// What the API's script in a page and the content script tell each other on `performance`, because `document.open()` takes no listener away there. Nobody is kept
// from saying the same, as with what is posted to the window.

/** By the page's script, before it posts something: whoever listens to the window may have lost that listener. */
export const saidEvent = 'web-agent-said';

/** By the content script: at its start, and in answer to `saidEvent`. */
export const listensEvent = 'web-agent-listens';

/** By the page's script: a message event that the window had before the content script came, dispatched once more, under the name that such events have. Each world reads the data of an event by itself. */
export const heldEvent = 'message';
