// What pages bring along, read with care: addresses of servers, lists of tools, and how a chat is to look.
import { describe, expect, test } from 'vitest';
import { pageToolBounds } from '../../../../contract/web-agent.ts';
import { chatStyle } from '../../../../electron/core/web-agent/chat-style.ts';
import { readOwnTools } from '../../../../electron/core/web-agent/own-tools.ts';
import { siteAddress, siteTransport } from '../../../../electron/core/web-agent/site-address.ts';

const shop = 'https://shop.example';

describe('The address of a site’s server', () => {
  test.each([
    ['https://tools.example/mcp', shop],
    ['wss://tools.example/mcp', shop],
    ['http://localhost:3001/mcp', shop],
    ['http://127.0.0.1:3001/sse', shop],
    ['http://[::1]:3001/sse', shop],
    ['http://intranet.example/mcp', 'http://intranet.example'],
    ['ws://intranet.example/mcp', 'http://intranet.example'],
  ])('%s is taken from a page of %s', (url, origin) => {
    expect(siteAddress(url, origin).href).toBe(url);
  });

  test.each([
    ['http://intranet.example:81/mcp', 'http://intranet.example'],
    ['http://localhost.evil.example/mcp', shop],
    ['http://127.0.0.1.evil.example/', shop],
    ['http://shop.example/mcp', shop],
    ['javascript:alert(1)', shop],
    ['data:text/plain,x', shop],
    ['https://user@tools.example/', shop],
    [`https://tools.example/${'x'.repeat(3_000)}`, shop],
    ['', shop],
  ])('%s is refused from a page of %s', (url, origin) => {
    expect(() => siteAddress(url, origin)).toThrow(/cannot be used/);
  });

  test('Its transport is the one that is named, or that its address says; a program is none.', () => {
    const url = new URL('https://tools.example/sse');
    expect(siteTransport(undefined, url)).toBe('sse');
    expect(siteTransport(undefined, new URL('https://tools.example/mcp'))).toBe('http');
    expect(siteTransport('streamable-http', url)).toBe('http');
    expect(siteTransport('sse', new URL('wss://tools.example'))).toBe('websocket');
    expect(siteTransport('stdio', url)).toBeNull();
    expect(siteTransport('__proto__', url)).toBeNull();
  });
});

describe('The tools of a page', () => {
  test('Of each its name, what it is for and what it takes are read, and nothing that it says of itself beside.', () => {
    const tool = {
      name: 'pay',
      description: 'Pays.',
      inputSchema: { type: 'array' },
      annotations: { readOnlyHint: true },
    };
    expect(readOwnTools({ tools: [tool] })).toEqual([
      { name: 'pay', description: 'Pays.', inputSchema: { type: 'object' } },
    ]);
  });

  test('What is no list, has no proper name or comes twice is not there.', () => {
    expect(readOwnTools(null)).toEqual([]);
    expect(readOwnTools({ tools: 'pay' })).toEqual([]);
    const names = ['a/b', '', 'ok', 'ok', 'x'.repeat(101), 'with space', 'page\u202E'];
    expect(readOwnTools({ tools: names.map(name => ({ name })) }).map(({ name }) => name)).toEqual(['ok']);
  });

  test('They are no more, and no larger, than fit.', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => ({ name: `t${at}` }));
    expect(readOwnTools({ tools: many })).toHaveLength(pageToolBounds.tools);
    const large = many.map(tool => ({ ...tool, description: 'x'.repeat(1_900) }));
    const taken = readOwnTools({ tools: large });
    expect(taken.length).toBeGreaterThan(10);
    expect(Buffer.byteLength(JSON.stringify(taken))).toBeLessThan(pageToolBounds.bytes + 1_000);
  });
});

test.each([
  [
    { theme: 'dark', accentColor: '#0A7', position: 'left' },
    { theme: 'dark', accentColor: '#00aa77', position: 'left' },
  ],
  [
    { theme: 'x', accentColor: 'red;} body{', position: 'top' },
    { theme: 'auto', accentColor: null, position: 'right' },
  ],
  [{ position: 'constructor' }, { theme: 'auto', accentColor: null, position: 'right' }],
  ['none', { theme: 'auto', accentColor: null, position: 'right' }],
])('A chat that is to look like %j looks like %j.', (style, shown) => {
  expect(chatStyle({ style })).toEqual(shown);
});
