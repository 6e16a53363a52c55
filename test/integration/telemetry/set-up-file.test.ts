// Live export and metrics of a hub that is set up by a file: on without a click, as the file says after each start, and taken back when it says no more.
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';
import { startOtlpReceiver } from '../../support/otlp-receiver.ts';
import { until } from '../../support/panel-client.ts';
import { askHttp } from '../../support/raw-http.ts';
import { createTempHome } from '../../support/temp-home.ts';
import type { PanelClient } from '../../support/panel-client.ts';

const token = 'a-token-of-the-file-0123456789';
const bearer = 'Bearer of the file';

async function atPlace() {
  const place = usePlace();
  const { folder, remove } = createTempHome();
  const receiver = await startOtlpReceiver();
  onTestFinished(async () => {
    await receiver.close();
    remove();
  });
  const file = path.join(folder, 'setup.json');
  const write = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text, { mode: 0o600 });
  write('token', `${token}\n`);
  write('otlp', `${bearer}\n`);
  const start = async (setup: object | null) => {
    if (setup) write('setup.json', JSON.stringify({ version: 1, ...setup }));
    const hub = await place.serve(['--setup', file]);
    return { hub, panel: await place.panel(hub) };
  };
  return { place, file, receiver, start, write };
}

const settingsOf = async (panel: PanelClient) => (await panel.request('telemetry:get', {})).settings;

async function auditOf(panel: PanelClient) {
  const { entries } = await panel.request('audit:query', { count: 100 });
  return entries.filter(({ what }) => what.startsWith('telemetry:') || what.startsWith('prometheus:'));
}

async function scrape(panel: PanelClient, shown: string): Promise<number> {
  const { origin } = new URL(panel.snapshot.endpoints['mcp-http']?.address ?? '');
  return (await askHttp(origin, { method: 'GET', path: '/metrics', headers: { authorization: `Bearer ${shown}` } }))
    .status;
}

