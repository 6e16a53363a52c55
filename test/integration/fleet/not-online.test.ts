// What a hub says that is in a fleet and does not stand in it, where the fleet is asked for something or changed.
import { expect, onTestFinished, test } from 'vitest';
import { FleetReadSchema } from '../../../contract/schemas/fleet-outbox.ts';
import { usePlace } from '../../support/hub-process.ts';
import { startNats } from '../../support/nats-server.ts';
import { describeWith } from '../../support/provided.ts';

const ask = FleetReadSchema.parse({ of: 'audit' });
const none = { auditDays: null, traceDays: null };

async function hubIn(address: string, name: string) {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  await panel.request('fleet:init', { address });
  await expect(panel.request('fleet:read', ask)).rejects.toThrow('This hub is in no fleet');
  await panel.request('fleet:join', { address, name });
  return panel;
}

describeWith(['nats'], 'A hub that does not stand in its fleet', () => {
  test('says so where the audit is read, retention is looked at or a policy is published, and not that it is in none.', async () => {
    const nats = await startNats();
    onTestFinished(() => nats.remove());
    const panel = await hubIn(nats.url, 'mia');
    await panel.waitFor(({ hub }) => hub.fleet?.state === 'online', 'it is online');
    const { key } = await panel.request('fleet:new-key', { name: 'ours' });
    await panel.request('fleet:set-signers', { add: [{ name: 'Ours', key }] });
    expect(await panel.request('fleet:read', ask)).toHaveProperty('entries');
    await nats.kill();
    await panel.waitFor(({ hub }) => hub.fleet?.state === 'offline', 'it is offline');
    const said = 'This hub does not reach its fleet now';
    await expect(panel.request('fleet:read', ask)).rejects.toThrow(said);
    await expect(panel.request('fleet:retention', none)).rejects.toThrow(said);
    await expect(
      panel.request('fleet:sign-and-publish', { key: 'ours', change: { kind: 'pause-all', on: true } }),
    ).rejects.toThrow(/so nothing can be published/);
    expect(panel.snapshot.hub.mode).toBe('running');
    await nats.restart();
    await panel.waitFor(({ hub }) => hub.fleet?.state === 'online', 'it is back');
    expect(await panel.request('fleet:retention', none)).toMatchObject({ auditDays: 400 });
  }, 120_000);

  test('that the fleet has turned away says that.', async () => {
    const open = `accounts { FLEET { jetstream: enabled, users: [ { user: any, password: any } ] } }\nno_auth_user: any\n`;
    const nats = await startNats({ config: open });
    onTestFinished(() => nats.remove());
    const panel = await hubIn(nats.url, 'mia');
    await panel.waitFor(({ hub }) => hub.fleet?.state === 'online', 'it is online');
    nats.configure(open.replace(/no_auth_user.*\n/, ''));
    await nats.kill();
    await nats.restart();
    await panel.waitFor(({ hub }) => hub.fleet?.state === 'refused', 'it is refused');
    await expect(panel.request('fleet:read', ask)).rejects.toThrow('The fleet does not let this hub in now');
    await expect(panel.request('fleet:retention', none)).rejects.toThrow('The fleet does not let this hub in now');
  }, 120_000);
});
