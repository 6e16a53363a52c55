// The options of a gateway as they stand in the environment.
import { Command } from 'commander';
import { expect, test, vi } from 'vitest';
import { addGatewayOptions } from '../../../electron/headless/gateway-options.ts';

test('Names with spaces after their commas are those names.', () => {
  vi.stubEnv('PILOTHOUSE_GATEWAY_HOSTS', 'a.example, b.example');
  vi.stubEnv('PILOTHOUSE_GATEWAY_SIGNERS', 'ops=/a.pub, sec=/b.pub ');
  const options = addGatewayOptions(new Command()).parse([], { from: 'user' }).opts();
  vi.unstubAllEnvs();
  expect(options).toMatchObject({ host: ['a.example', 'b.example'], signer: ['ops=/a.pub', 'sec=/b.pub'] });
});
