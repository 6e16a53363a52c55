// Reading the audit of a fleet from a real stream, page by page, and how long it is kept.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { FleetReadSchema } from '../../../contract/schemas/fleet-outbox.ts';
import { keepInFleet, readFleetPage } from '../../../electron/core/fleet/outbox/fleet-reader.ts';
import { momentOf } from '../../../electron/headless/fleet-audit.ts';
import { accountOf } from '../../support/fleet-account.ts';
import { makeStreams, pause, startTestHub } from '../../support/fleet-outbox.ts';
import { startNats } from '../../support/nats-server.ts';
import { describeWith } from '../../support/provided.ts';
import type { FleetPage, FleetRead } from '../../../contract/schemas/fleet-outbox.ts';
import type { FleetWire } from '../../../electron/core/fleet/link/fleet-wire.ts';

const endings: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

async function hub(url: string, name: string) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-reader-'));
  endings.push(() => fs.rmSync(folder, { recursive: true, force: true }));
  const started = await startTestHub({ folder, url, name, hubId: `hub-${name}` });
  endings.push(() => started.end());
  return started;
}

async function all(wire: FleetWire, ask: Partial<FleetRead> = {}): Promise<FleetPage[]> {
  const pages: FleetPage[] = [];
  for (let after = ask.after ?? null; ; ) {
    const page = await readFleetPage(wire, FleetReadSchema.parse({ of: 'audit', ...ask, after }));
    pages.push(page);
    if (page.isEnd) return pages;
    after = page.after;
  }
}

const told = (pages: readonly FleetPage[]) =>
  pages.flatMap(({ entries }) => entries.map(({ hub: name, entry }) => `${name} ${entry.id}`));

describeWith(['nats'], 'The audit of a fleet', () => {
  test('is read page by page from a moment on, of all hubs or some, by agent and by tool, and goes on where it was.', async () => {
    const server = await startNats({ config: accountOf(['mia', { readsStreams: true }], 'jun') });
    endings.push(() => server.remove());
    await makeStreams(server.url);
    const [mia, jun] = [await hub(server.url, 'mia'), await hub(server.url, 'jun')];
    expect(await all(mia.wire)).toEqual([{ entries: [], after: 0, isEnd: true }]);
    for (let round = 0; round < 60; round += 1) {
      mia.append(3);
      await mia.sent();
    }
    const middle = Date.now();
    await pause(5);
    jun.append(2);
    await jun.sent();
    const pages = await all(mia.wire);
    expect(pages.length).toBeGreaterThan(1);
    const ofMia = Array.from({ length: 180 }, (_, index) => `mia ${index + 1}`);
    expect(told(pages)).toEqual([...ofMia, 'jun 1', 'jun 2']);
    expect(told(await all(mia.wire, { since: middle }))).toEqual(['jun 1', 'jun 2']);
    expect(told(await all(mia.wire, { until: middle, hubs: ['mia', 'zoe'] }))).toEqual(ofMia);
    expect(told(await all(mia.wire, { hubs: ['jun'], agent: 'A1', what: 'read' }))).toEqual(['jun 1', 'jun 2']);
    expect(told(await all(mia.wire, { agent: 'nobody' }))).toEqual([]);
    const after = pages.at(-1)?.after ?? 0;
    expect(await all(mia.wire, { after })).toEqual([{ entries: [], after, isEnd: true }]);
    jun.append(1);
    await jun.sent();
    expect(told(await all(mia.wire, { after }))).toEqual(['jun 3']);
    // Without the right to read all, a hub reads what it has sent itself.
    expect(told(await all(jun.wire, { hubs: ['jun'] }))).toEqual(['jun 1', 'jun 2', 'jun 3']);
    for (const hubs of [[], ['mia']])
      await expect(all(jun.wire, { hubs })).rejects.toMatchObject({
        reason: { kind: 'fleet-not-allowed', hub: 'jun' },
      });
  });

  test('is kept as long as it is set, and no stream is read that is not there.', async () => {
    const server = await startNats();
    endings.push(() => server.remove());
    const { wire } = await hub(server.url, 'mia');
    await expect(all(wire)).rejects.toMatchObject({
      reason: { kind: 'fleet-read-refused', stream: 'pilothouse-audit' },
    });
    await makeStreams(server.url);
    expect(await keepInFleet(wire, { auditDays: null, traceDays: null })).toEqual({ auditDays: 0, traceDays: 0 });
    await keepInFleet(wire, { auditDays: 400, traceDays: null });
    expect(await keepInFleet(wire, { auditDays: null, traceDays: 7 })).toEqual({ auditDays: 400, traceDays: 7 });
    const { config } = await (await wire.manager()).streams.info('pilothouse-audit');
    expect(config.max_age).toBe(400 * 86_400 * 1e9);
    expect(config.discard).toBe('new');
  });
});

test('A moment is a date or how long ago.', () => {
  const words = { noMoment: (found: string) => `no ${found}` };
  expect(momentOf('2h', words, 10_000_000)).toBe(2_800_000);
  expect(momentOf('2026-11-30', words)).toBe(Date.UTC(2026, 10, 30));
  for (const found of ['soon', '2', '-2h', '12/30/2026']) expect(() => momentOf(found, words)).toThrow(`no ${found}`);
});
