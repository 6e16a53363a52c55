// A file that is fetched on from where it broke off: only while it is the same, and never one that came whole and was no good.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { download } from '../../../electron/core/servers/install/fetch/download.ts';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (response: ServerResponse) => void;

/** Gives these answers in turn, and says what it was asked. */
async function answering(...answers: Answer[]) {
  const asked: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers);
    answers.shift()?.(response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const folder = mkdtempSync(join(tmpdir(), 'pilothouse-download-'));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true });
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/file`;
  const file = join(folder, 'file.part');
  const fetched = () =>
    download(file, { source: null, address, signal: new AbortController().signal, onPhase: () => {} });
  return { asked, fetched, text: () => readFileSync(file, 'utf8') };
}

/** Ends in the middle, once its first bytes have come. */
function breaksOff(text: string, headers: Record<string, string>): Answer {
  return response => {
    response.writeHead(200, { 'content-length': text.length * 2, ...headers });
    response.write(text, () => setTimeout(() => response.destroy(), 100));
  };
}

test('What broke off goes on, asked for as it is and not compressed.', async () => {
  const rest: Answer = response => response.writeHead(206, { 'content-range': 'bytes 5-9/10' }).end(' more');
  const { asked, fetched, text } = await answering(breaksOff('first', { etag: '"a"' }), rest);
  await expect(fetched()).rejects.toThrow();
  await fetched();
  expect(text()).toBe('first more');
  expect(asked.map(one => [one.range, one['if-range'], one['accept-encoding']])).toEqual([
    [undefined, undefined, 'identity'],
    ['bytes=5-', '"a"', 'identity'],
  ]);
});

test('What is another file since begins anew.', async () => {
  const { fetched, text } = await answering(breaksOff('first', { etag: '"a"' }), response => response.end('other'));
  await expect(fetched()).rejects.toThrow();
  await fetched();
  expect(text()).toBe('other');
});

test.each([
  ['whose server names no tag', {}],
  ['whose tag is a weak one', { etag: 'W/"a"' }],
])('One %s begins anew.', async (_what, headers: Record<string, string>) => {
  const { asked, fetched, text } = await answering(breaksOff('first', headers), response => response.end('whole'));
  await expect(fetched()).rejects.toThrow();
  await fetched();
  expect([asked[1]?.range, text()]).toEqual([undefined, 'whole']);
});

test('One that came whole is fetched anew the next time.', async () => {
  const whole =
    (text: string): Answer =>
    response =>
      response.writeHead(200, { etag: '"a"' }).end(text);
  const { asked, fetched, text } = await answering(whole('broken'), whole('mended'));
  await fetched();
  await fetched();
  expect([asked[1]?.range, text()]).toEqual([undefined, 'mended']);
});

test.each<[string, Answer]>([
  ['has nothing after it', response => response.writeHead(416).end()],
  ['goes on at another place', response => response.writeHead(206, { 'content-range': 'bytes 0-4/5' }).end('wrong')],
])('It begins anew where its server %s.', async (_what, second) => {
  const { fetched, text } = await answering(breaksOff('first', { etag: '"a"' }), second, response =>
    response.end('new'),
  );
  await expect(fetched()).rejects.toThrow();
  await fetched();
  expect(text()).toBe('new');
});
