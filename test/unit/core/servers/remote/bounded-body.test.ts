// The bound on what a remote server sends: a whole answer, or one line of a stream that may go on for ever.
import { describe, expect, test } from 'vitest';
import { boundedResponse } from '../../../../../electron/core/servers/remote/bounded-body.ts';

const bound = 1024;

function response(type: string, pieces: readonly string[], status = 200): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  return new Response(body, { status, headers: { 'content-type': type } });
}

describe('boundedResponse', () => {
  test('An answer below the bound comes whole, with its status and headers.', async () => {
    const bounded = boundedResponse(response('application/json', ['{"a":', '1}']), bound);
    expect([bounded.status, bounded.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await bounded.json()).toEqual({ a: 1 });
  });

  test('An answer past it breaks off.', async () => {
    const bounded = boundedResponse(response('application/json', ['x'.repeat(600), 'x'.repeat(600)]), bound);
    await expect(bounded.text()).rejects.toThrow(/It sent more than/);
  });

  test('A stream goes on past it as long as each line is below.', async () => {
    const lines = Array.from({ length: 10 }, () => `data: ${'x'.repeat(500)}\n\n`);
    const text = await boundedResponse(response('text/event-stream', lines), bound).text();
    expect(text).toBe(lines.join(''));
  });

  test('A line of a stream that never ends breaks off.', async () => {
    const bounded = boundedResponse(response('text/event-stream', ['data: ', 'x'.repeat(600), 'x'.repeat(600)]), bound);
    await expect(bounded.text()).rejects.toThrow(/It sent more than/);
  });

  test('A refusal and an answer without a body come back as they are.', () => {
    const refused = response('text/plain', ['no'], 500);
    const empty = new Response(null, { status: 202 });
    expect([boundedResponse(refused), boundedResponse(empty)]).toEqual([refused, empty]);
  });
});
