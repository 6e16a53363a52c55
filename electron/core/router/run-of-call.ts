// The run with a budget that a call belongs to: read from the call, told in its result.
import { isRecord } from '../../../contract/json.ts';
import { runMetaKey } from '../../../contract/limits.ts';
import { RunAskSchema } from '../../../contract/schemas/limits.ts';
import { hubError } from '../../../words/hub-error.ts';
import type { Run, RunAsk } from '../../../contract/schemas/limits.ts';
import type { ToolCallParams, ToolResult } from '../../../contract/schemas/messages.ts';

/** Null where the call belongs to none. Throws ERR_INVALID_ARGUMENTS for what cannot be read: a budget must not be lost by a slip. */
export function readRun({ _meta }: ToolCallParams): RunAsk | null {
  const asked = isRecord(_meta) ? _meta[runMetaKey] : undefined;
  if (asked === undefined) return null;
  const parsed = RunAskSchema.safeParse(asked);
  if (parsed.success) return parsed.data;
  throw hubError('ERR_INVALID_ARGUMENTS', {
    kind: 'no-run',
    name: runMetaKey,
    found: JSON.stringify(asked).slice(0, 100),
  });
}

/** The result, which tells an agent that keeps to a budget how much is left. */
export function withRun(result: ToolResult, run: Run | null): ToolResult {
  if (!run) return result;
  const { id, maxCalls, calls } = run;
  const meta = isRecord(result._meta) ? result._meta : {};
  return { ...result, _meta: { ...meta, [runMetaKey]: { id, maxCalls, callsLeft: maxCalls - calls } } };
}
