// The WebSocket form of the Claude wire (seed 2.3): the same tools, but with ids, a target browser and a handshake.
import { isRecord } from '../../contract/json.ts';
import { rpcErrors } from '../../contract/rpc-errors.ts';
import { hubToolName, toClaudeContent, unknownType, withTabGroup } from './claude-tools.ts';
import type { Message, MessageError, MessageId } from '../../contract/schemas/messages.ts';

/** A method of the hub for each thing that a client asks beside calls. */
const questions = { connect: 'claude/connect', list_extensions: 'claude/extensions', ping: 'ping' } as const;
type Question = keyof typeof questions;

/** Longer ones would make an answer larger than its request. */
const maxIdChars = 200;

/** One connection of a client. Calls go by their `tool_use_id`; the other questions are numbered here. */
export class ClaudeBridge {
  readonly #asked = new Map<MessageId, Question>();
  readonly #contexts = new Set<MessageId>();
  #nextId = 1;

  decode(value: unknown): Message | string {
    if (!isRecord(value)) return 'Invalid message format';
    const { type } = value;
    if (type === 'tool_call') return this.#call(value);
    if (type === 'pong') return { kind: 'notification', method: 'claude/pong', params: {} };
    if (type === 'notification') {
      const { method } = value;
      return typeof method === 'string'
        ? { kind: 'notification', method, params: value.params }
        : 'Invalid message format';
    }
    if (typeof type !== 'string' || !Object.hasOwn(questions, type)) return unknownType(type);
    return this.#question(type as Question, value);
  }

  encode(message: Message): unknown {
    switch (message.kind) {
      case 'request':
        return null;
      case 'notification':
        // Cancelling is not known on this wire, neither way.
        return { type: 'notification', method: message.method, params: message.params ?? {} };
      case 'result':
        return this.#result(message.id, message.result);
      case 'error':
        return this.#error(message.id, message.error);
    }
  }

  #call(value: Record<string, unknown>): Message | string {
    const { tool_use_id: id, tool, args, type: _, ...more } = value;
    if (typeof id !== 'string' || id === '' || id.length > maxIdChars)
      return `A tool_call needs a "tool_use_id" of 1 to ${maxIdChars} characters.`;
    if (typeof tool !== 'string' || tool === '') return 'A tool_call needs "tool", the name of a tool.';
    if (args !== undefined && !isRecord(args)) return `The args of ${tool.slice(0, 100)} must be an object.`;
    const name = hubToolName(tool);
    if (name === 'tabs_context') this.#contexts.add(id);
    // `permission_mode` and `allowed_domains` come along and give nothing: authority never comes from a field.
    return { kind: 'request', id, method: 'tools/call', params: { ...more, name, arguments: args ?? {} } };
  }

  #question(asked: Question, { type: _, ...params }: Record<string, unknown>): Message {
    const id = this.#nextId++;
    this.#asked.set(id, asked);
    return { kind: 'request', id, method: questions[asked], params };
  }

  #result(id: MessageId, result: unknown): unknown {
    const body = isRecord(result) ? result : {};
    if (typeof id === 'string') {
      const blocks = toClaudeContent(body.content);
      const content = this.#contexts.delete(id) ? withTabGroup(blocks, 1) : blocks;
      return { type: 'tool_result', tool_use_id: id, content, is_error: body.isError === true };
    }
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    switch (asked) {
      case 'connect':
        return { ...body, type: 'paired' };
      case 'list_extensions':
        return { ...body, type: 'extensions_list' };
      case 'ping':
        return { type: 'pong' };
      default:
        return null;
    }
  }

  #error(id: MessageId | null, { code, message }: MessageError): unknown {
    if (typeof id === 'string') {
      this.#contexts.delete(id);
      return { type: 'tool_result', tool_use_id: id, content: [{ type: 'text', text: message }], is_error: true };
    }
    if (id !== null) this.#asked.delete(id);
    return { type: 'error', error: code === rpcErrors.parse ? 'Invalid message format' : message };
  }
}
