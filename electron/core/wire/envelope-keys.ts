// The keys of `_meta` in which messages of the stateless era say what a handshake said before (MCP 2026-07-28 "Per-request metadata").
// Written here, because the SDK's own come with all of the SDK, which only those who need it load.

export const envelopeKeys = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  logLevel: 'io.modelcontextprotocol/logLevel',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const;
