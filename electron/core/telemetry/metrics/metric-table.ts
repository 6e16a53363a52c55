// Every metric that the hub exports, as a row: its name, what it counts, its unit and its buckets. Dashboards are compared with it, so it loads nothing.

/** A counter only rises, a histogram takes durations and amounts, a gauge and a total are read when they are collected. */
export type MetricKind = 'counter' | 'histogram' | 'gauge' | 'total';

export interface MetricRow {
  readonly kind: MetricKind;
  /** As UCUM writes it; what stands in braces is a note and no unit. */
  readonly unit: string;
  readonly description: string;
  readonly buckets?: readonly number[];
}

/** Those of OpenTelemetry's MCP conventions, and finer ones below them: most of what the hub does takes less than 10 ms. */
const callBuckets = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];
/** What the hub itself adds to a call. */
const hubBuckets = [0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];
/** A person takes seconds, minutes, or the lunch hour. */
const personBuckets = [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_800, 3_600];
/** Those two as the GenAI conventions advise. */
const modelBuckets = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const tokenBuckets = Array.from({ length: 14 }, (_, power) => 4 ** power);

export const metricTable = {
  'pilothouse.calls': {
    kind: 'counter',
    unit: '{call}',
    description: 'Calls that agents and pages made, each counted once, by what carried it out and how it ended.',
  },
  'pilothouse.errors': {
    kind: 'counter',
    unit: '{call}',
    description: 'Calls that ended otherwise than well, by the code of their error.',
  },
  'mcp.server.operation.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'From a request of an agent to its answer, without what a person was waited for.',
    buckets: callBuckets,
  },
  'mcp.client.operation.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'From a request of the hub to an MCP server to its answer.',
    buckets: callBuckets,
  },
  'pilothouse.browser.operation.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'From a request of the hub to a browser to its answer.',
    buckets: callBuckets,
  },
  'pilothouse.hub.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Of a call, what the hub took: without its target and without what a person was waited for.',
    buckets: hubBuckets,
  },
  'pilothouse.person.wait.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'How long a call waited for a person.',
    buckets: personBuckets,
  },
  'gen_ai.client.operation.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'From a question to a model to the end of its answer, without what a person was waited for.',
    buckets: modelBuckets,
  },
  'gen_ai.client.token.usage': {
    kind: 'histogram',
    unit: '{token}',
    description: 'What a model read and wrote for one question.',
    buckets: tokenBuckets,
  },
  'pilothouse.servers': { kind: 'gauge', unit: '{server}', description: 'MCP servers, by their state.' },
  'pilothouse.agents.connected': { kind: 'gauge', unit: '{agent}', description: 'Agents that are connected.' },
  'pilothouse.browsers.connected': { kind: 'gauge', unit: '{browser}', description: 'Browsers that are connected.' },
  'pilothouse.tabs.owned': { kind: 'gauge', unit: '{tab}', description: 'Tabs that agents own.' },
  'pilothouse.questions.waiting': {
    kind: 'gauge',
    unit: '{question}',
    description: 'Questions that wait for a person.',
  },
  'pilothouse.run.mode': {
    kind: 'gauge',
    unit: '{mode}',
    description: '1 for the run mode that holds, 0 for the others.',
  },
  'pilothouse.calls.open': { kind: 'gauge', unit: '{call}', description: 'Calls that are not answered yet.' },
  'pilothouse.calls.queued': { kind: 'gauge', unit: '{call}', description: 'Calls that wait for their turn to begin.' },
  'pilothouse.outbox.length': {
    kind: 'gauge',
    unit: '{entry}',
    description: 'Entries that wait here for the fleet, by outbox.',
  },
  'pilothouse.outbox.dropped': {
    kind: 'total',
    unit: '{entry}',
    description: 'Entries that had no room in the outbox.',
  },
  'process.memory.usage': { kind: 'gauge', unit: 'By', description: 'Memory of the hub’s process (resident set).' },
  'pilothouse.memory.heap.used': { kind: 'gauge', unit: 'By', description: 'What is in use of the heap of V8.' },
  'pilothouse.memory.heap.size': { kind: 'gauge', unit: 'By', description: 'The heap of V8.' },
  'pilothouse.memory.external': {
    kind: 'gauge',
    unit: 'By',
    description: 'Memory outside of the heap that its objects hold.',
  },
  'nodejs.eventloop.delay.mean': { kind: 'gauge', unit: 's', description: 'How late timers came, mean.' },
  'nodejs.eventloop.delay.p50': { kind: 'gauge', unit: 's', description: 'How late timers came, half of them.' },
  'nodejs.eventloop.delay.p99': { kind: 'gauge', unit: 's', description: 'How late timers came, 99 of 100.' },
  'nodejs.eventloop.delay.max': { kind: 'gauge', unit: 's', description: 'How late the latest timer came.' },
  'pilothouse.uptime': { kind: 'gauge', unit: 's', description: 'Since the hub started.' },
  'pilothouse.telemetry.sent': {
    kind: 'total',
    unit: '{item}',
    description: 'What was taken by its collector, by signal.',
  },
  'pilothouse.telemetry.dropped': { kind: 'total', unit: '{item}', description: 'What was never sent, by signal.' },
  'pilothouse.telemetry.queued': { kind: 'gauge', unit: '{item}', description: 'What waits to be sent, by signal.' },
  'pilothouse.metrics.folded': {
    kind: 'total',
    unit: '{record}',
    description: 'Measurements counted under `other`, because their metric has its bound of series.',
  },
  'pilothouse.metrics.missed': {
    kind: 'total',
    unit: '{record}',
    description: 'Measurements left out, because too many came at once.',
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

export type MetricName = keyof typeof metricTable;
type OfKind<K extends MetricKind> = {
  [N in MetricName]: (typeof metricTable)[N]['kind'] extends K ? N : never;
}[MetricName];
/** Those that are recorded as something happens. */
export type RecordedName = OfKind<'counter' | 'histogram'>;
/** Those that are read when they are collected. */
export type ObservedName = OfKind<'gauge' | 'total'>;

export const metricNames = Object.keys(metricTable) as readonly MetricName[];

export function metricRow(name: MetricName): MetricRow {
  return metricTable[name];
}
