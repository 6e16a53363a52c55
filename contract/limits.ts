// How a call names the run that it belongs to.

/** Stands in the `_meta` of a `tools/call` that belongs to a run, and in the `_meta` of its result. */
export const runMetaKey = 'dev.pilothouse/run';
