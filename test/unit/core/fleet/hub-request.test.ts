// Which messages of another hub are requests that it may make: those that the SDK takes for such, and none besides.
import { expect, test } from 'vitest';
import { hubRequestIn } from '../../../../electron/core/fleet/shared/hub-request.ts';
import { eraOf } from '../../../../electron/core/http/stateless/claimed-era.ts';

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'mia', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { sampling: {} },
};
const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo', _meta: envelope } };
const withMeta = (more: object) => ({ ...request, params: { name: 'echo', _meta: { ...envelope, ...more } } });

test('A request with its whole envelope is one.', () => {
  expect(hubRequestIn(request)).toBe(request);
  expect(hubRequestIn({ ...request, id: 'a' })).not.toBeNull();
  expect(hubRequestIn(withMeta({ 'io.modelcontextprotocol/clientInfo': undefined }))).not.toBeNull();
});

test.each([
  null,
  'tools/call',
  [request],
  {},
  { ...request, jsonrpc: '1.0' },
  { ...request, id: undefined },
  { ...request, id: null },
  { ...request, id: 1.5 },
  { ...request, id: { a: 1 } },
  { ...request, method: 7 },
  { ...request, result: {} },
  { ...request, error: { code: 1, message: '' } },
  { ...request, params: undefined },
  { ...request, params: { name: 'echo' } },
  { ...request, params: { name: 'echo', _meta: 'x' } },
  withMeta({ 'io.modelcontextprotocol/protocolVersion': '2025-11-25' }),
  withMeta({ 'io.modelcontextprotocol/protocolVersion': 7 }),
  withMeta({ 'io.modelcontextprotocol/clientInfo': { name: 7, version: '1' } }),
  withMeta({ 'io.modelcontextprotocol/clientInfo': { name: 'mia' } }),
  withMeta({ 'io.modelcontextprotocol/clientCapabilities': undefined }),
  withMeta({ 'io.modelcontextprotocol/clientCapabilities': [] }),
])('%j is none, and the SDK takes it for none either.', message => {
  expect(hubRequestIn(message)).toBeNull();
  expect(isTakenBySdk(message)).toBe(false);
});

function isTakenBySdk(message: unknown): boolean {
  try {
    const era = eraOf(message);
    return era.kind === 'stateless' && 'id' in era.message;
  } catch {
    return false;
  }
}
