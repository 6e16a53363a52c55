// The store stays in step with the hub, whatever is lost on the way.
import { isDeepStrictEqual } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { syncNotice } from '../../../../renderer/frame/sync-notice.ts';
import { createPanelStore } from '../../../../renderer/store/panel-store.ts';
import { type SyncNews, startSync } from '../../../../renderer/store/sync.ts';
import { doctorAnswers } from '../../../support/panel-fixture/doctor-answers.ts';
import { createFixtureHub } from '../../../support/panel-fixture/hub.ts';
import { fixtureSnapshot } from '../../../support/panel-fixture/snapshot.ts';
import { fixtureTrace } from '../../../support/panel-fixture/traces.ts';
import { linkToFixture } from '../fixture-link.ts';

const now = 1_800_000_000_000;
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

function start() {
  const hub = createFixtureHub(fixtureSnapshot(now), fixtureTrace(now, 20));
  const link = linkToFixture(hub);
  const store = createPanelStore();
  const told: SyncNews[] = [];
  ends.push(
    startSync(
      link,
      store,
      () => now,
      news => told.push(news),
    ),
  );
  const loaded = () =>
    expect.poll(() => isDeepStrictEqual(structuredClone(store.getState().snapshot), hub.snapshot())).toBe(true);
  const loads = () => hub.requests.filter(({ name }) => name === 'state:get').length;
  return { hub, link, store, told, loaded, loads };
}

it('loads a snapshot and the size of the trace when the line opens', async () => {
  const { store, loaded, hub } = start();
  await loaded();
  const trace = await hub.answer('trace:window', { filter: {}, from: -1, count: 1 });
  const { total } = trace as { total: number };
  await expect.poll(store.getState).toMatchObject({ heardAt: now, trace: { total } });
});

it('applies the patches that come', async () => {
  const { hub, store, loaded, loads } = start();
  await loaded();
  hub.change('prompts', 'prompt-88', null);
  expect(Object.keys(store.getState().snapshot?.prompts ?? {})).toEqual(['prompt-87', 'prompt-89']);
  expect(loads()).toBe(1);
});

it('keeps patches that come while the snapshot is on its way and applies those it lacks', async () => {
  const { hub, loaded } = start();
  hub.change('tools', 'navigate', null);
  hub.change('tools', 'computer', null);
  await loaded();
});

it('loads a fresh snapshot when changes were missed, and says so', async () => {
  const { hub, link, told, loaded, loads } = start();
  await loaded();
  link.inject({ event: 'state:patch', data: { seq: hub.snapshot().seq + 41, changes: [] } });
  await expect.poll(loads).toBe(2);
  await loaded();
  expect(told).toEqual([{ kind: 'missed', changes: 41 }]);
  expect(told.map(news => syncNotice(news, hub.snapshot()))).toEqual([
    { kind: 'done', text: 'Missed 41 changes; loaded a fresh snapshot.' },
  ]);
});

it('keeps what it knows while the line is lost and loads afresh when it is back', async () => {
  const { hub, link, store, loaded, loads } = start();
  await loaded();
  link.setStatus({ kind: 'lost', since: now, attempt: 1, retryAt: now + 1000 });
  expect(store.getState()).toMatchObject({ link: { kind: 'lost' }, snapshot: { seq: hub.snapshot().seq } });
  link.setStatus({ kind: 'open' });
  await expect.poll(loads).toBe(2);
  await loaded();
});

it('notes how far the trace is without asking for it', async () => {
  const { hub, store, loaded } = start();
  await loaded();
  const asked = hub.requests.length;
  hub.pass(now);
  expect(store.getState().trace.newest).toBeGreaterThan(40);
  expect(hub.requests).toHaveLength(asked);
});

it('counts the steps that the last run of the doctor found broken, and forgets them with a run that found none', async () => {
  const { hub, store, loaded } = start();
  await loaded();
  const [broken, fine] = doctorAnswers['doctor:runs']().runs;
  if (!broken || !fine) throw new Error('The fixture has no runs.');
  hub.emit({ event: 'doctor:run', data: broken });
  await expect.poll(() => store.getState().brokenSteps).toBe(1);
  hub.emit({ event: 'doctor:run', data: { ...fine, endedAt: null } });
  expect(store.getState().brokenSteps).toBe(1);
  hub.emit({ event: 'doctor:run', data: fine });
  await expect.poll(() => store.getState().brokenSteps).toBe(0);
});
