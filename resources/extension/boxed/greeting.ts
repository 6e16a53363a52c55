// How a server in a box is greeted, as MCP begins; a module, which begins anew with each request, together with that request.

const protocolVersion = '2025-06-18';

export const greeting = {
  protocolVersion,
  capabilities: {},
  clientInfo: { name: 'pilothouse-companion', version: '1' },
} as const;

export const greeted = { jsonrpc: '2.0', method: 'notifications/initialized' } as const;

/** All that a module reads, a line for each message; one that takes a line alone is not greeted. */
export function inputOf(message: object, takesOneLine: boolean): string {
  if (takesOneLine) return JSON.stringify(message);
  const hello = { jsonrpc: '2.0', id: 0, method: 'initialize', params: greeting };
  return [hello, greeted, message].map(one => JSON.stringify(one)).join('\n');
}
