// The `Mcp-Param-` headers of calls to a remote server, learned from the lists of tools that pass by.
import { isRecord } from '../../../../contract/json.ts';
import { mirroredParams, paramHeaders } from '../../wire/param-headers.ts';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { MirroredParam } from '../../wire/param-headers.ts';

type Id = string | number;

export class CallHeaders {
  readonly #listing = new Set<Id>();
  readonly #byTool = new Map<string, readonly MirroredParam[]>();

  /** The headers of a message that is being sent. */
  of(message: JSONRPCMessage): Record<string, string> {
    if (!('method' in message) || !('id' in message)) return {};
    if (message.method === 'tools/list') this.#listing.add(message.id);
    if (message.method !== 'tools/call') return {};
    const { name, arguments: args } = message.params ?? {};
    const params = typeof name === 'string' ? this.#byTool.get(name) : undefined;
    return params ? paramHeaders(params, args) : {};
  }

  /** An answer has come. */
  learn(message: JSONRPCMessage): void {
    if (!('id' in message) || message.id === undefined || !this.#listing.delete(message.id)) return;
    const tools = 'result' in message && Array.isArray(message.result.tools) ? message.result.tools : [];
    for (const tool of tools) {
      if (!isRecord(tool) || typeof tool.name !== 'string') continue;
      const params = mirroredParams(tool.inputSchema);
      if (params.length > 0) this.#byTool.set(tool.name, params);
      else this.#byTool.delete(tool.name);
    }
  }
}
