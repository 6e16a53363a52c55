// The names of attributes that leave by OTLP. Those of OpenTelemetry as its conventions have them, which are still in development.

/** Semantic conventions for GenAI and MCP (open-telemetry/semantic-conventions-genai, docs/gen-ai/mcp.md and client-inference.md), general ones. */
export const conventional = {
  method: 'mcp.method.name',
  resource: 'mcp.resource.uri',
  prompt: 'gen_ai.prompt.name',
  tool: 'gen_ai.tool.name',
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  model: 'gen_ai.request.model',
  tokensIn: 'gen_ai.usage.input_tokens',
  tokensOut: 'gen_ai.usage.output_tokens',
  toolArguments: 'gen_ai.tool.call.arguments',
  toolResult: 'gen_ai.tool.call.result',
  revision: 'mcp.protocol.version',
  transport: 'network.transport',
  protocol: 'network.protocol.name',
  requestId: 'jsonrpc.request.id',
  status: 'rpc.response.status_code',
  error: 'error.type',
} as const;

export const own = {
  agent: 'pilothouse.agent',
  agentId: 'pilothouse.agent.id',
  server: 'pilothouse.server',
  serverId: 'pilothouse.server.id',
  site: 'pilothouse.site',
  kind: 'pilothouse.kind',
  browserMethod: 'pilothouse.browser.method',
  browserTool: 'pilothouse.browser.tool',
  code: 'pilothouse.error.code',
  rule: 'pilothouse.rule',
  outcome: 'pilothouse.outcome',
  waitedMs: 'pilothouse.waited_ms',
  tab: 'pilothouse.tab',
} as const;
