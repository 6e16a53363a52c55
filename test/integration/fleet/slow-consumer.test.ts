// A hub that does not read what is sent to it until NATS drops it: it comes back by itself, says so, has lost nothing that was acknowledged, and nobody else is disturbed.
import path from 'node:path';
import { connect } from '@nats-io/transport-node';
import { expect, onTestFinished, test } from 'vitest';
import { rangesOf, readStream } from '../../support/fleet-outbox.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import { agentOf, configuredFleetServer, member, owner } from '../../support/shared-hubs.ts';
import type { NatsServer } from '../../support/nats-server.ts';
import type { Member } from '../../support/shared-hubs.ts';

/** Far less than a server usually keeps for one that does not read. */
const config = 'max_pending: 4194304';

/** What its panel has been shown since. */
function statesOf({ panel }: Member): Set<string> {
  const seen = new Set<string>();
  const look = () => seen.add(panel.snapshot.hub.fleet?.state ?? 'none');
  const timer = setInterval(look, 10);
  onTestFinished(() => clearInterval(timer));
  look();
  return seen;
}

/** Another hub of the fleet says more to it than NATS keeps, until that gives it up. */
async function floodUntilDropped(nats: NatsServer, hub: string): Promise<void> {
  const eve = await connect({ servers: nats.url, user: 'eve', pass: 'eve', inboxPrefix: '_INBOX.pilothouse.eve' });
  onTestFinished(() => eve.close());
  const junk = new Uint8Array(200_000);
  await until(async () => {
    for (let count = 0; count < 10; count += 1) eve.publish(`pilothouse.rq.${hub}.eve.shared`, junk);
    await eve.flush();
    return /slow consumer/i.test(nats.log());
  }, 'the server drops whoever does not read');
}

describeWith(['nats'], 'A hub that does not read what is sent to it', () => {
  test('It is dropped and comes back, calls and audit go on, and the others notice nothing.', async () => {
    const nats = await configuredFleetServer(config, 'jun', 'kai', 'mia', 'eve');
    const [jun, kai] = await Promise.all([owner(nats.url, 'jun'), owner(nats.url, 'kai')]);
    const mia = await member(nats.url, 'mia');
    const work = await agentOf(mia, null);
    const file = path.join(mia.place.folder, 'calls.txt');
    for (let count = 0; count < 10; count += 1)
      expect((await work(`a${count}`, { file })).text).toBe(`Done: a${count}`);
    const [ofJun, ...ofOthers] = [jun, kai, mia].map(statesOf);
    process.kill(jun.hub.pid, 'SIGSTOP');
    onTestFinished(() => void process.kill(jun.hub.pid, 'SIGCONT'));
    // What nobody has taken in time on a busy machine was begun nowhere, and is asked again.
    const served = (name: string) =>
      expect.poll(async () => (await work(name, { file })).text, { timeout: 30_000 }).toBe(`Done: ${name}`);
    const during = Promise.all(['b0', 'b1', 'b2', 'b3'].map(served));
    await floodUntilDropped(nats, 'jun');
    await during;
    await served('later');
    process.kill(jun.hub.pid, 'SIGCONT');
    await until(() => ofJun?.has('offline') ?? false, 'it is told that it was dropped');
    await until(() => jun.panel.snapshot.hub.fleet?.state === 'online', 'it is back');
    // It serves again: alone, once the other one is gone.
    await kai.hub.kill('SIGKILL');
    await served('last');
    await until(() => jun.panel.snapshot.hub.fleet?.outbox.audit === 0, 'all of its audit is sent');
    const found = await readStream(nats.url, 'audit', { user: 'admin', pass: 'admin' });
    const ids = found.flatMap(({ hub, id }) => (hub === 'jun' ? [id] : []));
    expect(rangesOf(ids)).toHaveLength(1);
    expect(ofOthers.map(states => [...states])).toEqual([['online'], ['online']]);
  }, 120_000);
});
