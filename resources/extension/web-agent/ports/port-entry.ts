// Under which names the files of one registration leave something for those after them. All of them run before any script of the page.

/** The digits of a port so far; then what the files before had left, where the page has another port. */
export const entry = Symbol.for('web-agent.port');
/** What the files in `flags/` leave for the page script, which takes it away. `blocked`: the page gets nothing. */
export const flagsEntry = Symbol.for('web-agent.flags');
