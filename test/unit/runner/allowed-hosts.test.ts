// Which addresses a sandboxed script may fetch.
import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../../electron/runner/javascript/allowed-hosts.ts';

describe('allowed', () => {
  test.each([
    ['https://api.example.com/v1?x=1', ['api.example.com']],
    ['https://API.Example.com/', ['api.example.com']],
    ['https://api.example.com/', ['API.example.com ']],
    ['https://api.example.com:443/', ['api.example.com']],
    ['https://api.example.com/', ['api.example.com:443']],
    ['https://a.example.com/', ['*.example.com']],
    ['https://a.b.example.com/', ['*.example.com']],
    ['https://api.example.com:8443/', ['api.example.com:8443']],
    ['https://anything.com/', ['*']],
    ['http://localhost:8080/', ['localhost:8080']],
    ['http://localhost/', ['localhost']],
    ['http://127.0.0.1:9/', ['127.0.0.1:9']],
    ['http://[::1]:9/', ['[::1]:9']],
    ['https://localhost/', ['localhost']],
  ])('%s by %j', (address, hosts) => {
    expect(refusalOf(address, hosts)).toBeNull();
  });
});

describe('refused', () => {
  test.each([
    ['https://api.example.com/', []],
    ['https://example.com/', ['*.example.com']],
    ['https://evilexample.com/', ['*.example.com', 'example.com']],
    ['https://example.com.evil.com/', ['example.com']],
    ['https://api.example.com@evil.com/', ['api.example.com']],
    ['https://evil.com/#api.example.com', ['api.example.com']],
    ['https://api.example.com:8443/', ['api.example.com']],
    ['http://localhost:8080/', ['localhost']],
    ['http://localhost:8080/', ['localhost:8081']],
    ['http://localhost.evil.com/', ['localhost.evil.com']],
    ['https://anything.com/', ['*.', '', '.com']],
    ['https://anything.com:8443/', ['*']],
  ])('%s by %j', (address, hosts) => {
    expect(refusalOf(address, hosts)).toMatch(/is refused/);
  });

  test('A refusal names the host, what is allowed and the remedy.', () => {
    expect(refusalOf('https://evil.com/x', ['api.example.com'])).toBe(
      'fetch of "evil.com" is refused: this host is not among the hosts of this server (it has api.example.com); add "evil.com" to its hosts in Pilothouse.',
    );
  });

  test.each(['http://api.example.com/', 'ftp://api.example.com/', 'file:///etc/passwd', 'data:text/plain,x'])(
    '%s, because it is not https',
    address => {
      expect(refusalOf(address, ['api.example.com'])).toMatch(/only https is allowed, and http to localhost/);
    },
  );

  test.each(['', '/v1', 'api.example.com'])('%j, because it is no whole address', address => {
    expect(refusalOf(address, ['api.example.com'])).toMatch(/is no address/);
  });
});
