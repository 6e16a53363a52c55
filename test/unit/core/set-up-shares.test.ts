// What a set-up file shares no more is taken back wherever the hub stands to its fleet; what could not be taken back is not forgotten.
import { expect, test } from 'vitest';
import { HubError } from '../../../contract/errors.ts';
import { removeUses } from '../../../electron/core/set-up/set-up-uses.ts';
import { hubError } from '../../../words/hub-error.ts';
import { buildState } from '../../support/hub-fixtures.ts';
import type { SettingUp } from '../../../electron/core/set-up/setting-up.ts';

/** Of a hub in no fleet, which shared these by the file before. */
function scene(shares: string[], unshare: (share: string) => void) {
  const asked: unknown[] = [];
  const record = {
    version: 1 as const,
    salt: '',
    fleet: null,
    secrets: {},
    servers: {},
    shares,
    grants: [],
    telemetry: null,
    metrics: null,
  };
  const snapshot = buildState().snapshot();
  const own: SettingUp = {
    setup: {
      file: 'setup.json',
      hash: '',
      fleet: null,
      secrets: new Map(),
      servers: [],
      shares: [],
      allow: [],
      telemetry: null,
      metricsToken: null,
    },
    record,
    ask: async (name, params) => {
      asked.push([name, params]);
      unshare((params as { share: string }).share);
      return {} as never;
    },
    state: async () => snapshot,
    digest: () => '',
    keep: async () => {},
  };
  return { own, record, asked };
}

test('A hub that is in no fleet shares it no more either: it would be told in the next one.', async () => {
  const { own, record, asked } = scene(['files'], () => {});
  await removeUses(own);
  expect([asked, record.shares]).toEqual([[['fleet:unshare', { share: 'files' }]], []]);
});

test('One that somebody has taken back already is forgotten.', async () => {
  const { own, record } = scene(['files'], share => {
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'fleet-share-none', share });
  });
  await removeUses(own);
  expect(record.shares).toEqual([]);
});

test('Where that fails the start does, with the member of the file, and the next one tries it again.', async () => {
  const { own, record, asked } = scene(['docs', 'files', 'mail'], share => {
    if (share === 'files') throw new HubError('ERR_INTERNAL', 'The disk is full.');
  });
  await expect(removeUses(own)).rejects.toThrow('setup.json, shares.files: The disk is full.');
  expect(asked).toHaveLength(2);
  expect(record.shares).toEqual(['files', 'mail']);
});
