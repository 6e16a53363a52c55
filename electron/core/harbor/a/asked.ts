// One message of the wire that asks for something, as those who answer it see it: its fields read with care, its failures in the wire's form.
import { isRecord } from '../../../../contract/json.ts';
import { rpcErrors } from '../../../../contract/rpc-errors.ts';
import { requestReply, toolVerdict } from '../../agent-connections/mcp-reply.ts';
import { RpcError } from '../../wire/rpc-error.ts';
import type { Agent } from '../../../../contract/schemas/entities.ts';
import type { ToolResult } from '../../../../contract/schemas/messages.ts';
import type { HarborAFailure, HarborAFields, harborANews } from '../../../../native-host/dialects/harbor/harbor-a.ts';
import type { CallAnswer } from '../../router/agent-call.ts';
import type { SitesVia } from '../../sites/site-registry.ts';
import type { Verdict } from '../../trace/tap.ts';
import type { CallPolicy, IncomingRequest } from '../../wire/incoming-request.ts';

export type NewsType = (typeof harborANews)[number];

export interface Asked {
  readonly type: string;
  readonly fields: HarborAFields;
  readonly request: IncomingRequest;
  /** The connection, as the one who speaks for pages. */
  readonly via: SitesVia;
  /** The extension's own agent, as it is now. */
  readonly agent: () => Agent;
  /** News for this connection alone. */
  readonly tell: (type: NewsType, fields: Readonly<Record<string, unknown>>) => void;
  /** How what it asked for was decided; it stands in the trace. */
  readonly decided: (verdict: Verdict) => void;
}

export type Answer = Readonly<Record<string, unknown>>;
export type Handler = (asked: Asked) => Answer | Promise<Answer>;
/** Handlers by the types of their messages. */
export type Family = Readonly<Record<string, Handler>>;

/** The extension gives up after 30 s; a question to the user is given up before that, so that it hears of it. */
export const extensionPolicy: CallPolicy = { patienceMs: 25_000 };

/** A failure with a code of this wire. */
export class Fault extends RpcError {
  readonly code: string;

  constructor(code: string, message: string, details?: unknown) {
    const data: HarborAFailure = { harbor: { code, ...(details !== undefined && { details }) } };
    super(rpcErrors.internal, message, data);
    this.code = code;
  }
}

/** As the real one: what a handler fails with has its family's code, unless it says its own. */
export function failingAs(code: string, handler: Handler): Handler {
  return async asked => {
    try {
      return await handler(asked);
    } catch (error) {
      throw error instanceof Fault ? error : new Fault(code, messageOf(error));
    }
  };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The text of a field that has to be there. */
export function needText({ fields }: Asked, name: string, message = `Missing ${name}`): string {
  const value = fields[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new Fault('invalid_request', message);
}

export function textIn({ fields }: Asked, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function numberIn({ fields }: Asked, name: string): number | undefined {
  const value = fields[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function isOn({ fields }: Asked, name: string): boolean {
  return fields[name] === true;
}

export function recordOf({ fields }: Asked, name: string): Readonly<Record<string, unknown>> {
  const value = fields[name];
  return isRecord(value) ? value : {};
}

/** The texts of a list; undefined where there is none. Throws for a list of anything else. */
export function textsIn({ fields }: Asked, name: string): readonly string[] | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value) && value.length <= maxTexts && value.every(isShortText)) return value;
  throw new Fault('invalid_request', `${name} must be a list of texts`);
}

const maxTexts = 1_000;
const maxTextChars = 500;

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxTextChars;
}

/** The texts of an object, by their names. */
export function textTableOf(asked: Asked, name: string): Readonly<Record<string, string>> {
  const table = Object.entries(recordOf(asked, name));
  if (table.every((entry): entry is [string, string] => typeof entry[1] === 'string')) return Object.fromEntries(table);
  throw new Fault('invalid_request', `${name} must hold texts alone`);
}

/** What the router answered, which the trace is told too. Throws what it was refused or has failed with. */
export function resultOf<T>(asked: Asked, answer: CallAnswer<T>): T {
  const reply = requestReply(answer);
  if (reply.verdict) asked.decided(reply.verdict);
  if (answer.kind === 'result') return answer.result;
  throw 'error' in reply ? reply.error : new Fault('internal_error', 'There is no answer.');
}

/** The same of a call of a tool: what its server says of its own failure is a result too. */
export function toolResultOf(asked: Asked, answer: CallAnswer<ToolResult>): ToolResult {
  const result = resultOf(asked, answer);
  asked.decided(toolVerdict(answer));
  return result;
}

/** The text of a result. */
export function textOfResult({ content }: ToolResult): string {
  return content.flatMap(block => (typeof block.text === 'string' ? [block.text] : [])).join('\n');
}
