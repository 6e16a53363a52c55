// The steps that end a child, over a child that only notes them.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StopLadder } from '../../../../../electron/core/servers/process/stop-ladder.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const graces = { inputMs: 600, termMs: 600 };

function target() {
  const steps: string[] = [];
  let end = () => {};
  const gone = new Promise<void>(resolve => (end = resolve));
  return {
    steps,
    end,
    gone,
    endInput: () => void steps.push('endInput'),
    signal: (name: string) => void steps.push(name),
  };
}

describe('StopLadder', () => {
  test('It closes the input, then asks, then kills, each after its grace.', async () => {
    const child = target();
    void new StopLadder(child).stop(graces);
    expect(child.steps).toEqual(['endInput']);
    await vi.advanceTimersByTimeAsync(600);
    expect(child.steps).toEqual(['endInput', 'SIGTERM']);
    await vi.advanceTimersByTimeAsync(600);
    expect(child.steps).toEqual(['endInput', 'SIGTERM', 'SIGKILL']);
  });

  test('It goes no further once all is gone.', async () => {
    const child = target();
    const stopped = new StopLadder(child).stop(graces);
    child.end();
    await stopped;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(child.steps).toEqual(['endInput']);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('A second call goes one step further at once.', () => {
    const child = target();
    const ladder = new StopLadder(child);
    for (let calls = 0; calls < 4; calls += 1) void ladder.stop(graces);
    expect(child.steps).toEqual(['endInput', 'SIGTERM', 'SIGKILL']);
  });

  test('Beginning twice does not hurry it.', () => {
    const child = target();
    const ladder = new StopLadder(child);
    ladder.begin(graces);
    ladder.begin(graces);
    expect(child.steps).toEqual(['endInput']);
  });

  test('What a child left behind is asked at once and then killed.', async () => {
    const child = target();
    const ladder = new StopLadder(child);
    ladder.begin(graces);
    ladder.sweep(graces);
    expect(child.steps).toEqual(['endInput', 'SIGTERM']);
    await vi.advanceTimersByTimeAsync(600);
    expect(child.steps).toEqual(['endInput', 'SIGTERM', 'SIGKILL']);
  });
});
