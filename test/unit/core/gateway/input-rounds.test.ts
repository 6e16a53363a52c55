// The rounds of a call: what is asked, what goes back, and when it is given up.
import { describe, expect, test } from 'vitest';
import { throughRounds } from '../../../../electron/core/gateway/input-rounds.ts';
import type { Rounds } from '../../../../electron/core/gateway/input-rounds.ts';

const wants = (keys: readonly string[], requestState?: string) => ({
  resultType: 'input_required',
  inputRequests: Object.fromEntries(keys.map(key => [key, { method: 'roots/list', params: { key } }])),
  ...(requestState !== undefined && { requestState }),
});
const done = { resultType: 'complete', content: [] };

function rounds(results: unknown[], change: Partial<Rounds> = {}) {
  const sent: unknown[] = [];
  const asked: string[] = [];
  const all: Rounds = {
    ask: async key => {
      asked.push(key);
      return { answer: key };
    },
    again: async more => {
      sent.push(more);
      return results.shift();
    },
    signal: new AbortController().signal,
    ...change,
  };
  return { all, sent, asked };
}

describe('Rounds', () => {
  test('A result that asks for nothing is the result.', async () => {
    const { all, sent } = rounds([]);
    expect(await throughRounds(done, all)).toBe(done);
    expect(sent).toEqual([]);
  });

  test('Answers go back under the keys of their questions, with the state as it came.', async () => {
    const { all, sent } = rounds([wants(['c'], 'two'), done]);
    expect(await throughRounds(wants(['a', 'b'], 'one'), all)).toBe(done);
    expect(sent).toEqual([
      { inputResponses: { a: { answer: 'a' }, b: { answer: 'b' } }, requestState: 'one' },
      { inputResponses: { c: { answer: 'c' } }, requestState: 'two' },
    ]);
  });

  test('One that only has a state is asked again with it.', async () => {
    const { all, sent, asked } = rounds([done]);
    await throughRounds({ resultType: 'input_required', requestState: 's' }, all);
    expect([sent, asked]).toEqual([[{ requestState: 's' }], []]);
  });
});

describe('Trouble', () => {
  test('A question that is not answered ends the others and the call.', async () => {
    let ended = false;
    const ask: Rounds['ask'] = (key, _question, signal) =>
      key === 'bad'
        ? Promise.reject(new Error('No.'))
        : new Promise(() => signal.addEventListener('abort', () => void (ended = true)));
    const { all, sent } = rounds([], { ask });
    await expect(throughRounds(wants(['slow', 'bad']), all)).rejects.toThrow('No.');
    expect([ended, sent]).toEqual([true, []]);
  });

  test('A server that is never content is given up.', async () => {
    const again = async () => wants(['a']);
    await expect(throughRounds(wants(['a']), rounds([], { again }).all)).rejects.toMatchObject({
      code: 'ERR_TOOL_FAILED',
      message: 'The server asked for input 20 times and was not content.',
    });
  });

  test('A question without a method is refused.', async () => {
    const broken = { resultType: 'input_required', inputRequests: { a: {} } };
    await expect(throughRounds(broken, rounds([]).all)).rejects.toMatchObject({ code: 'ERR_TOOL_FAILED' });
  });

  test('A cancelled call does not wait for its next turn.', async () => {
    const { all } = rounds([done], { signal: AbortSignal.abort() });
    await expect(throughRounds({ resultType: 'input_required' }, all)).rejects.toMatchObject({ code: 'ERR_CANCELLED' });
  });
});
