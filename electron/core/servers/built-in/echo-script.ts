// The script of the built-in server `echo-js`: `echo` and `reverse`, for trying that servers run at all.

export const echoScript = `// The built-in server echo-js of Pilothouse: it answers with what it was given.
const text = { type: 'string' };
const tools = [
  {
    name: 'echo',
    description: 'Answers with the message that it was given',
    inputSchema: { type: 'object', properties: { message: text }, required: ['message'] },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'reverse',
    description: 'Turns a text around',
    inputSchema: { type: 'object', properties: { text }, required: ['text'] },
    annotations: { readOnlyHint: true },
  },
];
const said = {
  echo: ({ message = '' }) => 'Echo: ' + (message === '' ? '(empty)' : message),
  reverse: ({ text: given = '' }) => [...String(given)].reverse().join(''),
};

function answer({ method, params = {} }) {
  if (method === 'initialize') {
    const serverInfo = { name: 'echo-js', version: '1.0.0' };
    return { result: { protocolVersion: '2024-11-05', capabilities: { tools: {} }, serverInfo } };
  }
  if (method === 'ping') return { result: {} };
  if (method === 'tools/list') return { result: { tools } };
  if (method !== 'tools/call') return { error: { code: -32601, message: 'Method not found' } };
  if (!Object.hasOwn(said, params.name)) return { error: { code: -32602, message: 'Unknown tool; there are echo and reverse' } };
  return { result: { content: [{ type: 'text', text: said[params.name](params.arguments ?? {}) }] } };
}

for (;;) {
  const request = JSON.parse(await MCP.readLine());
  if (request.id !== undefined) MCP.writeLine(JSON.stringify({ jsonrpc: '2.0', id: request.id, ...answer(request) }));
}
`;
