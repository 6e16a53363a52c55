// The options of a gateway as a container is given them: by its environment.
import { Command } from 'commander';
import { expect, onTestFinished, test } from 'vitest';
import { addGatewayOptions } from '../../../electron/headless/gateway-options.ts';
import type { GatewayArguments } from '../../../electron/headless/gateway-options.ts';

function optionsIn(env: Record<string, string>, args: readonly string[] = []): GatewayArguments {
  for (const [name, value] of Object.entries(env)) {
    process.env[`PILOTHOUSE_GATEWAY_${name}`] = value;
    onTestFinished(() => {
      delete process.env[`PILOTHOUSE_GATEWAY_${name}`];
    });
  }
  const command = addGatewayOptions(new Command())
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  return command.parse(['--gateway', ...args], { from: 'user' }).opts<GatewayArguments>();
}

test.each([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])('PLAINTEXT=%s switches it %s.', (value, isOn) => {
  expect(optionsIn({ PLAINTEXT: value }).allowPlaintext).toBe(isOn);
});

test('The flag alone switches it on, its absence off, and another value is refused.', () => {
  expect(optionsIn({}, ['--allow-plaintext']).allowPlaintext).toBe(true);
  expect(optionsIn({}).allowPlaintext).toBe(false);
  expect(() => optionsIn({ PLAINTEXT: 'perhaps' })).toThrow(/Use true or false/);
});

test('Nothing is exported by default; of what is, each option stands in the environment too.', () => {
  expect(optionsIn({})).toMatchObject({
    ...{ otlpSignals: [], otlpProtocol: 'protobuf', otlpCompression: 'gzip', otlpRatio: 1 },
    ...{ otlpPlainHttp: false, otlpHostName: false },
  });
  expect([optionsIn({}).otlp, optionsIn({}).metricsToken]).toEqual([undefined, undefined]);
  const given = { OTLP: 'https://c.example', OTLP_SIGNALS: 'spans, logs', OTLP_RATIO: '.25', OTLP_PLAIN_HTTP: 'true' };
  expect(optionsIn({ ...given, OTLP_PROTOCOL: 'json', OTLP_COMPRESSION: 'none', OTLP_HEADERS: '/h' })).toMatchObject({
    ...{ otlp: 'https://c.example', otlpSignals: ['spans', 'logs'], otlpRatio: 0.25, otlpPlainHttp: true },
    ...{ otlpProtocol: 'json', otlpCompression: 'none', otlpHeaders: '/h' },
  });
});

test.each([
  [{ OTLP_SIGNALS: 'spans,traces' }, /Use spans or metrics or logs/],
  [{ OTLP_RATIO: '1.5' }, /Use 0 to 1/],
  [{ OTLP_PROTOCOL: 'grpc' }, /Use protobuf or json/],
])('%o is refused with what may stand there.', (env, said) => {
  expect(() => optionsIn(env)).toThrow(said);
});

test('Several in one variable may have spaces around their commas.', () => {
  const { host, signer } = optionsIn({ HOSTS: 'a.example, b.example', SIGNERS: 'Ops=/a.pub , Dev=/b.pub' });
  expect([host, signer]).toEqual([
    ['a.example', 'b.example'],
    ['Ops=/a.pub', 'Dev=/b.pub'],
  ]);
});