test('What the file says is on from the start and after each; what it says less of ends, and the audit names it without any secret.', async () => {
  const { place, file, receiver, start, write } = await atPlace();
  const shared = { endpoint: receiver.url, contents: true, hostName: true };
  const spans = { headers: { Authorization: 'otlp' } };
  const metrics = { protocol: 'http/json', compression: 'none' };
  const full = { telemetry: { ...shared, spans, metrics }, metrics: { token: 'token' } };
  const one = await start(full);
  expect(await settingsOf(one.panel)).toMatchObject({
    ...shared,
    spans: { on: true, headers: ['Authorization'] },
    metrics: { on: true, headers: [], ...metrics },
    logs: { on: false },
  });
  expect(await scrape(one.panel, token)).toBe(200);
  expect(await scrape(one.panel, `${token}x`)).toBe(401);
  expect(await one.panel.request('telemetry:try', { signal: 'spans' })).toEqual({ reason: null });
  expect(receiver.requests.at(-1)?.headers.authorization).toBe(bearer);
  const audit = await auditOf(one.panel);
  expect(audit.map(({ what }) => what).toSorted()).toEqual(['prometheus:set', 'telemetry:set']);
  for (const { changedBy } of audit) expect(changedBy).toContain(`the set-up file ${file} (sha256 `);
  expect(JSON.stringify(audit)).not.toContain(token);
  expect(JSON.stringify(audit)).not.toContain(bearer);
  await until(() => receiver.requests.some(({ path: at }) => at === '/v1/metrics'), 'metrics are sent');
  await one.hub.kill('SIGTERM');

  // The same file changes nothing; what was changed in the panel meanwhile is the file's again, with its header.
  const two = await start(null);
  expect(await auditOf(two.panel)).toHaveLength(audit.length);
  await two.panel.request('telemetry:set', {
    change: { contents: false, spans: { on: false, headers: { authorization: null } }, logs: { on: true } },
  });
  await two.panel.request('prometheus:set', { on: false });
  await two.hub.kill('SIGTERM');
  const three = await start(null);
  expect(await settingsOf(three.panel)).toMatchObject({ ...shared, spans: { on: true }, logs: { on: false } });
  expect(await three.panel.request('telemetry:try', { signal: 'spans' })).toEqual({ reason: null });
  expect(receiver.requests.at(-1)?.headers.authorization).toBe(bearer);
  expect(await scrape(three.panel, token)).toBe(200);
  await three.hub.kill('SIGTERM');

  // Another value under the same name.
  write('otlp', 'Bearer of another');
  write('token', 'another-token-0123456789');
  const four = await start(null);
  expect(await four.panel.request('telemetry:try', { signal: 'spans' })).toEqual({ reason: null });
  expect(receiver.requests.at(-1)?.headers.authorization).toBe('Bearer of another');
  expect([await scrape(four.panel, token), await scrape(four.panel, 'another-token-0123456789')]).toEqual([401, 200]);
  await four.hub.kill('SIGTERM');

  const five = await start({ telemetry: { endpoint: receiver.url, metrics } });
  expect(await settingsOf(five.panel)).toMatchObject({
    ...{ contents: false, hostName: false },
    spans: { on: false },
    metrics: { on: true },
  });
  expect(await scrape(five.panel, 'another-token-0123456789')).toBe(404);
  // Its token is nobody's, also where somebody switches them on again.
  await five.panel.request('prometheus:set', { on: true });
  expect(await scrape(five.panel, 'another-token-0123456789')).toBe(401);
  await five.hub.kill('SIGTERM');

  const six = await start({});
  expect(await settingsOf(six.panel)).toMatchObject({
    endpoint: null,
    spans: { on: false, headers: [] },
    metrics: { on: false, protocol: 'http/protobuf' },
  });
  expect(six.panel.snapshot.hub.telemetry ?? null).toBe(null);
  expect((await six.panel.request('prometheus:get', {})).prometheus.enabled).toBe(true);
  const kept = fs.readFileSync(path.join(place.home, 'set-up.json'), 'utf8');
  for (const secret of [token, bearer, 'another']) expect(kept).not.toContain(secret);
}, 180_000);

test('What somebody had switched on before the file is as it was once the file says nothing of it, but for what they have switched off since.', async () => {
  const { receiver, start } = await atPlace();
  const one = await start({});
  const { token: own } = await one.panel.request('prometheus:set', { on: true });
  const before = { endpoint: receiver.url, ratio: 0.5, spans: { on: true }, logs: { on: true } };
  await one.panel.request('telemetry:set', { change: before });
  await one.hub.kill('SIGTERM');
  const elsewhere = 'http://127.0.0.1:9/v1/metrics';
  const two = await start({ telemetry: { metrics: { endpoint: elsewhere } }, metrics: { token: 'token' } });
  expect(await settingsOf(two.panel)).toMatchObject({
    ...{ endpoint: null, ratio: 1, spans: { on: false }, logs: { on: false } },
    metrics: { on: true, endpoint: elsewhere },
  });
  expect([await scrape(two.panel, own ?? ''), await scrape(two.panel, token)]).toEqual([401, 200]);
  await two.hub.kill('SIGTERM');
  const away = { endpoint: receiver.url, spans: {}, logs: {} };
  const three = await start({ telemetry: away, metrics: { token: 'token' } });
  await three.panel.request('telemetry:set', { change: { logs: { on: false } } });
  await three.hub.kill('SIGTERM');
  const four = await start({});
  expect(await settingsOf(four.panel)).toMatchObject({
    ...{ endpoint: receiver.url, ratio: 0.5, metrics: { on: false, endpoint: null } },
    spans: { on: true },
    logs: { on: false },
  });
  expect([await scrape(four.panel, own ?? ''), await scrape(four.panel, token)]).toEqual([401, 401]);
}, 120_000);
