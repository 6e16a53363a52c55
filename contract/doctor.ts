// The doctor's ladder: its rungs in their order, and the repairs that it knows.

/** From the data home up to a page. Each is judged on its own: a later one may be fine while an earlier one is broken. */
export const rungIds = [
  'home',
  'lock',
  'endpoints',
  'browser',
  'extension',
  'version',
  'manifest',
  'launcher',
  'ping',
  'proof',
  'hello',
  'shim',
  'tools',
  'page',
] as const;
export type RungId = (typeof rungIds)[number];

/** What a repair may do; none of them destroys anything. */
export const repairIds = [
  'set-modes',
  'set-aside-record',
  'remove-socket',
  'publish-record',
  'leave-endpoint-off',
  'take-free-port',
  'write-manifest',
  'write-launcher',
  'approve-browser',
  'start-browser',
] as const;
export type RepairId = (typeof repairIds)[number];

/** Runs that are remembered since the hub's start. */
export const maxDoctorRuns = 20;

/** Lines of the hub's log in the diagnostics. */
export const diagnosticLogLines = 40;

/** How grave a line of the hub's log is. */
export const logLevels = ['info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Of which part of the hub a line of its log speaks. */
export const logParts = ['hub', 'endpoint', 'agent', 'browser', 'server', 'rule', 'doctor', 'problem'] as const;
export type LogPart = (typeof logParts)[number];
