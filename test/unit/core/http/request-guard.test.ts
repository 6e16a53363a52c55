// Attacks 1 and 2 (cross-site requests, DNS rebinding): who is refused before anything of the request is looked at.
import { describe, expect, test } from 'vitest';
import { bearerToken, guardRequest, pathOf } from '../../../../electron/core/http/request-guard.ts';

const port = 3456;

function request(hosts: readonly string[], origin?: string) {
  const rawHeaders = hosts.flatMap(host => ['Host', host]);
  const headers = {
    ...(hosts[0] === undefined ? {} : { host: hosts[0] }),
    ...(origin === undefined ? {} : { origin }),
  };
  return { rawHeaders, headers };
}

describe('Hosts', () => {
  test.each([`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`])('%s is served.', host => {
    expect(guardRequest(request([host]), port)).toBeNull();
  });

  test.each([
    'evil.com',
    `evil.com:${port}`,
    `127.0.0.1.evil.com:${port}`,
    `localhost.evil.com:${port}`,
    `localhost.:${port}`,
    `127.0.0.1.:${port}`,
    `0.0.0.0:${port}`,
    `2130706433:${port}`,
    `0x7f.0.0.1:${port}`,
    `127.1:${port}`,
    `127.0.0.2:${port}`,
    `[::]:${port}`,
    `[::ffff:127.0.0.1]:${port}`,
    `::1:${port}`,
    `user@127.0.0.1:${port}`,
    `127.0.0.1:${port}@evil.com`,
    '127.0.0.1',
    'localhost',
    '127.0.0.1:80',
    `127.0.0.1:0${port}`,
    `127.0.0.1:${port}, evil.com`,
    `127.0.0.1:${port} `,
    '',
  ])('Attack 2: the host %j is refused.', host => {
    expect(guardRequest(request([host]), port)).toEqual({
      status: 403,
      message: `The host ${JSON.stringify(host.toLowerCase())} is not served here; use 127.0.0.1:3456.`,
    });
  });

  test.each([
    [0, []],
    [2, [`127.0.0.1:${port}`, `127.0.0.1:${port}`]],
    [2, [`127.0.0.1:${port}`, 'evil.com']],
  ])('Attack 2: a request with %i Host headers is refused.', (count, hosts) => {
    expect(guardRequest(request(hosts), port)).toEqual({
      status: 400,
      message: `The request has ${count} Host headers; send exactly one.`,
    });
  });

  test('A second Host header in other letters is a second one.', () => {
    const rawHeaders = ['host', `127.0.0.1:${port}`, 'HOST', 'evil.com'];
    expect(guardRequest({ rawHeaders, headers: { host: `127.0.0.1:${port}` } }, port)).toMatchObject({ status: 400 });
  });

  test('A value that reads Host is no header.', () => {
    const rawHeaders = ['Host', `127.0.0.1:${port}`, 'X-Name', 'host'];
    expect(guardRequest({ rawHeaders, headers: { host: `127.0.0.1:${port}` } }, port)).toBeNull();
  });

  test('An endless host is cut in the sentence.', () => {
    const refusal = guardRequest(request(['x'.repeat(10_000)]), port);
    expect(refusal?.message.length).toBeLessThan(200);
  });
});

describe('Origins', () => {
  const good = [`127.0.0.1:${port}`];

  test.each([
    'null',
    '',
    'https://evil.com',
    'http://localhost.evil',
    `http://localhost:${port}`,
    `http://127.0.0.1:${port}`,
    'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
    `http://127.0.0.1:${port}, https://evil.com`,
  ])('Attack 1: with no origin listed the origin %j is refused.', origin => {
    expect(guardRequest(request(good, origin), port)).toEqual({
      status: 403,
      message: `Requests from the origin ${JSON.stringify(origin)} are refused.`,
    });
  });

  test('A listed origin is served.', () => {
    const origin = `http://127.0.0.1:${port}`;
    expect(guardRequest(request(good, origin), port, [origin])).toBeNull();
  });

  test.each(['null', 'http://127.0.0.1', `HTTP://127.0.0.1:${port}`, `http://127.0.0.1:${port}/`])(
    'A listed origin is compared whole: %j is refused.',
    origin => {
      expect(guardRequest(request(good, origin), port, [`http://127.0.0.1:${port}`])).toMatchObject({ status: 403 });
    },
  );

  test('The host is looked at before the origin.', () => {
    expect(guardRequest(request(['evil.com'], 'https://evil.com'), port)?.message).toContain('The host');
  });
});

describe('bearerToken', () => {
  test.each([
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    ['Bearer  abc', null],
    ['Bearer abc def', null],
    ['Bearer ', null],
    ['Bearer', null],
    ['Basic abc', null],
    ['XBearer abc', null],
    ['', null],
    [undefined, null],
  ])('The token of %j is %j.', (authorization, token) => {
    expect(bearerToken({ headers: authorization === undefined ? {} : { authorization } })).toBe(token);
  });
});

describe('pathOf', () => {
  test.each([
    ['/mcp', '/mcp'],
    ['/mcp?token=x', '/mcp'],
    ['?x', '/'],
    ['', '/'],
    [undefined, '/'],
    ['//', '//'],
    ['http://evil.com/mcp', 'http://evil.com/mcp'],
    ['/%2e%2e/mcp', '/%2e%2e/mcp'],
  ])('The path of %j is %j.', (url, expected) => {
    expect(pathOf(url === undefined ? {} : { url })).toBe(expected);
  });
});
