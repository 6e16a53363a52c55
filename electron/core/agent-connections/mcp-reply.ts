// What the router answers, in the form of MCP: its result or error, and what the trace keeps of it.
import { ruleCode } from '../../../contract/call-rules.ts';
import { HubError, toErrorValue } from '../../../contract/errors.ts';
import { refusalCode, refusalReason, refusalRule } from '../gates/refusal.ts';
import { AnsweredError } from '../wire/rpc-error.ts';
import { refusalSentence } from './refusal-sentence.ts';
import type { ErrorValue } from '../../../contract/errors.ts';
import type { ToolResult } from '../../../contract/schemas/messages.ts';
import type { ToolNames } from '../agents/agent-wire.ts';
import type { Refusal } from '../gates/refusal.ts';
import type { CallAnswer } from '../router/agent-call.ts';
import type { Verdict } from '../trace/tap.ts';
import type { Reply } from '../wire/incoming-request.ts';

/** Of a request that is no call of a tool: a refusal is an error. */
export function requestReply(answer: CallAnswer<unknown>): Reply {
  const verdict = verdictOf(answer);
  if (answer.kind === 'result') return { result: answer.result, verdict };
  return { error: answer.kind === 'refusal' ? refusalError(answer.refusal) : answer.error, verdict };
}

/**
 * DESIGN "Errors": what ends a call of a tool is a result with `isError`, so that the model reads the sentence. `takesErrors`: an error
 * that a server answered with stays one, as it is.
 */
export function toolResult(answer: CallAnswer<ToolResult>, takesErrors: boolean, toolName?: ToolNames): ToolResult {
  if (answer.kind === 'result') return answer.result;
  if (answer.kind === 'refusal') return refusalResult(answer.refusal, toolName);
  if (takesErrors && answer.error instanceof AnsweredError) throw answer.error;
  return errorResult(toErrorValue(answer.error));
}

export function refusalResult(refusal: Refusal, toolName?: ToolNames): ToolResult {
  return errorResult(toErrorValue(refusalError(refusal, toolName)));
}

/** As the sentence that agents read. */
export function refusalError(refusal: Refusal, toolName?: ToolNames): HubError {
  return new HubError(refusalCode(refusal), refusalSentence(refusal, toolName), dataOf(refusal));
}

/** What an agent was told that was not let through, also where its tool is off or held back; null for every other answer. */
export function refusedAs(answer: CallAnswer<unknown>, toolName?: ToolNames) {
  if (answer.kind === 'result') return null;
  const {
    code,
    message,
    data = {},
  } = toErrorValue(answer.kind === 'refusal' ? refusalError(answer.refusal, toolName) : answer.error);
  if (answer.kind === 'failure' && code !== 'ERR_TOOL_NOT_ALLOWED') return null;
  return { code, sentence: message, ...(data.permission !== undefined && { permission: data.permission }) };
}

function dataOf(refusal: Refusal): Record<string, unknown> | undefined {
  if (refusal.kind === 'no-target') return refusal.error.data;
  if (!('remedy' in refusal)) return undefined;
  // Its `remedy`, a command for a terminal, is for the user alone.
  const { scope, tool, resource } = refusal;
  return { permission: { scope, tool, resource } };
}

/** The code stands at the end of the sentence and in `_meta`, with what an extension said beyond it and what permission is lacking. */
function errorResult({ code, message, data = {} }: ErrorValue): ToolResult {
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

/** What stands in the trace of a call of a tool: a result with `isError` counts as an error with its text. */
export function toolVerdict(answer: CallAnswer<ToolResult>): Verdict {
  const verdict = verdictOf(answer);
  if (answer.kind !== 'result' || !answer.result.isError) return verdict;
  return { ...verdict, outcome: 'error', reason: textOf(answer.result) };
}

function verdictOf(answer: CallAnswer<unknown>): Verdict {
  const { waitedMs } = answer;
  if (answer.kind === 'refusal') {
    const { refusal } = answer;
    const { code, message: reason } = refusalError(refusal);
    const rule = ruleCode(refusalRule(refusal));
    return { outcome: 'refused', code, reason, why: refusalReason(refusal), rule, waitedMs };
  }
  const rule = answer.rule && ruleCode(answer.rule);
  if (answer.kind === 'result') return { outcome: 'ok', code: null, reason: null, rule, waitedMs };
  const { code, message: reason, reason: why } = toErrorValue(answer.error);
  return { outcome: 'error', code, reason, ...(why && { why }), rule, waitedMs };
}

function textOf({ content }: ToolResult): string | null {
  const block = Array.isArray(content) ? content.find(({ type }) => type === 'text') : null;
  return block && typeof block.text === 'string' ? block.text.slice(0, 300) : null;
}
