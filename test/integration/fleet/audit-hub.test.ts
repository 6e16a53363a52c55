// A built hub whose audit is in its fleet from the joining on, over a kill and a new name, and is read there by the command line.
import { expect, onTestFinished, test } from 'vitest';
import { confirmed } from '../../support/confirmed.ts';
import { usePlace } from '../../support/hub-process.ts';
import { startNats } from '../../support/nats-server.ts';
import { describeWith } from '../../support/provided.ts';

const lines = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as Record<string, unknown>);

describeWith(['nats'], 'The audit of a hub in a fleet', () => {
  test('It is read there from the joining on, once, after a kill and under another name; how long it is kept is confirmed.', async () => {
    const nats = await startNats();
    onTestFinished(() => nats.remove());
    const place = usePlace();
    const hub = await place.serve();
    const panel = await place.panel(hub);
    await place.run(['fleet', 'init', nats.url]);
    expect(await place.run(['fleet', 'audit'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is in no fleet'),
    });
    await confirmed(panel, place.run(['fleet', 'join', nats.url, '--name', 'mia']));
    const read = async (count: number, ...more: string[]): Promise<Record<string, unknown>[]> => {
      const answer = await place.run(['fleet', 'audit', '--since', '1h', '--json', ...more]);
      const found = lines(answer.stdout);
      return found.length < count ? read(count, ...more) : found;
    };
    const [joining] = await read(1, '--what', 'fleet:join');
    expect(joining).toMatchObject({
      hub: 'mia',
      what: 'fleet:join',
      where: expect.stringContaining('joining the fleet at'),
    });

    const kept = await confirmed(panel, place.run(['fleet', 'retention', '--audit-days', '30', '--json']));
    expect(JSON.parse(kept.stdout)).toMatchObject({ auditDays: 30 });
    await read(1, '--what', 'fleet:retention');
    await hub.kill('SIGKILL');
    const other = await place.panel(await place.serve());
    await other.waitFor(({ hub: { fleet } }) => fleet?.state === 'online', 'it is back by itself');
    await confirmed(other, place.run(['fleet', 'rename', 'mia-2']));
    const all = await read(1, '--what', 'fleet:rename').then(() => read(0));
    const ids = all.map(({ id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(new Set(ids).size).toBe(ids.length);
    expect(all.filter(({ what }) => what === 'fleet:join')).toHaveLength(1);
    expect(all.find(({ what }) => what === 'fleet:rename')).toMatchObject({ hub: 'mia-2' });
    const shown = await place.run(['fleet', 'audit', '--hub', 'mia']);
    expect(shown.stdout).toMatch(/^\S+Z {2}mia {2}/m);
    expect(shown.stdout).not.toContain('mia-2 ');
    expect(await place.run(['fleet', 'audit', '--since', 'soon'])).toMatchObject({ code: 2 });
    await other.waitFor(({ hub: { fleet } }) => fleet?.outbox.audit === 0, 'nothing waits any more');
  });

  test('While its fleet is away a hub tells how much waits for it, also one that has only just started.', async () => {
    const nats = await startNats();
    onTestFinished(() => nats.remove());
    const place = usePlace();
    const hub = await place.serve();
    const panel = await place.panel(hub);
    await panel.request('fleet:init', { address: nats.url });
    await panel.request('fleet:join', { address: nats.url, name: 'mia' });
    await panel.waitFor(({ hub: { fleet } }) => fleet?.outbox.audit === 0, 'nothing waits');
    await nats.kill();
    for (const mode of ['read-only', 'running', 'read-only', 'running'] as const)
      await panel.request('hub:set-mode', { mode });
    await panel.waitFor(({ hub: { fleet } }) => (fleet?.outbox.audit ?? 0) >= 4, 'it tells what waits');
    await hub.kill('SIGTERM');
    const other = await place.panel(await place.serve());
    await other.waitFor(
      ({ hub: { fleet } }) => (fleet?.outbox.audit ?? 0) >= 4,
      'it tells what an earlier run has left',
    );
    const before = other.snapshot.hub.fleet?.outbox.audit ?? 0;
    for (const mode of ['read-only', 'running'] as const) await other.request('hub:set-mode', { mode });
    await other.waitFor(({ hub: { fleet } }) => (fleet?.outbox.audit ?? 0) >= before + 2, 'it tells what is new');
    expect(other.snapshot.hub.fleet?.state).not.toBe('online');
    await nats.restart();
    await other.waitFor(({ hub: { fleet } }) => fleet?.outbox.audit === 0, 'nothing waits any more');
  });
});
