// A receiver that does everything wrong: what waits stays in bounds, what is lost is counted, and nothing is sent to anybody else.
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { startLiveSpans } from '../../support/live-spans.ts';
import { startOtlpReceiver } from '../../support/otlp-receiver.ts';
import { until } from '../../support/panel-client.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const rows = 8_192;
const batch = 512;

/** Answers request by request as it is told; the last answer is for all that come after. */
async function startWrong(...answers: ((request: IncomingMessage, response: ServerResponse) => void)[]) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    request.resume().on('end', () => answers[Math.min(requests.length, answers.length) - 1]?.(request, response));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

async function start(url: string, spans?: Parameters<typeof startLiveSpans>[1]) {
  const live = await startLiveSpans(url, spans);
  onTestFinished(() => live.stop());
  return live;
}

test('One that hangs: no more than the queue and one batch wait, the others are counted as dropped, and there is one request.', async () => {
  const { url, requests } = await startWrong(() => {});
  const live = await start(url);
  live.call();
  await until(() => requests.length === 1, 'it was asked');
  const count = 20_000;
  for (let each = 0; each < count; each += 1) live.call();
  await until(() => (live.health()?.dropped ?? 0) > 0, 'it is told');
  const { queued = 0, dropped = 0, sent } = live.health() ?? {};
  expect(sent).toBe(0);
  expect(queued).toBeLessThanOrEqual(rows + batch);
  expect(queued + dropped).toBe(count + 1);
  expect(requests.length).toBe(1);
});

test('One that is away for long and comes back is sent all that was kept, once, and the counts agree with what it has.', async () => {
  const first = await startOtlpReceiver();
  await first.close();
  const live = await start(first.url);
  const count = 10_000;
  for (let each = 0; each < count; each += 1) live.call();
  await until(() => live.health()?.state === 'failing', 'it is told');
  const receiver = await startOtlpReceiver(first.port);
  onTestFinished(() => receiver.close());
  await until(() => live.health()?.queued === 0 && live.health()?.state === 'ok', 'all is sent');
  const { sent = 0, dropped } = live.health() ?? {};
  expect(sent + (dropped ?? 0)).toBe(count);
  expect(sent).toBeGreaterThanOrEqual(rows);
  expect(receiver.spans.length).toBe(sent);
  expect(new Set(receiver.spans.map(({ spanId }) => spanId)).size).toBe(sent);
});

test('One that closes in the middle, of the request or of its answer, is sent the same again, with the same ids.', async () => {
  const receiver = await startOtlpReceiver();
  onTestFinished(() => receiver.close());
  receiver.cut = request => request <= 2;
  const live = await start(receiver.url);
  live.call(5);
  await until(() => receiver.requests.length === 3 && live.health()?.sent === 1, 'the third is taken');
  expect(live.health()).toMatchObject({ dropped: 0, queued: 0, reason: { kind: 'telemetry-unreachable' } });
  expect(receiver.spans.length).toBe(6);
  expect(new Set(receiver.spans.map(({ spanId }) => spanId)).size).toBe(2);
});

test('One that sends elsewhere is not followed, and its headers go to nobody else.', async () => {
  const other = await startWrong((_request, response) => response.writeHead(200).end());
  const { url } = await startWrong((_request, response) =>
    response.writeHead(307, { location: `${other.url}/v1/traces` }).end(),
  );
  const live = await start(url, { headers: ['authorization'] });
  live.call();
  await until(() => live.health()?.reason?.kind === 'telemetry-refused', 'it is told');
  expect(live.health()).toMatchObject({ dropped: 1, reason: { status: 307 } });
  expect(other.requests).toEqual([]);
});

test('One whose answer never ends is read no further than is useful, and its text is one plain line.', async () => {
  const { url } = await startWrong((_request, response) => {
    response.writeHead(400, { 'content-type': 'text/plain' });
    response.write('\u001b[31m<b>No\r\nForged: line');
    const more = () => {
      if (!response.destroyed && response.write('x'.repeat(16_384))) setImmediate(more);
      else response.once('drain', more);
    };
    more();
  });
  const live = await start(url);
  live.call();
  await until(() => live.health()?.reason?.kind === 'telemetry-refused', 'it is told');
  const { reason } = live.health() ?? {};
  if (reason?.kind !== 'telemetry-refused') throw new Error('It was not refused.');
  expect(reason.said.length).toBeLessThanOrEqual(200);
  expect(reason.said).toMatch(/^\[31m<b>No Forged: line ?x*$/);
});

test.for([429, 503])(
  '%i with a date far away keeps what waits, and the stop of the hub waits for none of it.',
  async status => {
    const { url, requests } = await startWrong((_request, response) =>
      response.writeHead(status, { 'retry-after': 'Fri, 31 Dec 2100 23:59:59 GMT' }).end(),
    );
    const live = await start(url);
    live.call();
    await until(() => live.health()?.reason?.kind === 'telemetry-busy', 'it is told');
    for (let each = 0; each < 3; each += 1) live.call();
    await until(() => live.health()?.queued === 4, 'they wait');
    expect(requests.length).toBe(1);
    expect(live.health()).toMatchObject({ dropped: 0, state: 'failing', reason: { status } });
    await live.stop();
    expect(live.followers.size).toBe(0);
    expect(requests.length).toBe(2);
  },
);
