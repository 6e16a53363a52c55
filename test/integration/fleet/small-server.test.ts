// A fleet at a server with little room: what cannot be kept there is told with how much was asked for and which options ask for less.
import { expect, onTestFinished, test } from 'vitest';
import { FleetInitSchema } from '../../../contract/schemas/fleet-requests.ts';
import { initFleetAt } from '../../../electron/core/fleet/link/init-fleet.ts';
import { startNats, startNatsCluster } from '../../support/nats-server.ts';
import { describeWith } from '../../support/provided.ts';
import type { NatsOptions } from '../../support/nats-server.ts';

async function smallServer(options: NatsOptions) {
  const nats = await startNats(options);
  onTestFinished(() => nats.remove());
  return { init: initAt(nats.url) };
}

function initAt(address: string) {
  return (more: object = {}) =>
    initFleetAt(FleetInitSchema.parse({ address, credential: { kind: 'none' }, ...more }), null);
}

const account = 'accounts { F { jetstream: { max_file: 1GB }, users: [ { user: a, password: a } ] } }\nno_auth_user: a';
const sizes = { auditBytes: 500_000_000, traceBytes: 400_000_000 };

describeWith(['nats'], 'Too little room for what fleet init asks for', () => {
  test.each([
    ['at the server', { room: { by: 'limit' as const, bytes: 1_000_000_000 } }],
    ['for the account', { config: account }],
  ])('%s is told with the stream and the option; with less it goes on where it was.', async (_, options) => {
    const { init } = await smallServer(options);
    const said =
      'pilothouse-audit, which is to hold 4000000000 bytes. Run pilothouse fleet init with a smaller --audit';
    await expect(init()).rejects.toThrow(said);
    await expect(init({ auditBytes: sizes.auditBytes })).rejects.toMatchObject({
      reason: { kind: 'fleet-no-room', stream: 'pilothouse-trace', option: '--trace-bytes', asked: 8_000_000_000 },
    });
    expect(await init(sizes)).toMatchObject({ made: ['pilothouse-trace'], differs: [] });
  });

  test('at each node of a cluster is told too.', async () => {
    const servers = await startNatsCluster(3, '', () => ({ room: { by: 'limit' as const, bytes: 1_000_000_000 } }));
    onTestFinished(async () => {
      await Promise.all(servers.map(one => one.remove()));
    });
    const init = initAt(servers[0]?.url ?? '');
    await expect(init({ replicas: 3 })).rejects.toMatchObject({
      reason: { kind: 'fleet-no-room', stream: 'pilothouse-audit', option: '--audit-bytes' },
    });
    expect(await init({ replicas: 3, ...sizes })).toMatchObject({ made: ['pilothouse-audit', 'pilothouse-trace'] });
  });
});
