// Headers of the stateless era that repeat the body: what is the same, what is missing, and what says something else.
import { describe, expect, test } from 'vitest';
import { HttpError } from '../../../../../electron/core/http/replies.ts';
import { checkMirror, checkParams } from '../../../../../electron/core/http/stateless/mirrored-headers.ts';
import type { IncomingMessage } from 'node:http';
import type { JSONRPCRequest } from '@modelcontextprotocol/server';

const call = (params: Record<string, unknown>): JSONRPCRequest => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params,
});
const withHeaders = (headers: Record<string, string>) => ({ headers }) as unknown as IncomingMessage;
const base64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;

function thrownBy(check: () => void): unknown {
  try {
    check();
    return null;
  } catch (error) {
    return error instanceof HttpError ? [error.status, error.code, error.details.requestId] : error;
  }
}

const mismatch = [400, -32020, 7];

test.each(['constructor', 'toString', '__proto__'])(
  'Attack 24: the method %j repeats no parameter in a header.',
  method => {
    const request = withHeaders({ 'mcp-method': method });
    const params = { [String(Object)]: 'x', undefined: 'y', '[object Object]': 'z' };
    expect(thrownBy(() => checkMirror(request, { ...call(params), method }, '2026-07-28'))).toBeNull();
  },
);

describe('checkMirror', () => {
  const good = { 'mcp-method': 'tools/call', 'mcp-name': 'echo' };
  const check = (headers: Record<string, string>, name: unknown = 'echo', version: string | undefined = '2026-07-28') =>
    thrownBy(() => checkMirror(withHeaders(headers), call({ name }), version));

  test.each([
    ['the name as it is', good, 'echo'],
    ['the name with blanks around it', { ...good, 'mcp-name': ' echo\t' }, 'echo'],
    ['the name in Base64', { ...good, 'mcp-name': base64('écho') }, 'écho'],
    ['a name that only looks like Base64', { ...good, 'mcp-name': '=?base64?x' }, '=?base64?x'],
  ])('%s is taken.', (_, headers, name) => {
    expect(check(headers, name)).toBeNull();
  });

  test.each([
    ['another name', { ...good, 'mcp-name': 'other' }],
    ['broken Base64', { ...good, 'mcp-name': '=?base64?SGVsbG8?=' }],
    ['no name', { 'mcp-method': 'tools/call' }],
    ['no method', { 'mcp-name': 'echo' }],
  ])('%s is refused under the id of the request.', (_, headers) => {
    expect(check(headers)).toEqual(mismatch);
  });

  test('A missing version is refused.', () => {
    expect(thrownBy(() => checkMirror(withHeaders(good), call({ name: 'echo' }), undefined))).toEqual(mismatch);
  });

  test('A method without a name needs none.', () => {
    const message: JSONRPCRequest = { jsonrpc: '2.0', id: 7, method: 'tools/list', params: {} };
    expect(thrownBy(() => checkMirror(withHeaders({ 'mcp-method': 'tools/list' }), message, '2026-07-28'))).toBeNull();
  });
});

describe('checkParams', () => {
  const schema = {
    type: 'object',
    properties: {
      region: { type: 'string', 'x-mcp-header': 'Region' },
      place: { type: 'object', properties: { floor: { type: 'integer', 'x-mcp-header': 'Floor' } } },
      free: { type: 'string' },
    },
  };
  const check = (headers: Record<string, string>, args: Record<string, unknown>) =>
    thrownBy(() => checkParams(withHeaders(headers), call({ name: 'a', arguments: args }), schema));

  test.each([
    ['a text', { 'mcp-param-region': 'eu' }, { region: 'eu' }],
    ['a text in Base64', { 'mcp-param-region': base64('東') }, { region: '東' }],
    ['a number in another spelling', { 'mcp-param-floor': '42.0' }, { place: { floor: 42 } }],
    ['an argument that is not there', {}, { free: 'x' }],
    ['an argument that is null', {}, { region: null }],
  ])('%s is taken.', (_, headers, args) => {
    expect(check(headers, args)).toBeNull();
  });

  test.each([
    ['a missing header', {}, { region: 'eu' }],
    ['another text', { 'mcp-param-region': 'us' }, { region: 'eu' }],
    ['broken Base64', { 'mcp-param-region': '=?base64?SGVs!!!bG8=?=' }, { region: 'Hello' }],
    ['a number that is none', { 'mcp-param-floor': '0x2a' }, { place: { floor: 42 } }],
  ])('%s is refused.', (_, headers, args) => {
    expect(check(headers, args)).toEqual(mismatch);
  });

  test('A tool that nobody knows has nothing to check.', () => {
    expect(thrownBy(() => checkParams(withHeaders({}), call({ name: 'a' }), null))).toBeNull();
  });
});
