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

test('Several in one variable may have spaces around their commas.', () => {
  const { host, signer } = optionsIn({ HOSTS: 'a.example, b.example', SIGNERS: 'Ops=/a.pub , Dev=/b.pub' });
  expect([host, signer]).toEqual([
    ['a.example', 'b.example'],
    ['Ops=/a.pub', 'Dev=/b.pub'],
  ]);
});
