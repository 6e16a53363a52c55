// What a hub keeps of its fleet and cannot read any more: its owner is told, and gets out.
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kvm } from '@nats-io/kv';
import { connect } from '@nats-io/transport-node';
import { expect, onTestFinished, test } from 'vitest';
import { policySigner } from '../../support/fleet-signer.ts';
import { usePlace } from '../../support/hub-process.ts';
import { startNats } from '../../support/nats-server.ts';
import { describeWith } from '../../support/provided.ts';

const ops = policySigner('Ops team');
const signers = [{ name: ops.signer.name, key: ops.signer.key }];

describeWith(['nats'], 'A kept fleet', () => {
  test('One that cannot be read is told of; leaving it ends its policy, and the hub may join again.', async () => {
    const nats = await startNats();
    onTestFinished(() => nats.remove());
    const place = usePlace();
    const hub = await place.serve();
    const panel = await place.panel(hub);
    await panel.request('fleet:join', { address: nats.url, name: 'mia', signers });
    const connection = await connect({ servers: nats.url });
    onTestFinished(() => connection.close());
    const bucket = await new Kvm(connection).open('pilothouse-policy');
    await bucket.put('current', ops.sign({ pauseAll: true }));
    await panel.waitFor(({ hub: { fleet } }) => fleet?.policy?.pausesAll === true, 'all is paused');
    await hub.kill('SIGTERM');
    const database = new DatabaseSync(path.join(place.home, 'pilothouse.db'));
    database.prepare("UPDATE settings SET value = '{}' WHERE key = 'fleet'").run();
    database.close();

    const again = await place.serve();
    const other = await place.panel(again);
    await other.waitFor(
      ({ hub: { problems } }) => problems.some(({ reason }) => reason.kind === 'fleet-unreadable'),
      'it is told of',
    );
    expect([other.snapshot.hub.mode, other.snapshot.hub.fleet ?? null]).toEqual(['paused', null]);
    await expect(other.request('hub:set-mode', { mode: 'running' })).rejects.toThrow(/fleet/);
    await other.request('fleet:leave', {});
    await other.waitFor(({ hub: { problems } }) => problems.every(({ id }) => !id.startsWith('fleet')), 'it is solved');
    await other.request('hub:set-mode', { mode: 'running' });
    await other.waitFor(({ hub: { mode } }) => mode === 'running', 'it runs again');
    await expect(other.request('fleet:leave', {})).rejects.toThrow(/in no fleet/);
    await other.request('fleet:join', { address: nats.url, name: 'mia', signers });
    await other.waitFor(({ hub: { fleet } }) => fleet?.policy?.pausesAll === true, 'it is in the fleet again');
  });
});
