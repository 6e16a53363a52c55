// What a wire's dialect does for a peer: the JSON values of the wire in, the hub's one form of a message out, and back.
import { dialects } from '../../../native-host/dialects/dialects.ts';
import type { Message } from '../../../contract/schemas/messages.ts';

/** Made for each connection, because a wire without ids keeps its order in here. Knows no sockets and no time. */
export interface WireDialect {
  /** A sentence says what is wrong with the value. */
  decode(value: unknown): Message | string;
  /** Null when the message has no form on this wire; it is then not sent. */
  encode(message: Message): unknown;
}

/** MCP's own form, which our extension speaks too. */
export const jsonRpcDialect: WireDialect = dialects.pilothouse.agent();
