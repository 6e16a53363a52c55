// Registered before page-api.js where this flag differs from its default; page-api.js reads it in the same turn, and takes it away.
(globalThis[Symbol.for('web-agent.flags')] ??= {}).textGeneration = false;
