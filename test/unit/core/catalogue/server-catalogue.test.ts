import { expect, test } from 'vitest';
import { ServerCatalogue } from '../../../../electron/core/catalogue/server-catalogue.ts';
import { createGate } from '../../../support/gate.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { CatalogueSource } from '../../../../contract/schemas/catalogue.ts';
import type { ServerCatalogueOptions } from '../../../../electron/core/catalogue/server-catalogue.ts';

const noSpace: Reason = { kind: 'foreign', text: 'The disk is full.' };
const notStarted: Reason = { kind: 'foreign', text: 'Its process cannot be started.' };
const refusing = (reason: Reason) => Promise.reject(Object.assign(new Error('It does not work.'), { reason }));

/** Nothing can be written and its process cannot be started, but for what is there instead; `brought` is what the policy brings. */
async function catalogueOnAFullDisk(instead: Partial<ServerCatalogueOptions> = {}) {
  const failures: Reason[] = [];
  const shown = new Map<string, CatalogueSource>();
  const ours = { id: 'ours', kind: 'file', name: 'Ours', address: '/etc/ours.json' } as const;
  const brought = [ours];
  const catalogue = new ServerCatalogue({
    process: {
      ask: () => refusing(notStarted),
      begin: () => refusing(notStarted),
      stop: async () => {},
    } satisfies ServerCatalogueOptions['process'],
    settings: { get: async () => null, set: () => refusing(noSpace) },
    state: {
      set: (_, id, value) => void shown.set(id, value as CatalogueSource),
      remove: (_, id) => void shown.delete(id),
    },
    now: () => 0,
    randomBytes: size => Buffer.alloc(size, 1),
    policy: { judge: () => null, sources: () => brought },
    failed: reason => failures.push(reason),
    ...instead,
  });
  await catalogue.load();
  return { catalogue, failures, shown, brought };
}

// A rejection that nobody handles would end the hub, and fails this run.
test('A refresh on a full disk is shown as failed, and ends nothing else.', async () => {
  const { catalogue, failures, shown } = await catalogueOnAFullDisk();
  catalogue.refresh(['harbor']);
  await expect.poll(() => failures).toEqual([noSpace]);
  expect(shown.get('harbor')?.state).toMatchObject({ kind: 'failed', reason: notStarted });
  await catalogue.stop();
});

test('A source that the policy brings no longer is gone, although what was stored of it cannot be.', async () => {
  const { catalogue, failures, shown, brought } = await catalogueOnAFullDisk();
  expect(shown.has('ours')).toBe(true);
  brought.length = 0;
  catalogue.rulesChanged();
  await expect.poll(() => failures).toEqual([notStarted]);
  expect(shown.has('ours')).toBe(false);
});

test('A catalogue that was emptied is shown so where that cannot be kept.', async () => {
  const { catalogue, failures, shown } = await catalogueOnAFullDisk();
  catalogue.emptied({ kind: 'foreign', text: 'It was broken.' });
  await expect.poll(() => failures).toEqual([noSpace]);
  expect(shown.get('official')?.entries).toBe(0);
});

test('A source that everybody knows, and that rules may name, is never read from elsewhere under its name.', async () => {
  const { catalogue, shown } = await catalogueOnAFullDisk();
  const change = (more: { address?: string; name?: string }) => catalogue.change({ sourceId: 'official', ...more });
  await expect(change({ address: 'https://registry.example' })).rejects.toMatchObject({
    reason: { kind: 'catalogue-source-usual' },
  });
  await expect(change({ name: 'Other' })).rejects.toMatchObject({ reason: { kind: 'catalogue-source-usual' } });
  expect(shown.get('official')).toMatchObject({ name: 'Official MCP Registry', enabled: true });
});

test('A refresh that is asked for as soon as the one before has failed is begun, once that one is stored.', async () => {
  const { wait, open } = createGate();
  const begun: string[] = [];
  const process: ServerCatalogueOptions['process'] = {
    ask: () => refusing(notStarted),
    begin: question => {
      begun.push(question);
      return refusing(notStarted);
    },
    stop: async () => {},
  };
  const { catalogue, shown } = await catalogueOnAFullDisk({
    process,
    settings: { get: async () => null, set: wait },
  });
  catalogue.refresh(['harbor']);
  await expect.poll(() => shown.get('harbor')?.state.kind).toBe('failed');
  catalogue.refresh(['harbor']);
  catalogue.refresh(['harbor']);
  expect(shown.get('harbor')?.state.kind).toBe('refreshing');
  open();
  await expect.poll(() => shown.get('harbor')?.state.kind).toBe('failed');
  expect(begun).toHaveLength(2);
  await catalogue.stop();
});
