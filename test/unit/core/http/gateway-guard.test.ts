// Which requests a gateway looks at: under names that were listed, and of no page.
import { expect, test } from 'vitest';
import { guardGatewayRequest, readHost } from '../../../../electron/core/http/gateway-guard.ts';

const request = (host: string | null, more: Record<string, string> = {}) => ({
  rawHeaders: host === null ? [] : ['Host', host],
  headers: { ...(host !== null && { host }), ...more },
});
const hosts = ['mcp.example.com', 'internal:8080', '[::1]'];

test.each([
  ['mcp.example.com', null],
  ['MCP.Example.com', null],
  ['mcp.example.com:8443', null],
  ['internal:8080', null],
  ['[::1]:9000', null],
  ['internal', 403],
  ['internal:80', 403],
  ['evil.example', 403],
  ['evil.mcp.example.com', 403],
  ['mcp.example.com.evil', 403],
  ['mcp.example.com:', 403],
  ['', 403],
  [null, 400],
])('The host %s is answered with %s.', (host, status) => {
  expect(guardGatewayRequest(request(host), hosts)?.status ?? null).toBe(status);
});

test('Two Host headers are none, and no page is let in, whichever it is.', () => {
  const two = { rawHeaders: ['Host', 'mcp.example.com', 'host', 'evil'], headers: { host: 'mcp.example.com' } };
  expect(guardGatewayRequest(two, hosts)?.status).toBe(400);
  const page = request('mcp.example.com', { origin: 'https://mcp.example.com' });
  expect(guardGatewayRequest(page, hosts)?.status).toBe(403);
});

test.each([
  ['mcp.example.com', 'mcp.example.com'],
  [' MCP.example.com ', 'mcp.example.com'],
  ['mcp.example.com:8443', 'mcp.example.com:8443'],
  ['10.0.0.7', '10.0.0.7'],
  ['[::1]:80', '[::1]:80'],
  ['*.example.com', null],
  ['a b', null],
  ['https://mcp.example.com', null],
  ['mcp.example.com/mcp', null],
  ['user@mcp.example.com', null],
  ['', null],
])('%j is read as the host %j.', (text, host) => {
  expect(readHost(text)).toBe(host);
});
