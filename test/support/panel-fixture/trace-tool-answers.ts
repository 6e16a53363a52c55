// What the fixture's hub answers about figures, exports, imports and recordings: the real tools of the trace, over its made-up entries.
import { LineReader } from '../../../electron/core/trace/import/read-line.ts';
import { TraceColumns } from '../../../electron/core/trace/trace-columns.ts';
import { loadImports, TraceThread } from '../../../electron/core/trace/trace-thread.ts';
import { finished } from '../finished.ts';
import { fixturePayload } from './payloads.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { TraceEntry } from '../../../contract/schemas/trace.ts';
import type { traceRequests } from '../../../contract/schemas/trace-requests.ts';
import type { Recording } from '../../../contract/schemas/trace-tools.ts';
import type { QueryAnswer, QueryName, QueryParams } from '../../../electron/core/trace/trace-messages.ts';
import type { TraceAnswers } from './trace-answers.ts';

type TraceToolAnswers = Omit<Pick<PanelHandlers, keyof typeof traceRequests>, keyof TraceAnswers>;

await loadImports();

const about = { version: '0.1.0', at: 1_795_000_000_000 };
const folder = '/home/ana/.pilothouse/traces';

export function traceToolAnswers(
  trace: readonly TraceEntry[],
  record: (recording: Recording | null) => void,
): TraceToolAnswers {
  const tool = <N extends QueryName>(name: N, ask: QueryParams<N>): QueryAnswer<N> => {
    const reply = finished(toolsOver(trace).answer(name, ask));
    if (!reply.ok) throw new Error(reply.error.message);
    return reply.value as QueryAnswer<N>;
  };
  return {
    'trace:replay-plan': ({ seq }) => ({
      seq,
      method: 'tools/call',
      tool: 'everything/echo',
      to: { kind: 'server', id: 'everything', label: 'everything' },
      acts: true,
      params: { name: 'everything/echo', arguments: { message: 'hello' } },
      masked: 0,
      refusal: null,
    }),
    'trace:replay': () => ({
      seq: trace.length,
      outcome: 'ok',
      rule: 'own-call',
      reason: null,
      latencyMs: 12.5,
      result: { content: [{ type: 'text', text: 'Echo: hello' }] },
    }),
    'trace:related': ask => tool('related', ask),
    'trace:figures': ask => tool('figures', ask),
    'trace:export-preview': ask => tool('export-preview', ask),
    'trace:export': ask => tool('export', { ...ask, about }),
    'trace:import-begin': () => tool('import-begin', {}),
    'trace:import-lines': ask => tool('import-lines', ask),
    'trace:import-end': () => ({}),
    'trace:record': ({ on }) => {
      record(on ? { since: about.at, entries: 1_204, bytes: 1_482_000, folder } : null);
      return {};
    },
    'trace:recordings': () => ({ folder, files: [], maxBytes: 134_217_728, kept: { folder, bytes: 0 } }),
    'trace:forget-recordings': () => ({}),
  };
}

function toolsOver(trace: readonly TraceEntry[]): TraceThread {
  const columns = new TraceColumns({ entries: 20_000, payloadBytes: 16 * 1024 * 1024 });
  const reader = new LineReader();
  for (const entry of trace) {
    const { seq: _, ...payload } = fixturePayload(entry);
    // A line of a file has only the English sentence of what the hub says, which the real trace has as a value.
    const reason = entry.why ? null : entry.reason;
    const read = reader.read(JSON.stringify({ ...entry, reason, at: Math.round(entry.at), payload }));
    if (read === null || 'kind' in read) continue;
    columns.open(read.open);
    if (read.close) columns.close(read.close);
  }
  return new TraceThread(columns, { on: () => undefined, postMessage: () => undefined });
}
