// The agent's side of spec 001: `execute_tool` without ids, answered in the order in which it was asked.
import { maxBrowserFrameBytes } from '../../../contract/frame-bounds.ts';
import { isRecord } from '../../../contract/json.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { answerIn, methodTool } from './claude-methods.ts';
import { statusResponse } from './claude-status.ts';
import {
  hubToolName,
  toClaudeContent,
  toClaudeError,
  unknownType,
  withCreatedTab,
  withPlainImages,
  withTabGroup,
} from './claude-tools.ts';
import type { Message, MessageError, MessageId } from '../../../contract/schemas/messages.ts';
import type { ClaudeClock } from './claude-status.ts';
import type { Block } from './claude-tools.ts';

/** The real host's words for what is no message (seed 2.4). */
const invalidFormat = 'Invalid message format';

type SentKind = 'ping' | 'status' | 'tabs' | 'created' | 'tool' | 'method';

/** What its answer is told otherwise for than that of any other tool. */
const kinds: ReadonlyMap<string, SentKind> = new Map([
  ['tabs_context', 'tabs'],
  ['tabs_create', 'created'],
]);

/** Params of execute_tool that mean something here; the hub keeps agents apart by their connections and by who owns a tab. */
const heeded: ReadonlySet<string> = new Set(['tool', 'args', 'client_id', 'tabId']);
const maxNamed = 10;

/**
 * One connection of an agent. Spec 001 "Process Client Buffer Algorithm" has no ids, so requests are numbered here; whoever
 * drives the connection serves them one after the other. Other params than are heeded (`tabGroupId`, `session_scope`) are kept
 * beside the call, and the first answer after one came names it.
 */
export class ClaudeFrames {
  readonly #clock: ClaudeClock;
  readonly #asked = new Map<MessageId, SentKind>();
  #nextId = 1;
  /** Whether what was refused last was a call: its asker waits for an error in the form of an answer. */
  #refusedCall = false;
  readonly #unheeded = new Set<string>();
  #untold: string[] = [];

  constructor(clock: ClaudeClock) {
    this.#clock = clock;
  }

  decode(value: unknown): Message | string {
    this.#refusedCall = false;
    if (!isRecord(value)) return invalidFormat;
    const { method, type } = value;
    if (value.jsonrpc !== undefined) return this.#noRpc();
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
        return statusResponse(this.#clock);
      case 'method': {
        const answer = answerIn(message.result);
        return answer === undefined ? this.#resultOf(message.result, 'method') : wholeOf(message.result, answer);
      }
      default:
        return this.#resultOf(message.result, asked);
    }
  }

  #call(method: string, params: unknown): Message | string {
    // Under a name of its own, because without ids no notification can cancel a call.
    if (method.startsWith('notifications/')) return { kind: 'notification', method: `claude/${method}`, params };
    this.#refusedCall = true;
    if (method !== 'execute_tool') return this.#other(method, params);
    if (!isRecord(params) || typeof params.tool !== 'string' || params.tool === '')
      return 'execute_tool needs params with "tool", the name of a tool.';
    const { tool, args, ...more } = params;
    this.#note(more);
    if (args !== undefined && !isRecord(args)) return `The args of ${tool.slice(0, 100)} must be an object.`;
    const name = hubToolName(tool);
    // The real client puts the tab into `args`; a `tabId` beside them means the same (spec 001, optional params).
    const tabId = more.tabId === undefined ? {} : { tabId: more.tabId };
    return this.#request(kinds.get(name) ?? 'tool', 'tools/call', {
      ...more,
      name,
      arguments: { ...tabId, ...args },
    });
  }

  /** Spec 001 wraps any method; what it does is the extension's business, and whether it may the user's. */
  #other(method: string, params: unknown): Message | string {
    const tool = methodTool(method);
    if (tool === null)
      return `The method ${JSON.stringify(method.slice(0, 100))} has no name that is passed on; use letters, digits, _, -, / and dots.`;
    return this.#request('method', 'tools/call', { name: tool, arguments: params === undefined ? {} : { params } });
  }

  #noRpc(): string {
    this.#refusedCall = true;
    return 'This is the wire of a native host, where a message is {"method": "execute_tool", "params": {"tool", "args"}}; MCP is spoken over standard input and output, or HTTP.';
  }

  #note(params: Readonly<Record<string, unknown>>): void {
    for (const name of Object.keys(params)) {
      if (heeded.has(name) || this.#unheeded.has(name) || this.#unheeded.size >= maxNamed) continue;
      this.#unheeded.add(name);
      this.#untold.push(name.slice(0, 40));
    }
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

  /** A result of `tools/call` in the two forms that the real extension answers with (wires: `result` and `error`). */
  #resultOf(result: unknown, asked: SentKind): unknown {
    const { content, isError } = isRecord(result) ? result : {};
    if (isError === true) return { error: { content: toClaudeError(content) } };
    const told = [...toldOf(toClaudeContent(content), asked), ...this.#takeUntold()];
    if (!told.some(({ type }) => type === 'image')) return { result: { content: told } };
    const bytes = Buffer.byteLength(JSON.stringify({ result: { content: told } }));
    return { result: { content: withPlainImages(told, maxBrowserFrameBytes - bytes) } };
  }

  #takeUntold(): { type: 'text'; text: string }[] {
    const names = this.#untold.splice(0);
    if (names.length === 0) return [];
    return [{ type: 'text', text: `Not used by this host, in this call and in later ones: ${names.join(', ')}.` }];
  }
}

function toldOf(blocks: Block[], asked: SentKind): Block[] {
  const tabGroupId = 1;
  if (asked === 'created') return withCreatedTab(blocks);
  return asked === 'tabs' ? withTabGroup(blocks, tabGroupId) : blocks;
}

function wholeOf(result: unknown, answer: unknown): unknown {
  return isRecord(result) && result.isError === true ? { error: answer } : { result: answer };
}
