// What is found in a file is noted of the record that it was looked at for, and of none that came meanwhile.
import { expect, test } from 'vitest';
import { agentApps } from '../../../../electron/core/agent-configs/agent-apps.ts';
import { targetOf } from '../../../../electron/core/agent-configs/agent-targets.ts';
import { ConfigGuard } from '../../../../electron/core/agent-configs/config-guard.ts';
import { ConfigRecords } from '../../../../electron/core/agent-configs/config-records.ts';
import type { ConfigBackups } from '../../../../electron/core/agent-configs/backups.ts';
import type { Look } from '../../../../electron/core/agent-configs/config-looks.ts';
import type { ConfigRecord } from '../../../../electron/core/agent-configs/config-records.ts';

const target = targetOf(agentApps, { agent: 'cursor' });
const path = '/home/ana/.cursor/mcp.json';
const bytes = Buffer.from('{ "mcpServers": {} }');
const record: ConfigRecord = {
  ...{ id: target.id, agent: 'cursor', project: null, path, how: 'stdio', clientId: 'cursor', byVariable: false },
  ...{ writtenAt: 1, hash: '', undo: null, tablesMade: 0, gone: { since: 1, lost: [], version: null }, emptied: null },
};
const look: Look = {
  ...{ target, path, entry: null, others: ['files'], state: { kind: 'connected', since: 1, emptied: null } },
  file: { kind: 'file', path, target: path, bytes, hash: '', mode: 0o600, group: 0, otherNames: 0, changedAt: 1 },
};

async function judged(meanwhile: (records: ConfigRecords) => Promise<void>) {
  const records = new ConfigRecords({ get: () => Promise.resolve(null), set: () => Promise.resolve() });
  await records.put(record);
  const backups: Pick<ConfigBackups, 'readIntact' | 'keepIntact' | 'keepBytes'> = {
    readIntact: () => meanwhile(records).then(() => null),
    keepIntact: () => Promise.resolve(),
    keepBytes: () => Promise.resolve(1),
  };
  const guard = new ConfigGuard({
    ...{ records, backups: backups as ConfigBackups, problems: { report: () => {}, solved: () => {} }, now: () => 2 },
    ...{ shown: (file: string) => file, targetOf: () => target, look: () => Promise.resolve(look) },
    ...{ seen: () => Promise.resolve(), failed: () => {} },
  });
  const isOutOfDate = await guard.judge(look);
  guard.stop();
  return { isOutOfDate, now: records.get(record.id) };
}

test('an entry that is back is noted', async () => {
  const { isOutOfDate, now } = await judged(() => Promise.resolve());
  expect(isOutOfDate).toBe(true);
  expect(now).toEqual({ ...record, gone: null });
});

test('a record that was taken out meanwhile does not come back', async () => {
  const { isOutOfDate, now } = await judged(records => records.remove(record.id));
  expect([isOutOfDate, now]).toEqual([true, null]);
});

test('a record that was written anew meanwhile stays as it was written', async () => {
  const anew = { ...record, clientId: 'cursor-2', writtenAt: 2 };
  const { isOutOfDate, now } = await judged(records => records.put(anew));
  expect([isOutOfDate, now]).toEqual([true, anew]);
});
