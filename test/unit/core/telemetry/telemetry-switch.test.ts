// Live export is switched in turn, and what of it cannot be started keeps no hub from starting.
import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { StoredTelemetrySchema } from '../../../../contract/schemas/telemetry.ts';
import { SecretMask } from '../../../../electron/core/secrets/secret-mask.ts';
import { TelemetrySwitch } from '../../../../electron/core/telemetry/telemetry-switch.ts';
import type { TelemetryView } from '../../../../contract/schemas/telemetry.ts';

const settingsOf = (signals: object) => ({ endpoint: 'http://127.0.0.1:1', ...signals });

function openSwitch(want: () => Promise<void>, before = settingsOf({ metrics: { on: true } })) {
  const secrets = new Map<string, string>();
  const shown: (TelemetryView | null)[] = [];
  const followers = new Set<unknown>();
  let stored: unknown = before;
  const settings = {
    get: async () => {
      // A store that takes longer than whoever sets something meanwhile.
      const value = StoredTelemetrySchema.parse(stored) as never;
      await setImmediate();
      return value;
    },
    set: async (_key: string, value: unknown) => {
      stored = value;
    },
  };
  const telemetry = new TelemetrySwitch({
    settings,
    secretStore: {
      get: name => secrets.get(name),
      setAll: async values => {
        for (const [name, value] of values) secrets.set(name, value);
      },
      remove: async name => {
        secrets.delete(name);
      },
    },
    show: view => shown.push(view),
    trace: { follow: follower => (followers.add(follower), () => followers.delete(follower)) },
    audit: { following: async () => [], lastId: 0 },
    servers: { onLine: () => () => {} },
    metrics: { want, collect: () => Promise.reject(new Error('They are off.')) },
    mask: new SecretMask(() => []),
    version: '1.0.0',
    instanceId: 'run',
    now: () => 7,
    randomBytes,
  });
  return { telemetry, shown, secrets, followers };
}

test('What cannot be started is shown as failing, with why and when, and is started at the next change.', async () => {
  let isGone = true;
  const { telemetry, shown } = openSwitch(async () => {
    if (isGone) throw new Error('A part is gone.');
  });
  await telemetry.load();
  expect(telemetry.now().health?.metrics).toMatchObject({
    on: true,
    state: 'failing',
    reason: { kind: 'telemetry-not-started', said: 'A part is gone.' },
    failedAt: 7,
  });
  expect(telemetry.now().health?.spans).toMatchObject({ on: false, state: 'off', reason: null });
  isGone = false;
  await telemetry.set({ ratio: 0.5 });
  expect(telemetry.now().health?.metrics).toMatchObject({ state: 'ok', reason: null, failedAt: null });
  await telemetry.set({ metrics: { on: false } });
  expect(shown.at(-1)).toBeNull();
  await telemetry.stop();
});

test('A header is one secret, however its name is written, and goes when the header does.', async () => {
  const { telemetry, secrets } = openSwitch(async () => {});
  await telemetry.set({ spans: { headers: { 'X-Key': 'first' } } });
  await telemetry.set({ spans: { headers: { 'x-key': 'second' } } });
  expect([...secrets.values()]).toEqual(['second']);
  expect(telemetry.now().settings.spans.headers).toEqual(['x-key']);
  await telemetry.set({ spans: { headers: { 'X-KEY': null } } });
  expect(secrets.size).toBe(0);
  expect(telemetry.now().settings.spans.headers).toEqual([]);
});

test('A header is sent to no other receiver than it was given for, also where the shared address changes; another path is none.', async () => {
  const { telemetry, secrets } = openSwitch(async () => {});
  await telemetry.set({ endpoint: 'http://127.0.0.1:1', spans: { headers: { authorization: 'Bearer first' } } });
  await telemetry.set({ logs: { endpoint: 'http://127.0.0.1:2/v1/logs', headers: { authorization: 'Bearer logs' } } });
  await telemetry.set({ endpoint: 'http://127.0.0.1:1/otlp' });
  expect(telemetry.now().settings.spans.headers).toEqual(['authorization']);
  await telemetry.set({ endpoint: 'http://127.0.0.1:3' });
  expect(telemetry.now().settings.spans.headers).toEqual([]);
  expect([...secrets.values()]).toEqual(['Bearer logs']);
  const anew = { endpoint: 'http://127.0.0.1:4', headers: { 'x-key': 'of the new one' } };
  await telemetry.set({ logs: anew });
  expect(telemetry.now().settings.logs.headers).toEqual(['x-key']);
  expect([...secrets.values()]).toEqual(['of the new one']);
});

test('One signal that cannot be started keeps none of the others.', async () => {
  const gone = () => Promise.reject(new Error('A part is gone.'));
  const { telemetry, followers } = openSwitch(gone, settingsOf({ metrics: { on: true }, spans: { on: true } }));
  await telemetry.load();
  expect(telemetry.now().health).toMatchObject({
    spans: { on: true, state: 'ok', reason: null },
    metrics: { on: true, state: 'failing', reason: { said: 'A part is gone.' }, failedAt: 7 },
    logs: { on: false },
  });
  expect(followers.size).toBe(1);
  await telemetry.stop();
  expect(followers.size).toBe(0);
});

test('What is set while the hub begins is not undone by what it has read, and what is set once it ends starts nothing.', async () => {
  const { telemetry, followers } = openSwitch(async () => {}, settingsOf({}));
  const loading = telemetry.load();
  await Promise.all([loading, telemetry.set({ spans: { on: true } })]);
  expect(telemetry.now().settings.spans.on).toBe(true);
  expect(followers.size).toBe(1);
  const stopping = telemetry.stop();
  await Promise.all([stopping, telemetry.set({ ratio: 0.5 })]);
  expect(telemetry.now().settings.ratio).toBe(0.5);
  expect(followers.size).toBe(0);
});
