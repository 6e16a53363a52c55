// The extension's side of spec 001: the hub is its host, sends `tool_request` without ids and takes `tool_response` for the one in flight.
import { HubError } from '../../../contract/errors.ts';
import { isRecord } from '../../../contract/json.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { expectHeeded, untold, withUnheeded } from '../unheeded-arguments.ts';
import { methodOf, wholeAnswer } from './claude-methods.ts';
import { statusResponse } from './claude-status.ts';
import { claudeToolName, textOr, toMcpContent, unknownType } from './claude-tools.ts';
import type { Message, MessageId } from '../../../contract/schemas/messages.ts';
import type { Unheeded } from '../unheeded-arguments.ts';
import type { ClaudeClock } from './claude-status.ts';

/** No request has this id: an answer that nobody waits for is dropped under it, and traced. */
const nobody = 0;

/** By what real clients say of its tools, in their newest generation; beside what `unknownTo` refuses. */
export const unheededByClaude: Unheeded = {
  kind: "Claude's extension",
  refused: {
    read_page: ['from'],
    get_page_text: ['ref'],
    'computer type': ['ref', 'clear'],
    'computer key': ['ref'],
    'computer left_click_drag': ['ref'],
    resize_window: ['left', 'top'],
    file_upload: ['coordinate'],
    upload_image: ['data', 'mimeType'],
  },
  told: {
    read_page: ['since'],
    find: ['limit', 'since'],
    computer: ['purpose', 'quality', 'format', 'annotate', 'selector_timeout'],
    form_input: ['selector_timeout'],
    upload_image: ['selector_timeout'],
    file_upload: ['selector_timeout'],
    javascript_tool: ['timeout'],
    // Filters of spec 000's commands.
    read_console_messages: ['level'],
    read_network_requests: ['type', 'status'],
  },
};

/** One port of an extension. Its owner keeps one request in flight; a second one before the answer would be answered wrongly. */
export class ClaudeFramesExtension {
  readonly #clock: ClaudeClock;
  readonly #asked = new Map<MessageId, 'ping' | 'status'>();
  #inFlight: MessageId = nobody;
  /** Whether that one is a method of its asker, whose answer may have any form. */
  #isMethod = false;
  /** What the answer to that one has to tell of. */
  #untold: readonly string[] = [];
  #nextId = 1;

  constructor(clock: ClaudeClock) {
    this.#clock = clock;
  }

  decode(value: unknown): Message | string {
    if (!isRecord(value)) return 'Invalid message format';
    switch (value.type) {
      case 'ping':
        return this.#request('ping');
      case 'get_status':
        return this.#request('status');
      case 'tool_response':
        return this.#answer(value);
      case 'notification':
        return { kind: 'notification', method: textOr(value.method, '').slice(0, 200), params: value.params };
      default:
        return unknownType(value.type);
    }
  }

  encode(message: Message): unknown {
    switch (message.kind) {
      case 'request':
        return this.#call(message.id, message.params);
      case 'notification':
        // Spec 001 "Handle Client Connection Algorithm"; cancelling has no form on this wire.
        return /^mcp_(dis)?connected$/.test(message.method) ? { type: message.method } : null;
      case 'result':
        return this.#reply(message.id);
      case 'error': {
        const { code } = message.error;
        return { type: 'error', error: code === rpcErrors.parse ? 'Invalid message format' : message.error.message };
      }
    }
  }

  #call(id: MessageId, params: unknown): unknown {
    const { tool, args, tabId } = isRecord(params) ? params : {};
    const name = textOr(tool, '');
    const given = isRecord(args) ? args : {};
    const method = methodOf(name);
    this.#isMethod = method !== null;
    if (method !== null) {
      this.#inFlight = id;
      this.#untold = [];
      return { type: 'tool_request', method, params: given.params };
    }
    const known = toClaudeArguments(name, given);
    this.#inFlight = id;
    this.#untold = untold(unheededByClaude, name, given);
    const tab = tabId === undefined ? {} : { tabId };
    return {
      type: 'tool_request',
      method: 'execute_tool',
      // The real host's clients are all called so; the extension keys its permissions by it.
      params: {
        client_id: 'claude-code',
        tool: claudeToolName(name),
        args: { ...known, ...tab },
      },
    };
  }

  #answer({ result, error }: Record<string, unknown>): Message {
    const id = this.#inFlight;
    this.#inFlight = nobody;
    const failed = isRecord(error) || typeof error === 'string' || (this.#isMethod && error !== undefined);
    const told = this.#untold;
    this.#untold = [];
    const body = failed ? error : result;
    if (this.#isMethod && (!isRecord(body) || body.content === undefined))
      return { kind: 'result', id, result: { ...wholeAnswer(body), ...(failed && { isError: true }) } };
    const content = contentOf(body);
    return {
      kind: 'result',
      id,
      result: failed ? { content, isError: true } : withUnheeded({ content }, unheededByClaude, told),
    };
  }

  #request(asked: 'ping' | 'status'): Message {
    const id = this.#nextId++;
    this.#asked.set(id, asked);
    return { kind: 'request', id, method: asked === 'ping' ? 'ping' : 'claude/status', params: {} };
  }

  #reply(id: MessageId): unknown {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    if (asked === 'ping') return { type: 'pong', timestamp: this.#clock.now() };
    return asked ? statusResponse(this.#clock) : null;
  }
}

/** Throws ERR_TOOL_NOT_FOUND for what only our own extension's tools take: its elements have refs and no selectors. */
function toClaudeArguments(tool: string, args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const unknown = unknownTo(tool, args);
  if (unknown !== null)
    throw new HubError(
      'ERR_TOOL_NOT_FOUND',
      `${tool} with ${unknown} has no counterpart in ${unheededByClaude.kind}; use a ref from read_page.`,
    );
  expectHeeded(unheededByClaude, tool, args);
  return tool === 'javascript_tool' ? { action: 'javascript_exec', ...args } : { ...args };
}

/** What of a call it has no form for; null where it knows all. */
function unknownTo(tool: string, args: Readonly<Record<string, unknown>>): string | null {
  if (tool === 'computer' && args.action === 'wait' && (args.text ?? args.url) !== undefined)
    return 'something to wait for';
  if ((args.selector ?? args.start_selector ?? '') !== '') return 'a selector';
  if (args.start_ref !== undefined) return 'a start_ref in place of a start_coordinate';
  if (tool === 'form_input' && Array.isArray(args.value)) return 'several options';
  return args.fields === undefined ? null : 'many fields in place of one';
}

function contentOf(body: unknown) {
  return toMcpContent(isRecord(body) ? body.content : body);
}
