// Spec 000's socket wire, both forms: flat as the spec writes it, `{command, params, authToken}` as the real programs do.
import { isRecord } from '../../../contract/json.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { commandOf } from './claudezilla-commands.ts';
import { namedTool } from './claudezilla-named-tools.ts';
import type { Message, MessageError } from '../../../contract/schemas/messages.ts';

/** Spec 000 "Per-Operation Timeouts", in milliseconds. */
export const claudezillaTimeouts = { least: 5_000, most: 300_000, usual: 150_000 } as const;

/** Spec 000 "Message Size Limits": the longest line, in bytes. */
export const maxClaudezillaLineBytes = 10 * 1024 * 1024;

/** What a request says beyond its command, after both forms were made one. */
export interface ClaudezillaRequest {
  readonly command: string;
  /** The hub's browser tool behind the command, for the trace. */
  readonly tool?: string;
  readonly form: 'flat' | 'real';
  /** Its params without agent and timeout. */
  readonly arguments: Record<string, unknown>;
  /** Claimed by the asker, and on this wire the only secret between agents. */
  readonly agentId: string | null;
  readonly timeoutMs: number;
  /** Whether the asker named that time itself: then it is for the whole command, a question to the user included. */
  readonly namesTimeout: boolean;
  /** Said in the reply when the timeout asked for is not the one used. */
  readonly notice: string | null;
}

export interface ClaudezillaDialect {
  /** A request has the command as its method and a ClaudezillaRequest as its params; a token line is the notification `authenticate`. */
  decode(value: unknown): Message | string;
  encode(message: Message): Record<string, unknown> | null;
}

const maxAgentIdChars = 200;

/**
 * The dialect of one connection. `accepts` compares a token; it is asked for every line, so that a token that was replaced
 * opens nothing any more, and with undefined when a line comes without one.
 */
export function createClaudezillaDialect(accepts: (token: string | undefined) => boolean): ClaudezillaDialect {
  const pending = new Map<number, ClaudezillaRequest>();
  let presented: string | undefined;
  let nextId = 1;

  const decode = (value: unknown): Message | string => {
    if (!isRecord(value)) return 'Invalid or missing command';
    const own = typeof value.authToken === 'string' ? value.authToken : undefined;
    if (own !== undefined && Object.keys(value).length === 1) {
      presented = own;
      return accepts(own)
        ? { kind: 'notification', method: 'authenticate', params: {} }
        : 'Invalid or missing auth token';
    }
    const { command } = value;
    if (typeof command !== 'string' || command === '') return 'Invalid or missing command';
    if (!accepts(own ?? presented)) return 'Invalid or missing auth token';
    if (!commandOf(command) && !namedTool(command)) return `Command not allowed: ${command.slice(0, 100)}`;
    const read = readRequest(command, value);
    if (typeof read === 'string') return read;
    const id = nextId++;
    pending.set(id, read);
    return { kind: 'request', id, method: command, params: read };
  };

  const encode = (message: Message): Record<string, unknown> | null => {
    if (message.kind !== 'result' && message.kind !== 'error') return null;
    const asked = typeof message.id === 'number' ? pending.get(message.id) : undefined;
    if (typeof message.id === 'number') pending.delete(message.id);
    return message.kind === 'result' ? success(message.result, asked) : failure(message.error, asked);
  };

  return { decode, encode };
}

function readRequest(command: string, value: Record<string, unknown>): ClaudezillaRequest | string {
  const form = value.params === undefined ? 'flat' : 'real';
  const given = form === 'real' ? value.params : withoutEnvelope(value);
  if (!isRecord(given)) return '"params" must be an object';
  const { agentId, _timeout, ...rest } = given;
  if (agentId !== undefined && agentId !== null) {
    if (typeof agentId !== 'string' || agentId.length > maxAgentIdChars)
      return `agentId must be a string of at most ${maxAgentIdChars} characters`;
  }
  const { tool } = commandOf(command) ?? namedTool(command) ?? {};
  return {
    command,
    form,
    ...(tool === undefined ? {} : { tool }),
    agentId: agentId ? agentId : null,
    ...(form === 'real' ? { arguments: rest, ...readTimeout(_timeout) } : readFlat(command, rest, _timeout)),
  };
}

/** More of a script's own timeout are milliseconds. */
const mostScriptSeconds = 60;

/**
 * In the flat form `timeout` is the one of the operation; in the real one that is `_timeout`, and `timeout` is the page's.
 * What waits in a page waits as long as its operation may take, and a script may hold up its page for so many seconds.
 */
function readFlat(command: string, given: Record<string, unknown>, _timeout: unknown) {
  const { timeout, ...args } = given;
  const isBelow = (most: number) => typeof timeout === 'number' && timeout >= 0 && timeout < most;
  const isShort = isBelow(claudezillaTimeouts.least);
  if (command === 'javascript_tool' && isBelow(mostScriptSeconds + 1))
    return { arguments: given, ...readTimeout(_timeout) };
  if (command !== 'waitFor') return { arguments: args, ...readTimeout(timeout ?? _timeout) };
  return { arguments: given, ...readTimeout(_timeout ?? (isShort ? claudezillaTimeouts.least : timeout)) };
}

function withoutEnvelope({ command: _c, authToken: _t, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return rest;
}

function readTimeout(asked: unknown): Pick<ClaudezillaRequest, 'timeoutMs' | 'namesTimeout' | 'notice'> {
  const { least, most, usual } = claudezillaTimeouts;
  const unnamed = { timeoutMs: usual, namesTimeout: false };
  if (asked === undefined || asked === null) return { ...unnamed, notice: null };
  const wanted = typeof asked === 'string' ? Number(asked) : asked;
  if (typeof wanted !== 'number' || Number.isNaN(wanted))
    return { ...unnamed, notice: `The timeout is no number; ${usual} ms is used.` };
  const timeoutMs = Math.min(Math.max(Math.round(wanted), least), most);
  const named = { timeoutMs, namesTimeout: true };
  if (timeoutMs === Math.round(wanted)) return { ...named, notice: null };
  return { ...named, notice: `The timeout ${wanted} ms is not from ${least} to ${most}; ${timeoutMs} ms is used.` };
}

function success(result: unknown, asked: ClaudezillaRequest | undefined): Record<string, unknown> {
  const notice = asked?.notice ? { notice: asked.notice } : {};
  // `success` stands first, and no key of a result replaces it.
  if (asked?.form === 'flat' && isRecord(result))
    return Object.assign({ success: true }, result, notice, { success: true });
  return { success: true, result: result ?? null, ...notice };
}

/** The host's own words for what it cannot read; `details` is what the extension or the tab pool says beyond the sentence. */
function failure(error: MessageError, asked: ClaudezillaRequest | undefined): Record<string, unknown> {
  if (error.code === rpcErrors.parse) return { success: false, error: 'Invalid JSON' };
  const data = isRecord(error.data) ? error.data : {};
  if (data.code === 'ERR_TOOL_TIMEOUT' && asked) {
    const { command } = asked;
    const timeoutMs = typeof data.timeoutMs === 'number' ? data.timeoutMs : asked.timeoutMs;
    const sentence = `Request timed out after ${timeoutMs}ms (command: ${command})`;
    // That the user had not answered is what its asker can do something about.
    return {
      success: false,
      error: data.forUser === true ? `${sentence}: ${error.message}` : sentence,
      command,
      timeoutMs,
    };
  }
  const notice = asked?.notice ? { notice: asked.notice } : {};
  const details = isRecord(data.details) ? { details: data.details } : {};
  return { success: false, error: error.message, ...details, ...notice };
}
