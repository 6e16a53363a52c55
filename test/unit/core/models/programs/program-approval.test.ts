// What an approval of a model's program is bound to.
import { expect, test } from 'vitest';
import { changeIn, changeOf, changeReason } from '../../../../../electron/core/models/programs/program-approval.ts';
import type { ProgramRecord } from '../../../../../contract/schemas/model-records.ts';
import type { SeenProgram } from '../../../../../electron/core/models/programs/program-approval.ts';

const engine = { path: '/opt/llama/llama-server', sha256: 'e1' };
const approved: ProgramRecord = {
  ...{ format: 'gguf', path: '/models/a.gguf', engine: null, sha256: 'f1', approvedAt: 1, idleMinutes: 15 },
  ...{ context: null, approvedEngine: engine, walls: true },
};
const seen: SeenProgram = { sha256: 'f1', engine, noWalls: null };
const noWalls = { kind: 'no-bubblewrap' } as const;

test.each<[string, Partial<ProgramRecord>, Partial<SeenProgram>, ReturnType<typeof changeOf>]>([
  ['nothing', {}, {}, null],
  ['the file', {}, { sha256: 'f2' }, 'file'],
  ['the engine', {}, { engine: { ...engine, sha256: 'e2' } }, 'engine'],
  ['where the engine lies', {}, { engine: { ...engine, path: '/tmp/llama-server' } }, 'engine'],
  ['an engine that was approved with none', { approvedEngine: null }, {}, 'engine'],
  ['an engine that is gone, which says so itself', {}, { engine: null }, null],
  ['no engine of a llamafile', { format: 'llamafile', approvedEngine: null }, { engine: null }, null],
  ['walls that were approved and are gone', {}, { noWalls }, 'walls'],
  ['no walls where it was approved without', { walls: null }, { noWalls }, null],
  ['no walls where the user wants none', { walls: false }, { noWalls }, null],
])('What has changed: %s.', (_, record, found, change) => {
  const [program, now] = [
    { ...approved, ...record },
    { ...seen, ...found },
  ];
  expect(changeOf(program, now)).toBe(change);
  if (change) expect(changeIn(changeReason(change, program, now))).toBe(change);
});
