// Words of the stateless era and of the one that the hub speaks inside.
import { describe, expect, test } from 'vitest';
import {
  discovered,
  innerParams,
  outerResult,
  readEnvelope,
} from '../../../../../electron/core/http/stateless/envelope.ts';

const key = (name: string) => `io.modelcontextprotocol/${name}`;
const params = {
  name: 'echo',
  inputResponses: { a: {} },
  requestState: 'x',
  _meta: {
    [key('protocolVersion')]: '2026-07-28',
    [key('clientInfo')]: { name: 'a program', version: '2' },
    [key('clientCapabilities')]: { elicitation: {} },
    [key('logLevel')]: 'warning',
    progressToken: 7,
    traceparent: '00-1',
  },
};

test('The envelope says who asks, what it can and which messages it wants.', () => {
  expect(readEnvelope(params)).toEqual({
    introduction: {
      protocolVersion: '2025-11-25',
      isStateless: true,
      declares: { elicitation: {} },
      clientInfo: { name: 'a program', version: '2' },
    },
    logLevel: 'warning',
  });
});

test('Who says nothing can nothing and wants nothing.', () => {
  expect(readEnvelope({ _meta: { [key('logLevel')]: 'loud' } })).toEqual({
    introduction: {
      protocolVersion: '2025-11-25',
      isStateless: true,
      declares: {},
      clientInfo: { name: 'unknown', version: '' },
    },
    logLevel: null,
  });
});

test('Inside, the params have no envelope and no way back; the rest of _meta stays.', () => {
  expect(innerParams(params)).toEqual({ name: 'echo', _meta: { progressToken: 7, traceparent: '00-1' } });
  expect(innerParams({ _meta: { [key('protocolVersion')]: 'x' }, uri: 'a' })).toEqual({ uri: 'a' });
  expect(innerParams(undefined)).toEqual({});
});

describe('outerResult', () => {
  const info = { name: 'a server', version: '1' };

  test('A result is complete and says who answered; what it has besides stays.', () => {
    expect(outerResult('tools/call', { content: [], own: 1, _meta: { own: 2 } }, info)).toEqual({
      content: [],
      own: 1,
      resultType: 'complete',
      _meta: { own: 2, [key('serverInfo')]: info },
    });
  });

  test('What may be kept says for how long: a server’s hints pass, without them it is not at all.', () => {
    expect(outerResult('tools/list', { tools: [] }, info)).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
    expect(outerResult('tools/list', { ttlMs: 500, cacheScope: 'public' }, info)).toMatchObject({
      ttlMs: 500,
      cacheScope: 'public',
    });
    expect(outerResult('tools/list', { ttlMs: -1, cacheScope: 'x' }, info)).toMatchObject({
      ttlMs: 0,
      cacheScope: 'private',
    });
  });
});

test('Discovery has what initialize says but for the version and the tasks of the older era.', () => {
  const greeting = {
    protocolVersion: '2025-11-25',
    serverInfo: {},
    instructions: 'Do.',
    capabilities: { tools: {}, tasks: {} },
  };
  expect(discovered(greeting, ['2026-07-28'])).toEqual({
    instructions: 'Do.',
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {} },
  });
});
