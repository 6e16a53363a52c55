// The agent's side of spec 001: `execute_tool` without ids, answered in the order in which it was asked.
import { isRecord } from '../../contract/json.ts';
import { rpcErrors } from '../../contract/rpc-errors.ts';
import { hubToolName, toClaudeContent, toClaudeError, unknownType, withTabGroup } from './claude-tools.ts';
import type { Message, MessageError, MessageId } from '../../contract/schemas/messages.ts';

export const claudeHostVersion = '1.0.0';
/** The real host's words for what is no message (seed 2.4). */
const invalidFormat = 'Invalid message format';

export interface ClaudeClock {
  readonly now: () => number;
}

type SentKind = 'ping' | 'status' | 'tabs' | 'tool';

/**
 * One connection of an agent. Spec 001 "Process Client Buffer Algorithm" has no ids, so requests are numbered here; whoever
 * drives the connection serves them one after the other. Extra params (`tabGroupId`, `session_scope`) are kept beside the call.
 */
export class ClaudeFrames {
  readonly #clock: ClaudeClock;
  readonly #asked = new Map<MessageId, SentKind>();
  #nextId = 1;
  /** Whether what was refused last was a call: its asker waits for an error in the form of an answer. */
  #refusedCall = false;

  constructor(clock: ClaudeClock) {
    this.#clock = clock;
  }

  decode(value: unknown): Message | string {
    this.#refusedCall = false;
    if (!isRecord(value)) return invalidFormat;
    const { method, type } = value;
    if (typeof method === 'string') return this.#call(method, value.params);
    if (type === 'ping') return this.#request('ping', 'ping', {});
    if (type === 'get_status') return this.#request('status', 'claude/status', {});
    return unknownType(type);
  }

  /** Null for what has no form here: requests of the hub, and an answer to nothing. */
  encode(message: Message): unknown {
    if (message.kind === 'request') return null;
    if (message.kind === 'notification') return { method: message.method, params: message.params ?? {} };
    const asked = message.id === null ? undefined : this.#take(message.id);
    if (message.kind === 'error') return this.#error(asked, message.error);
    switch (asked) {
      case undefined:
        return null;
      case 'ping':
        return { type: 'pong', timestamp: this.#clock.now() };
      case 'status':
        return { type: 'status_response', native_host_version: claudeHostVersion };
      default:
        return resultOf(message.result, asked === 'tabs');
    }
  }

  #call(method: string, params: unknown): Message | string {
    // Under a name of its own, because without ids no notification can cancel a call.
    if (method.startsWith('notifications/')) return { kind: 'notification', method: `claude/${method}`, params };
    this.#refusedCall = true;
    if (method !== 'execute_tool')
      return `The method ${JSON.stringify(method.slice(0, 100))} is not known; only execute_tool is.`;
    if (!isRecord(params) || typeof params.tool !== 'string' || params.tool === '')
      return 'execute_tool needs params with "tool", the name of a tool.';
    const { tool, args, ...more } = params;
    if (args !== undefined && !isRecord(args)) return `The args of ${tool.slice(0, 100)} must be an object.`;
    const name = hubToolName(tool);
    // The real client puts the tab into `args`; a `tabId` beside them means the same (spec 001, optional params).
    const tabId = more.tabId === undefined ? {} : { tabId: more.tabId };
    return this.#request(name === 'tabs_context' ? 'tabs' : 'tool', 'tools/call', {
      ...more,
      name,
      arguments: { ...tabId, ...args },
    });
  }

  #request(asked: SentKind, method: string, params: unknown): Message {
    const id = this.#nextId++;
    this.#asked.set(id, asked);
    return { kind: 'request', id, method, params };
  }

  #take(id: MessageId): SentKind | undefined {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    return asked;
  }

  #error(asked: SentKind | undefined, error: MessageError): unknown {
    const refusedCall = this.#refusedCall && error.code !== rpcErrors.parse;
    if (asked !== undefined || refusedCall) return { error: { content: error.message } };
    return { type: 'error', error: error.code === rpcErrors.parse ? invalidFormat : error.message };
  }
}

/** A result of `tools/call` in the two forms that the real extension answers with (wires: `result` and `error`). */
function resultOf(result: unknown, isContext: boolean): unknown {
  const { content, isError } = isRecord(result) ? result : {};
  if (isError === true) return { error: { content: toClaudeError(content) } };
  const blocks = toClaudeContent(content);
  const tabGroupId = 1;
  return { result: { content: isContext ? withTabGroup(blocks, tabGroupId) : blocks } };
}
