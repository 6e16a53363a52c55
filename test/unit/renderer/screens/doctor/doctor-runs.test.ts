import { describe, expect, test } from 'vitest';
import { maxDoctorRuns, rungIds } from '../../../../../contract/doctor.ts';
import {
  countRungs,
  firstRepair,
  firstTrouble,
  withEvent,
  withRun,
  worstLadder,
} from '../../../../../renderer/screens/doctor/doctor-runs.ts';
import { countWords, ladderTone, untriedWords } from '../../../../../renderer/screens/doctor/rung-words.ts';
import type { DoctorRun, Ladder, Rung, RungState } from '../../../../../contract/schemas/doctor.ts';

type States = Partial<Record<Rung['id'], RungState>>;

const repair = { id: 'write-manifest', does: { kind: 'doctor-writes-launcher', path: '~/x' } } as const;

function ladder(id: string, states: States = {}, repairable: readonly Rung['id'][] = []): Ladder {
  const rungs = rungIds.map<Rung>(rung => ({
    id: rung,
    state: states[rung] ?? { kind: 'green' },
    ms: 1,
    evidence: [],
    lines: [],
    repair: repairable.includes(rung) ? repair : null,
    byHand: null,
  }));
  return { id, browserId: id, browser: id, family: 'chromium', profile: null, inUse: true, rungs };
}

function run(id: string, ladders: readonly Ladder[] = [ladder('chromium')]): DoctorRun {
  return { id, startedAt: 1, endedAt: 2, ms: 1, by: 'hub', ladders: [...ladders] };
}

describe('what an event changes', () => {
  test('a run that is not known stands first, and no more are held than the hub keeps', () => {
    const many = Array.from({ length: maxDoctorRuns }, (_, at) => run(`old-${at}`));
    const runs = withEvent(many, { event: 'doctor:run', data: run('new') });
    expect(runs[0]?.id).toBe('new');
    expect(runs).toHaveLength(maxDoctorRuns);
  });

  test('a run that is known is replaced where it stands', () => {
    const runs = withRun([run('b'), run('a')], { ...run('a'), ms: 7 });
    expect(runs.map(({ id, ms }) => [id, ms])).toEqual([
      ['b', 1],
      ['a', 7],
    ]);
  });

  test('a rung fills in its own place of its own ladder and run', () => {
    const before = [run('b', [ladder('chromium'), ladder('firefox')]), run('a')];
    const [rung] = ladder('x', { home: { kind: 'red' } }).rungs;
    if (!rung) throw new Error('The ladder has no rung.');
    const after = withEvent(before, { event: 'doctor:rung', data: { runId: 'b', ladderId: 'firefox', rung } });
    expect(after[0]?.ladders.map(one => one.rungs[0]?.state.kind)).toEqual(['green', 'red']);
    expect(after[1]).toBe(before[1]);
  });

  test('what tells of no run that is held changes nothing', () => {
    const before = [run('a')];
    const [rung] = ladder('x').rungs;
    if (!rung) throw new Error('The ladder has no rung.');
    expect(withEvent(before, { event: 'doctor:rung', data: { runId: 'z', ladderId: 'chromium', rung } })).toBe(before);
    expect(withEvent(before, { event: 'servers:logged', data: { serverIds: [] } })).toBe(before);
  });
});

describe('what a ladder comes to', () => {
  const states: States = {
    endpoints: { kind: 'amber' },
    manifest: { kind: 'red' },
    hello: { kind: 'waits', for: 'manifest', provenAt: null },
    page: { kind: 'untried', provenAt: null },
  };

  test('rungs are counted by what was proven', () => {
    expect(countRungs(ladder('x', states))).toEqual({ fine: 10, look: 1, broken: 1, rest: 2, running: 0 });
    expect(countWords(ladder('x', states))).toBe('10 fine, 1 to look at, 1 broken, 2 not tried');
    expect(countWords(ladder('x'))).toBe('14 fine');
  });

  test('the first that failed is opened before one that is only to be looked at', () => {
    expect(firstTrouble(ladder('x', states))?.id).toBe('manifest');
    expect(firstTrouble(ladder('x', { endpoints: { kind: 'amber' } }))?.id).toBe('endpoints');
    expect(firstTrouble(ladder('x'))).toBeNull();
  });

  test('the key R repairs the first broken rung that has a repair', () => {
    const broken: States = { home: { kind: 'red' }, manifest: { kind: 'red' } };
    expect(firstRepair(ladder('x', broken, ['manifest', 'endpoints']))?.id).toBe('manifest');
    expect(firstRepair(ladder('x', { endpoints: { kind: 'amber' } }, ['endpoints']))).toBeNull();
  });

  test('a browser that is not in use is not alarming, and one that is being looked at waits', () => {
    expect(ladderTone(ladder('x', states))).toBe('crashed');
    expect(ladderTone({ ...ladder('x', states), inUse: false })).toBe('stopped');
    expect(ladderTone(ladder('x', { home: { kind: 'running', since: 1 } }))).toBe('waiting');
    expect(ladderTone(ladder('x'))).toBe('running');
  });

  test('the worst ladder speaks for its run', () => {
    expect(worstLadder(run('a', [ladder('fine'), ladder('bad', states)]))?.id).toBe('bad');
    expect(worstLadder(run('a', []))).toBeNull();
  });

  test('a rung that was not tried names what it needs, or when it worked last', () => {
    const number = (id: Rung['id']) => rungIds.indexOf(id) + 1;
    const told = (state: RungState) =>
      untriedWords(ladder('x', { page: state }).rungs.at(-1) as Rung, number, 3_600_000);
    expect(told({ kind: 'waits', for: 'hello', provenAt: null })).toBe('Not tried: needs step 11.');
    expect(told({ kind: 'untried', provenAt: 0 })).toMatch(/^Not tried\. Last one that worked: [\d: -]+\.$/);
    expect(told({ kind: 'untried', provenAt: null })).toBe('Not tried.');
    expect(told({ kind: 'green' })).toBeNull();
  });
});
