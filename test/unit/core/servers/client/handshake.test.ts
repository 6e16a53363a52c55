// What a server says of itself in either era, and what tells one era from the other.
import { SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { HubError } from '../../../../../contract/errors.ts';
import { discoveredHandshake, refusesHandshakes } from '../../../../../electron/core/servers/client/handshake.ts';
import { answerWithin } from '../../../../../electron/core/servers/remote/answer-within.ts';
import { AnsweredError } from '../../../../../electron/core/wire/rpc-error.ts';

const answered = (code: number, data?: unknown) =>
  new AnsweredError('ERR_TOOL_FAILED', { code, message: 'No.', ...(data !== undefined && { data }) }, {});

describe('an answer to initialize', () => {
  test.each([
    ['method not found', answered(-32601), true],
    ['a version error that names 2026-07-28', answered(-32022, { supported: ['2026-07-28'] }), true],
    ['a version error of the older era', answered(-32602, { supported: ['2024-11-05'], requested: 'x' }), false],
    ['any other error', answered(-32603), false],
    ['none at all', new HubError('ERR_TOOL_TIMEOUT', 'It did not answer.'), false],
  ])('%s: whether the other era is tried is %s.', (_what, error, isTried) => {
    expect(refusesHandshakes(error)).toBe(isTried);
  });
});

describe('server/discover', () => {
  const result = {
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {} },
    instructions: 'Do.',
    resultType: 'complete',
    ttlMs: 0,
    cacheScope: 'private',
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'it', title: 'It', version: '1' } },
  };

  test('It is read as what initialize would have said.', () => {
    expect(discoveredHandshake(result).result).toEqual({
      protocolVersion: '2026-07-28',
      capabilities: { tools: {} },
      serverInfo: { name: 'it', title: 'It', version: '1' },
      instructions: 'Do.',
    });
  });

  test('A server that speaks neither era is told apart.', () => {
    expect(() => discoveredHandshake({ ...result, supportedVersions: ['2031-01-01'] })).toThrow(
      'It speaks MCP 2031-01-01; Pilothouse speaks 2025-11-25',
    );
  });
});

describe('an HTTP error that holds an answer', () => {
  const failed = (text: string) =>
    new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, 'x', { status: 404, statusText: 'x', text });
  const body = (code: number, id: unknown = 1) =>
    failed(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: 'No.' } }));

  test('It is the answer to its request.', () => {
    expect(answerWithin(body(-32601), 1, false)).toMatchObject({ id: 1, error: { code: -32601 } });
  });

  test('Of a handshake only what says that there is none.', () => {
    expect(answerWithin(body(-32022), 1, true)).not.toBeNull();
    expect(answerWithin(body(-32000), 1, true)).toBeNull();
  });

  test.each([
    ['of another request', body(-32601, 2)],
    ['no JSON', failed('{ no')],
    ['a page', failed('<html>')],
    ['no HTTP error', new Error('x')],
  ])('%s is none.', (_what, error) => {
    expect(answerWithin(error, 1, false)).toBeNull();
  });
});
