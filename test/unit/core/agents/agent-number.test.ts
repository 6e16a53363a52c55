// The number by which several agents of one name are told apart: one for each process, and the same after a restart of it.
import { describe, expect, test } from 'vitest';
import { foreign } from '../../../../contract/reason.ts';
import { numberOf } from '../../../../electron/core/agents/agent-number.ts';
import { buildAgent, noon } from '../../../support/hub-fixtures.ts';
import type { Agent } from '../../../../contract/schemas/entities.ts';
import type { KnownAgent } from '../../../../electron/core/agents/agent-number.ts';

const program = (pid: number | null, folder = '/work', path: string | null = '/bin/claude') => ({ pid, path, folder });
const here = (fields: Partial<Agent>): KnownAgent => ({ agent: buildAgent(fields), mayReturn: false });
const gone = (fields: Partial<Agent>, mayReturn = false): KnownAgent => ({
  agent: buildAgent({ state: { kind: 'gone', since: noon, reason: foreign('x') }, ...fields }),
  mayReturn,
});
const { clientId } = buildAgent();

describe('The number of an agent', () => {
  test('is 1 for the first, and the lowest that nobody has for the next.', () => {
    expect(numberOf(clientId, program(1), [])).toBe(1);
    expect(
      numberOf(clientId, program(3), [here({ program: program(1) }), here({ number: 3, program: program(2) })]),
    ).toBe(2);
  });

  test('is not that of one that may still come back.', () => {
    expect(numberOf(clientId, null, [gone({}, true)])).toBe(2);
    expect(numberOf(clientId, null, [gone({})])).toBe(1);
  });

  test('is one for the connections of one process of one credential.', () => {
    const known = [here({ program: program(1) }), here({ number: 2, program: program(2) })];
    expect(numberOf(clientId, program(2), known)).toBe(2);
    expect(numberOf('another', program(2), known)).toBe(1);
    expect(numberOf(clientId, program(null), [here({ program: program(null) })])).toBe(2);
  });

  test('is that of the program that was here before in the same folder, where nobody has it.', () => {
    const before = [gone({ program: program(1, '/one') }), gone({ number: 2, program: program(2, '/two') })];
    expect(numberOf(clientId, program(9, '/two'), before)).toBe(2);
    expect(numberOf(clientId, program(9, '/one'), before)).toBe(1);
    expect(numberOf(clientId, program(9, '/three'), before)).toBe(1);
    expect(numberOf(clientId, program(9, '/two'), [...before, here({ number: 2, program: program(8, '/x') })])).toBe(1);
  });
});
