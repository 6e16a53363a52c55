// MCP's messages for an agent whose list may name few tools: a call of `call_tool` comes in as the call that it names, so that gates,
// questions, grants, limits and the trace know no other.
import { isRecord } from '../../../contract/json.ts';
import { meantCall } from '../tools/call-by-name.ts';
import { jsonRpcDialect } from '../wire/dialect.ts';
import type { WireDialect } from '../wire/dialect.ts';

export const byNameDialect: WireDialect = {
  decode: value => {
    const message = jsonRpcDialect.decode(value);
    if (typeof message === 'string' || message.kind !== 'request') return message;
    if (message.method !== 'tools/call' || !isRecord(message.params)) return message;
    return { ...message, params: meantCall(message.params) };
  },
  encode: message => jsonRpcDialect.encode(message),
};
