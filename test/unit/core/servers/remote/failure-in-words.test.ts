// What becomes of a run when something remote fails, and the sentence that the user reads.
import { SdkError, SdkErrorCode, SdkHttpError, SseError, UnauthorizedError } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../../../../electron/core/servers/remote/failure-in-words.ts';
import { inEnglish } from '../../../../../words/english.ts';
import { saying } from '../../../../support/saying.ts';

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
    ['ENOTFOUND', 'mcp.example.com has no address (ENOTFOUND)'],
    ['CERT_HAS_EXPIRED', 'The certificate of mcp.example.com is not trusted (CERT_HAS_EXPIRED)'],
    ['ECONNRESET', 'The connection to mcp.example.com broke (ECONNRESET)'],
  ])('%s is told in words.', (code, words) => {
    const failure = failureOf(network(code), url, false);
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
