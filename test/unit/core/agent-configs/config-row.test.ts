// Which process of a program has to be started again for its entry to be read.
import { expect, test } from 'vitest';
import { agentApps } from '../../../../electron/core/agent-configs/agent-apps.ts';
import { targetOf } from '../../../../electron/core/agent-configs/agent-targets.ts';
import { configRow } from '../../../../electron/core/agent-configs/config-row.ts';
import type { Look } from '../../../../electron/core/agent-configs/config-looks.ts';
import type { RowFacts } from '../../../../electron/core/agent-configs/config-row.ts';

const clientId = 'agent-1a2b3c';
const writtenAt = 2_000;
const needsRestart = agentApps.find(({ after, processes }) => after !== 'reads-itself' && processes.length > 0)!;
const readsItself = agentApps.find(({ after, processes }) => after === 'reads-itself' && processes.length > 0)!;

function restart(app: typeof needsRestart, startedAt: readonly number[], isConnected = false) {
  const target = targetOf(agentApps, { agent: app.id });
  const look: Look = {
    ...{ target, path: '/home/ana/config', file: null, others: [] },
    state: { kind: 'connected', since: writtenAt, emptied: null },
    entry: { kind: 'right', how: 'stdio', clientId },
  };
  const record: RowFacts['record'] = {
    ...{ id: target.id, agent: app.id, project: null, path: '/home/ana/config', how: 'stdio', clientId },
    ...{ byVariable: false, writtenAt, hash: '', undo: null, tablesMade: 0, gone: null, emptied: null },
  };
  const running = startedAt.map((at, index) => ({ pid: index + 1, startedAt: at, names: [app.processes[0] ?? ''] }));
  const machine = { platform: 'linux' as const, homeDir: '/home/ana', env: {}, userName: 'ana', uid: 1_000 };
  return configRow(look, { machine, record, running, isConnected: id => isConnected && id === clientId, versions: 0 })
    .restart;
}

test('the oldest process from before the entry has not read it', () => {
  expect(restart(needsRestart, [3_000, 1_500, 1_000])).toEqual({ pid: 3, startedAt: 1_000 });
});

test('a process from after it has', () => {
  expect(restart(needsRestart, [3_000])).toBeNull();
});

test('nothing has to be started again once an agent of the entry is connected', () => {
  expect(restart(needsRestart, [1_000], true)).toBeNull();
});

test('a program that reads its file by itself never has to be', () => {
  expect(restart(readsItself, [1_000])).toBeNull();
});
