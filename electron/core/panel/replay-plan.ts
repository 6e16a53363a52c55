// What it takes to send a call of the trace again: its method and params as MCP has them, whether it acts, and what the trace has masked.
import { isRecord, jsonIn } from '../../../contract/json.ts';
import { dialects } from '../../../native-host/dialects/dialects.ts';
import { mayBeCut } from '../redaction/cut.ts';
import { mask } from '../redaction/redact.ts';
import { scopeOf } from '../tools/browser-tools.ts';
import { meantCall } from '../tools/call-by-name.ts';
import { onlyReads } from '../tools/callable.ts';
import { toolId } from '../tools/tool-names.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { ReplayPlan } from '../../../contract/schemas/trace-tools.ts';
import type { Callable } from '../tools/callable.ts';
import type { FoundCall } from '../trace/trace-messages.ts';

/** Requests that mean the same on another connection. What is not among the reading ones counts as acting. */
const reading = /^(ping|tools\/list|prompts\/(list|get)|resources\/(list|read|templates\/list)|completion\/complete)$/;
const repeatable = (method: string) => method === 'tools/call' || reading.test(method);

/** `callableOf` gives null for a tool that there is not. */
export function planReplay({ entry, payload, target }: FoundCall, callableOf: CallableOf): ReplayPlan {
  const { seq, method } = entry;
  const plan = { seq, method, tool: entry.tool, to: target, acts: true, params: {}, masked: 0 };
  const refuse = (refusal: Reason): ReplayPlan => ({ ...plan, refusal });
  if (entry.kind === 'notification') return refuse({ kind: 'replay-of-notification' });
  if (!repeatable(method)) return refuse({ kind: 'replay-of-connection', method });
  if (entry.from.kind !== 'agent' && method !== 'tools/call') return refuse({ kind: 'replay-of-hub' });
  const params = payload.request === null ? null : paramsOf(payload.request, entry);
  if (!params) return refuse({ kind: 'replay-not-kept' });
  const isCut = payload.requestCutAt !== undefined || mayBeCut(JSON.stringify(params));
  if (isCut) return refuse({ kind: 'replay-cut' });
  const named = method === 'tools/call' ? withToolId(params, entry, target, callableOf) : params;
  return { ...plan, params: named, acts: actsOn(method, named, callableOf), masked: countMasked(named), refusal: null };
}

type CallableOf = (name: string) => Callable | null;

/** Whether sending these params changes something: of what is not known, it does. */
export function actsOn(method: string, params: Record<string, unknown>, callableOf: CallableOf): boolean {
  if (method !== 'tools/call') return !reading.test(method);
  const callable = typeof params.name === 'string' ? callableOf(params.name) : null;
  if (!callable) return true;
  if (callable.kind !== 'browser') return !callable.readOnly;
  // What this call needs is known, whatever others of its tool may do.
  const { mayAct: _, ...tool } = callable.tool;
  return !onlyReads({ ...tool, scope: scopeOf(tool, isRecord(params.arguments) ? params.arguments : {}) });
}

/** Values in which the trace has masked something. */
export function countMasked(value: unknown): number {
  if (typeof value === 'string') return value.includes(mask) ? 1 : 0;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, member) => sum + countMasked(member), 0);
}

/** The params in MCP's form, whatever wire the text stood on; null when it is none. `_meta` is of the old connection. */
function paramsOf(text: string, { method, tool }: FoundCall['entry']): Record<string, unknown> | null {
  const value = jsonIn(text);
  if (value === undefined) return null;
  const wires = [
    dialects.pilothouse.agent(),
    dialects['claude-bridge'].agent(),
    dialects['claude-frames'].agent({ now: () => 0 }),
    dialects.claudezilla.agent(() => true),
  ];
  for (const wire of wires) {
    const message = wire.decode(value);
    if (typeof message === 'string' || message.kind !== 'request' || message.method !== method) continue;
    const given = isRecord(message.params) ? message.params : {};
    // A server may have a tool of that name itself; the entry has the name under which it was decided.
    const { _meta: _, ...params } = given.name === tool ? given : meantCall(given);
    return method === 'tools/call' ? { name: params.name, arguments: params.arguments ?? {} } : params;
  }
  return null;
}

/** An agent that sees one server alone calls its tools by their own names, and so does the hub. */
function withToolId(
  params: Record<string, unknown>,
  { tabId }: FoundCall['entry'],
  target: FoundCall['target'],
  callableOf: CallableOf,
): Record<string, unknown> {
  const { name } = params;
  if (typeof name !== 'string') return params;
  const ofServer = target?.kind === 'server' ? toolId(target.id, name) : name;
  const callable = callableOf(ofServer) ?? callableOf(name);
  const args = isRecord(params.arguments) ? params.arguments : {};
  // Without a name of its own the call went to the tab that its agent had used last.
  const isInTab = callable?.kind === 'browser' && callable.tool.needsTab && args.tabId === undefined && tabId !== null;
  return { ...params, name: callable?.id ?? name, arguments: isInTab ? { ...args, tabId } : args };
}
