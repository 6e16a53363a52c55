// The one form that a message has inside the hub, whatever wire it came from. Dialects translate to and from it.
import { z } from 'zod';

export type MessageId = string | number;

/** `code` is a JSON-RPC number at MCP edges; Pilothouse's string code, where there is one, travels in `data.code`. */
export interface MessageError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export type Message =
  | { readonly kind: 'request'; readonly id: MessageId; readonly method: string; readonly params: unknown }
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown }
  | { readonly kind: 'result'; readonly id: MessageId; readonly result: unknown }
  | { readonly kind: 'error'; readonly id: MessageId | null; readonly error: MessageError };

/** Arguments of `tools/call` (MCP 2025-11-25, "Tools"). Unknown keys such as `_meta` are kept. */
export const ToolCallParamsSchema = z.looseObject({
  name: z.string().min(1),
  arguments: z.record(z.string(), z.unknown()).optional(),
});
export type ToolCallParams = z.infer<typeof ToolCallParamsSchema>;

/** A result of `tools/call`: content blocks are passed on as they are. */
export const ToolResultSchema = z.looseObject({
  content: z.array(z.looseObject({ type: z.string() })).default([]),
  isError: z.boolean().optional(),
});
export type ToolResult = z.infer<typeof ToolResultSchema>;

/** First request of an MCP client (MCP 2025-11-25, "Lifecycle"). */
export const InitializeParamsSchema = z.looseObject({
  protocolVersion: z.string(),
  capabilities: z.record(z.string(), z.unknown()).default({}),
  clientInfo: z.looseObject({ name: z.string(), version: z.string().default('') }).optional(),
});
