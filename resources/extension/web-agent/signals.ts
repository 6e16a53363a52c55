// What the API's script in a page and the content script tell each other on `performance`: no listener there is taken away by `document.open()`, and
// none costs a page that says nothing more than its name. Nobody is kept from saying the same there, as with what is posted to the window.

/** By the page's script, before it posts something: whoever listens to the window may have lost that listener. */
export const saidEvent = 'web-agent-said';

/** By the content script, which comes once the page is loaded: at its start, and in answer to `saidEvent`. */
export const listensEvent = 'web-agent-listens';

/** By the page's script: a message event that the window had before the content script came, dispatched once more. Each world reads the data of an event by itself. */
export const heldEvent = 'message';
