// What becomes of a run when something remote fails, and the sentence that the user reads.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:http';
import { createServer, get } from 'node:https';
import { SdkError, SdkErrorCode, SdkHttpError, SseError, UnauthorizedError } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../../../../electron/core/servers/remote/failure-in-words.ts';
import { inEnglish } from '../../../../../words/english.ts';
import { saying } from '../../../../support/saying.ts';
import type { AddressInfo } from 'node:net';

/** What Node says of a server with this certificate, or without TLS; the authority may be one that it knows. */
async function refusedBy(certificate: string | null, isKnown: boolean): Promise<unknown> {
  const file = (name: string) => readFileSync(`test/fixtures/failing/certificates/${name}`);
  const server = certificate
    ? createServer({ key: file('server.key'), cert: file(`${certificate}.pem`) })
    : createPlainServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const request = get({
    host: '127.0.0.1',
    port,
    servername: 'localhost',
    ...(isKnown && { ca: file('authority.pem') }),
  });
  const [error] = await once(request, 'error');
  server.close();
  return error;
}

const url = 'https://mcp.example.com/mcp';
const http = (status: number, text?: string) =>
  new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, 'Error POSTing', { status, statusText: '', text });
const network = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(`connect ${code}`), { code }) });

describe('failureOf', () => {
  test.each([
    ['a 401', http(401)],
    ['an unauthorized request', new UnauthorizedError()],
    ['a 401 of the older transport', new Error('Error POSTing to endpoint (HTTP 401): no')],
  ])('%s asks for a sign-in.', (_what, error) => {
    const reason = saying('mcp.example.com asks for a sign-in (HTTP 401).');
    expect(failureOf(error, url, false)).toEqual({ kind: 'unauthorized', reason });
  });

  test.each([502, 503, 504])('%i says that it is away.', status => {
    expect(failureOf(http(status), url, true).kind).toBe('away');
  });

  test('404 is a session that is forgotten where there was one, else a wrong address.', () => {
    expect(failureOf(http(404), url, true).kind).toBe('away');
    expect(failureOf(http(404), url, false)).toEqual({
      kind: 'refused',
      reason: saying(
        'mcp.example.com answered HTTP 404; check the address, and whether it speaks Streamable HTTP or the older SSE.',
      ),
    });
  });

  test.each([
    ['ECONNREFUSED', 'Nothing listens at mcp.example.com (ECONNREFUSED)'],
    ['ENOTFOUND', 'There is no host mcp.example.com (ENOTFOUND); check its name.'],
    ['EAI_AGAIN', 'The address of mcp.example.com could not be looked up (EAI_AGAIN); check the network.'],
    ['ENETUNREACH', 'No way leads to mcp.example.com (ENETUNREACH)'],
    ['UND_ERR_CONNECT_TIMEOUT', 'mcp.example.com does not answer (UND_ERR_CONNECT_TIMEOUT)'],
    ['CERT_REVOKED', 'The certificate of mcp.example.com was revoked (CERT_REVOKED)'],
    ['INVALID_CA', 'The certificate of mcp.example.com is not trusted (INVALID_CA)'],
    ['ECONNRESET', 'The connection to mcp.example.com broke (ECONNRESET)'],
  ])('%s is told in words.', (code, words) => {
    const failure = failureOf(network(code), url, false);
    expect(failure.kind).toBe('away');
    expect(inEnglish(failure.reason)).toContain(words);
  });

  test.each([
    ['self-signed', 'The certificate of mcp.example.com is signed by nobody but itself (DEPTH_ZERO_SELF_SIGNED_CERT);'],
    [
      'server',
      'The certificate of mcp.example.com is from an authority that is not known here (UNABLE_TO_VERIFY_LEAF_SIGNATURE);',
    ],
    ['expired', 'The certificate of mcp.example.com has expired (CERT_HAS_EXPIRED);'],
    ['future', 'The certificate of mcp.example.com is not valid yet (CERT_NOT_YET_VALID); check the clock'],
    [
      'other-host',
      'The certificate of mcp.example.com is for another host (it is for DNS:other.example) (ERR_TLS_CERT_ALTNAME_INVALID);',
    ],
    [null, 'mcp.example.com does not speak TLS (EPROTO); write http:// in its address'],
  ])('A real handshake with the certificate %j says what is wrong with it.', async (certificate, words) => {
    const isKnown = certificate !== 'server' && certificate !== 'self-signed';
    const cause = await refusedBy(certificate, isKnown);
    const failure = failureOf(new TypeError('fetch failed', { cause }), url, false);
    expect(failure.kind).toBe('away');
    expect(inEnglish(failure.reason)).toContain(words);
  });

  test('The code of the older transport is found in its sentence.', () => {
    const text = 'TypeError: fetch failed: connect ECONNREFUSED 127.0.0.1:1';
    const error = new SseError(undefined, text, { code: undefined, message: text } as never);
    expect(inEnglish(failureOf(error, url, false).reason)).toMatch(/^Nothing listens at/);
  });

  test('Its own message is quoted in one line and not without end; pages are not.', () => {
    const said = failureOf(
      http(400, JSON.stringify({ error: { message: `bad\nheader ${'x'.repeat(999)}` } })),
      url,
      false,
    );
    expect(inEnglish(said.reason)).toMatch(/^mcp\.example\.com answered HTTP 400 \(bad header x+\); check the address/);
    expect(inEnglish(said.reason).length).toBeLessThan(450);
    expect(inEnglish(failureOf(http(400, '<h1>Bad</h1>'), url, false).reason)).not.toContain('<h1>');
  });

  test('What is no MCP is refused.', () => {
    const error = new SdkError(SdkErrorCode.ClientHttpUnexpectedContent, 'Unexpected content type: text/html');
    expect(failureOf(error, url, false)).toMatchObject({ kind: 'refused' });
  });
});
