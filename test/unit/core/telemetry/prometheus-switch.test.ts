// The switch of metrics where a part of the program is gone, or nothing can be stored: what is said of it is what holds.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PrometheusSwitch } from '../../../../electron/core/telemetry/prometheus/prometheus-switch.ts';
import { openForTest, temporaryFolder } from '../store/fixtures.ts';

/** A switch on a real table, with what may fail of what it stands on. */
async function openSwitch() {
  const { store } = await openForTest(path.join(await temporaryFolder(), 'hub.db'));
  const fails = { loading: false, storing: false };
  const said = { counts: false, problems: [] as unknown[] };
  const open = () =>
    new PrometheusSwitch({
      settings: {
        get: (key, schema) => store.settings.get(key, schema),
        set: async (key, value) => {
          if (fails.storing) throw new Error('The disk is full.');
          await store.settings.set(key, value);
        },
      },
      metrics: {
        want: async (_, on) => {
          if (on && fails.loading) throw new Error('A part is gone.');
          said.counts = on;
        },
        collect: () => Promise.reject(new Error('Nobody asked.')),
      },
      address: () => null,
      randomBytes,
      problem: error => said.problems.push(error),
    });
  return { open, fails, said };
}

test('A part that is gone at the start is a problem and no end; once it is there again the switch is on.', async () => {
  const { open, fails, said } = await openSwitch();
  await open().set(true);
  fails.loading = true;
  const again = open();
  said.problems.length = 0;
  await again.load();
  expect(said.problems).toEqual([new Error('A part is gone.')]);
  expect([again.scraped, again.view().enabled]).toEqual([null, true]);
  fails.loading = false;
  await again.set(true);
  expect([again.scraped === null, said.counts, said.problems.at(-1)]).toEqual([false, true, null]);
});

test('What cannot be stored is as it was: neither counted for nobody, nor shown as on without being counted.', async () => {
  const { open, fails, said } = await openSwitch();
  const prometheus = open();
  fails.storing = true;
  await expect(prometheus.set(true)).rejects.toThrow('The disk is full.');
  expect([prometheus.view().enabled, prometheus.scraped, said.counts]).toEqual([false, null, false]);
  fails.storing = false;
  await prometheus.set(true);
  fails.storing = true;
  await expect(prometheus.set(false)).rejects.toThrow('The disk is full.');
  expect([prometheus.view().enabled, prometheus.scraped === null, said.counts]).toEqual([true, false, true]);
});
