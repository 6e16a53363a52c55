// When a typed text is an address, and the name that is made of it.
import { describe, expect, test } from 'vitest';
import { isAddress, nameOfAddress } from '../../../contract/server-address.ts';

describe('an address', () => {
  test.each(['https://x.test/mcp', ' http://localhost:8080/sse ', 'HTTPS://x.test', 'https://x.test/<key>?a=1&b=2'])(
    '%j is one.',
    text => expect(isAddress(text)).toBe(true),
  );

  test.each([
    'npx https://x.test',
    'https://',
    'https:// x',
    'ftp://x.test',
    'x.test/mcp',
    'https://x.test --header a',
  ])('%j is none.', text => expect(isAddress(text)).toBe(false));

  test.each([
    ['https://mcp.linear.app/sse', 'linear'],
    ['https://api.githubcopilot.com/mcp/', 'githubcopilot'],
    ['https://docs.mcp.cloudflare.com/sse', 'cloudflare'],
    ['http://localhost:8080/mcp', 'localhost:8080'],
    ['http://127.0.0.1:3000', '127.0.0.1:3000'],
    ['http://[::1]:3000/mcp', '[::1]:3000'],
    ['https://', ''],
  ])('%s is called %j.', (address, name) => expect(nameOfAddress(address)).toBe(name));
});
