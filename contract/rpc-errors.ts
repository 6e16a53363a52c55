// The numbers of JSON-RPC errors.

/** JSON-RPC 2.0 section 5.1 and MCP's own number for "resource not found". */
export const rpcErrors = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
} as const;
