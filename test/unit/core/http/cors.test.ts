// Which origins of pages are listed, and the headers that a browser is given for them.
import { describe, expect, test } from 'vitest';
import { corsHeaders, isListedOrigin, preflightHeaders } from '../../../../electron/core/http/cors.ts';

describe('isListedOrigin', () => {
  test.each([
    ['http://localhost:*', 'http://localhost:5173'],
    ['http://localhost:*', 'http://localhost'],
    ['http://[::1]:*', 'http://[::1]:80'],
    ['https://app.example', 'https://app.example'],
    ['chrome-extension://*', 'chrome-extension://*'],
  ])('%s lists %s.', (pattern, origin) => {
    expect(isListedOrigin(origin, ['http://other.example', pattern])).toBe(true);
  });

  test.each([
    ['http://localhost:*', 'https://localhost:5173'],
    ['http://localhost:*', 'http://localhost.evil.example:80'],
    ['http://localhost:*', 'http://localhost:80.evil.example'],
    ['http://localhost:*', 'http://localhost:123456'],
    ['http://localhost:*', 'http://localhost:'],
    ['http://localhost:*', 'http://evil.example/http://localhost:80'],
    ['https://app.example', 'https://app.example:8443'],
    ['https://app.example', 'https://app.example.evil'],
    ['chrome-extension://*', 'chrome-extension://abc'],
    ['*', 'http://localhost'],
  ])('%s does not list %s.', (pattern, origin) => {
    expect(isListedOrigin(origin, [pattern])).toBe(false);
  });

  test('004 CORS Configuration: nothing is listed by default.', () => {
    expect(isListedOrigin('null', [])).toBe(false);
  });
});

describe('corsHeaders', () => {
  test('004 CORS Configuration: a listed origin gets its own name, never a pattern, which no browser would take.', () => {
    expect(corsHeaders({ headers: { origin: 'http://localhost:1' } }, ['http://localhost:*'])).toMatchObject({
      'access-control-allow-origin': 'http://localhost:1',
      vary: 'Origin',
    });
  });

  test('No other request gets any.', () => {
    expect(corsHeaders({ headers: {} }, ['http://localhost:*'])).toEqual({});
    expect(corsHeaders({ headers: { origin: 'http://evil.example' } }, ['http://localhost:*'])).toEqual({});
  });
});

describe('preflightHeaders', () => {
  test('Headers of arguments are allowed by their own names, others are not.', () => {
    const asked = 'authorization, mcp-param-region, x-evil, Mcp-Param-City';
    const headers = preflightHeaders({ headers: { 'access-control-request-headers': asked } });
    expect(headers['access-control-allow-headers']?.split(', ').slice(-2)).toEqual([
      'mcp-param-region',
      'Mcp-Param-City',
    ]);
    expect(headers['access-control-allow-headers']).toContain('Mcp-Session-Id');
    expect(headers['access-control-allow-headers']).not.toContain('evil');
    expect(headers['access-control-allow-methods']).toBe('GET, POST, DELETE, OPTIONS');
  });
});
