// How a call ended, for the trace and for its asker.
import { toErrorValue } from '../../../contract/errors.ts';
import { Withdrawn } from './calls-under-way.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { ToolResult } from '../../../contract/schemas/messages.ts';
import type { Verdict } from '../trace/tap.ts';

export function verdict(
  outcome: Verdict['outcome'],
  code: ErrorCode | null,
  reason: string | null,
  rule: string | null,
  waitedMs: number,
): Verdict {
  return { outcome, code, reason, rule, waitedMs };
}

/** Of a call that `rule` had allowed and that failed, or was refused on its way after all. */
export function failure(error: unknown, rule: string, waitedMs: number): Verdict {
  const { code, message } = toErrorValue(error);
  if (error instanceof Withdrawn) return verdict('refused', code, message, error.refusal.rule, waitedMs);
  return verdict('error', code, message, rule, waitedMs);
}

/** DESIGN "Errors": a result with `isError`, so that the model reads the sentence. The code stands at its end and in `_meta`, with what an extension said beyond it and what permission is lacking. */
export function refusal(code: ErrorCode, message: string, data: Record<string, unknown> = {}): ToolResult {
  const { details, permission } = data;
  return {
    content: [{ type: 'text', text: `${message} [${code}]` }],
    isError: true,
    _meta: {
      'dev.pilothouse/code': code,
      ...(details === undefined ? {} : { 'dev.pilothouse/details': details }),
      ...(permission === undefined ? {} : { 'dev.pilothouse/permission': permission }),
    },
  };
}

export function textOf(result: ToolResult): string | null {
  const block = Array.isArray(result.content) ? result.content.find(({ type }) => type === 'text') : null;
  return block && typeof block.text === 'string' ? block.text.slice(0, 300) : null;
}
