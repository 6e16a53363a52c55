// The focus loop in the real host's words.
import { describe, expect, test } from 'vitest';
import { loopStep, noLoop } from '../../../../electron/core/browsers/focus-loop.ts';

const noon = Date.parse('2026-11-21T12:00:00.000Z');
const started = loopStep(noLoop, 'startLoop', { prompt: 'do it', maxIterations: 3 }, noon).loop;

test('A loop that starts answers with its state, as the real host does.', () => {
  expect(loopStep(noLoop, 'startLoop', { prompt: 'do it', maxIterations: '3' }, noon).result).toEqual({
    active: true,
    prompt: 'do it',
    iteration: 0,
    maxIterations: 3,
    completionPromise: null,
    startedAt: '2026-11-21T12:00:00.000Z',
  });
});

describe('What it refuses', () => {
  test.each([
    [started, { prompt: 'again' }, 'Loop already active. Stop current loop first.'],
    [noLoop, {}, 'Prompt is required and must be a string'],
    [noLoop, { prompt: 7 }, 'Prompt is required and must be a string'],
    [noLoop, { prompt: 'x', maxIterations: 10_001 }, 'maxIterations must be 0-10000'],
    [noLoop, { prompt: 'x', maxIterations: -1 }, 'maxIterations must be 0-10000'],
    [noLoop, { prompt: 'x', completionPromise: 7 }, 'completionPromise must be a string or null'],
    [noLoop, { prompt: 'x', completionPromise: 'y'.repeat(1_001) }, 'completionPromise exceeds 1000 character limit'],
  ])('%j with %j', (loop, params, sentence) => {
    expect(() => loopStep(loop, 'startLoop', params, noon)).toThrow(sentence);
  });

  test('A command that is none.', () => {
    expect(() => loopStep(noLoop, 'spinLoop', {}, noon)).toThrow('Unknown loop command: spinLoop');
  });
});

test('Iterations are counted while it runs, and not without a loop.', () => {
  const { loop, result } = loopStep(started, 'incrementLoopIteration', {}, noon);
  expect([result, loop.iteration]).toEqual([{ iteration: 1 }, 1]);
  expect(loopStep(noLoop, 'incrementLoopIteration', {}, noon).result).toEqual({ iteration: 0 });
});

test('Stopping says whether there was one.', () => {
  expect(loopStep(started, 'stopLoop', {}, noon)).toEqual({ loop: noLoop, result: { stopped: true } });
  expect(loopStep(noLoop, 'stopLoop', {}, noon).result).toEqual({ stopped: false });
});

test('It ends by itself after an hour, and its state then says so.', () => {
  const hour = 60 * 60_000;
  expect(loopStep(started, 'getLoopState', {}, noon + hour).result).toMatchObject({ active: true, timedOut: false });
  const { loop, result } = loopStep(started, 'getLoopState', {}, noon + hour + 1);
  expect(result).toEqual({ ...noLoop, timedOut: true });
  expect(loop).toEqual(noLoop);
});
