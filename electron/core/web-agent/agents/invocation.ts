// How a call of an agent ends, as its caller is told.
import { isRecord } from '../../../../contract/json.ts';
import { pageErrorCodes } from '../../../../contract/web-agent.ts';
import { AnsweredError } from '../../wire/rpc-error.ts';
import { asPageFault } from '../page-fault.ts';
import { agentBounds, bytesOf } from './agent-bounds.ts';
import type { PageFault } from '../page-fault.ts';

export interface Invocation {
  readonly agentId: string;
  readonly task: string;
  readonly input: unknown;
  readonly timeoutMs: number;
}

export interface InvocationError {
  /** One of ours, or the agent's own. */
  readonly code: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface InvocationResult {
  readonly success: boolean;
  readonly result?: unknown;
  readonly error?: InvocationError;
  /** In milliseconds. */
  readonly executionTime: number;
}

export type InvocationAnswer = Omit<InvocationResult, 'executionTime'>;

const maxMessageChars = 2_000;
const ownCode = /^[A-Z][A-Z0-9_]{0,99}$/;

/** What an agent answered: `{success, result}` or `{success, error}`. */
export function readAnswer(value: unknown): InvocationAnswer {
  if (!isRecord(value) || typeof value.success !== 'boolean')
    return failed('ERR_HANDLER_FAILED', 'The agent did not answer with {success, result} or {success, error}.');
  if (bytesOf(value) > agentBounds.payloadBytes)
    return failed('ERR_INVOCATION_FAILED', `The agent answered with more than ${agentBounds.payloadBytes} bytes.`);
  const { success, result = null, error } = value;
  return success ? { success, result } : { success, error: readError(error) };
}

function readError(error: unknown): InvocationError {
  const { code, message } = isRecord(error) ? error : { code: undefined, message: error };
  return {
    code: typeof code === 'string' && ownCode.test(code) ? code : 'ERR_HANDLER_FAILED',
    message: typeof message === 'string' ? message.slice(0, maxMessageChars) : 'The agent failed.',
  };
}

/** The refusal or failure. A document that is gone, or was left meanwhile, counts as no tab. */
export function failureOf(error: unknown): InvocationAnswer {
  if (error instanceof AnsweredError) return { success: false, error: saidByPage(error) };
  const { code, message, data } = asPageFault(error);
  if (code === 'ERR_CANCELLED') return failed('ERR_NO_TAB', 'The page of this agent was left before it answered.');
  const details = isRecord(data) && isRecord(data.details) ? data.details : undefined;
  return { success: false, error: { code, message, ...(details && { details }) } };
}

export function failed(code: PageFault['code'], message: string): InvocationAnswer {
  return { success: false, error: { code, message } };
}

function saidByPage({ answer }: AnsweredError): InvocationError {
  const said = isRecord(answer.data) ? answer.data.code : undefined;
  const known = pageErrorCodes.find(code => code === said);
  return { code: known ?? 'ERR_FORWARD_FAILED', message: answer.message.slice(0, maxMessageChars) };
}
