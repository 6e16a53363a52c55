// Which addresses of a sign-in are opened or asked.
import { describe, expect, test } from 'vitest';
import { expectSafeAddress, signInFetch } from '../../../../../electron/core/servers/remote/sign-in/safe-address.ts';

describe('expectSafeAddress', () => {
  test.each(['https://signin.example.com/a?b=c', 'http://127.0.0.1:1/x', 'http://localhost:1/x', 'http://[::1]:1/x'])(
    '%s is.',
    address => expect(expectSafeAddress(address, 'sign-in').href).toBe(address),
  );

  test.each([
    'http://signin.example.com/',
    'http://127.0.0.1.example.com/',
    'http://localhost.example.com/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    'https://ana:secret@example.com/',
    'https://ana@example.com/',
    'nonsense',
    '',
  ])('%j is not.', address => {
    expect(() => expectSafeAddress(address, 'sign-in')).toThrow(/which is not opened: it must begin with https:\/\//);
  });
});

describe('signInFetch', () => {
  test.each([
    'https://127.0.0.1/token',
    'http://localhost:1/token',
    'https://169.254.169.254/latest',
    'https://[::1]/',
  ])('A server far away does not have %s asked.', async address => {
    const ask = signInFetch('https://mcp.example.com/mcp', () => {});
    await expect(ask(address)).rejects.toThrow(/Its sign-in is not asked: It leads to/);
  });

  test('Plain http to another machine is not asked.', async () => {
    const ask = signInFetch('http://127.0.0.1:1/mcp', () => {});
    await expect(ask('http://signin.example.com/token')).rejects.toThrow(/must begin with https/);
  });

  test('What cannot be reached is told.', async () => {
    const failures: unknown[] = [];
    const ask = signInFetch('http://127.0.0.1:1/mcp', error => failures.push(error));
    await expect(ask('http://127.0.0.1:1/token')).rejects.toThrow('fetch failed');
    expect(failures).toHaveLength(1);
  });
});
