// Whoever leaves a fleet while audit waits for it is told how much will never be there.
import { expect, onTestFinished, test } from 'vitest';
import { confirmed } from '../../support/confirmed.ts';
import { usePlace } from '../../support/hub-process.ts';
import { startNats } from '../../support/nats-server.ts';
import { describeWith } from '../../support/provided.ts';

describeWith(['nats'], 'Leaving a fleet', () => {
  test('What waits is counted in the question, at the command line and in the audit of this hub.', async () => {
    const nats = await startNats();
    onTestFinished(() => nats.remove());
    const place = usePlace();
    const panel = await place.panel(await place.serve());
    await place.run(['fleet', 'init', nats.url]);
    await confirmed(panel, place.run(['fleet', 'join', nats.url, '--name', 'mia']));
    await panel.waitFor(({ hub: { fleet } }) => fleet?.state === 'online' && fleet.outbox.audit === 0, 'all is sent');
    await nats.kill();
    await panel.waitFor(({ hub: { fleet } }) => fleet?.state === 'offline', 'the fleet is away');
    await panel.request('hub:set-mode', { mode: 'read-only' });
    await panel.request('hub:set-mode', { mode: 'running' });
    await panel.waitFor(({ hub: { fleet } }) => (fleet?.outbox.audit ?? 0) >= 2, 'two entries wait');
    const asked: unknown[] = [];
    const leaving = place.run(['fleet', 'leave']);
    await panel.waitFor(({ confirmations }) => {
      asked.push(...Object.values(confirmations).map(({ change }) => (change.kind === 'request' ? change.what : null)));
      return asked.length > 0;
    }, 'it is asked');
    // The entry of its joining may not have been sent either.
    const waiting = panel.snapshot.hub.fleet?.outbox.audit ?? 0;
    expect([2, 3]).toContain(waiting);
    expect(asked[0]).toEqual({ kind: 'fleet-left', entries: waiting, shares: 0, rules: 0, clients: 0 });
    expect((await confirmed(panel, leaving)).stderr).toContain(`${waiting} entries of the audit have not reached`);
    const { entries } = await panel.request('audit:query', { count: 10 });
    expect(entries.find(({ what }) => what === 'fleet:leave')?.why).toMatchObject({ what: { entries: waiting } });
  });
});
