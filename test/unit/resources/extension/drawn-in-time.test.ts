// Pictures of a tab in a played browser whose clock is the test's: one after the other, and what is done where one never comes.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawnInTime } from '../../../../resources/extension/tools/drawn-in-time.ts';
import type { SendCommand } from '../../../../resources/extension/tools/debugger-session.ts';

const { drawAnew } = vi.hoisted(() => ({ drawAnew: vi.fn() }));
vi.mock('../../../../resources/extension/tools/debugger-session.ts', () => ({ drawAnew }));
vi.mock('../../../../resources/extension/tools/unseen-tabs.ts', () => ({ unseenTabs: new Set([9]) }));

type Page = Parameters<typeof drawnInTime>[0]['page'];

let sent: string[] = [];
/** Answers the pictures that were asked for, in their order. */
let answers: ((data: string) => void)[] = [];
let isHere = true;
let leave: (error: Error) => void = () => {};

const send: SendCommand = (method, params) => {
  sent.push([method.replace(/^\w+\./, ''), ...Object.values(params ?? {})].join(' '));
  if (method !== 'Page.captureScreenshot') return Promise.resolve({});
  return new Promise(resolve => answers.push(data => resolve({ data })));
};

function take(name: string, { tabId = 1, signal = new AbortController().signal } = {}): Promise<string> {
  const left = new Promise<never>((_, reject) => {
    leave = reject;
  });
  const page = {
    tabId,
    isHere,
    expectStill: () => Promise.reject(new Error('moved')),
    whileHere: <T>(work: Promise<T>) => Promise.race([work, left]),
  } as unknown as Page;
  const taken = drawnInTime({ page, signal }, send, { name });
  taken.catch(() => {});
  return taken;
}

/** Lets what is due happen. */
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  drawAnew.mockClear();
  sent = [];
  answers = [];
  isHere = true;
});
afterEach(() => void vi.useRealTimers());

test('The second picture of a tab is asked for when the first has come, and that of another tab at once.', async () => {
  const all = [take('first'), take('second'), take('elsewhere', { tabId: 2 })];
  await after(0);
  expect(sent).toEqual(['captureScreenshot first', 'captureScreenshot elsewhere']);
  answers[0]?.('1');
  await after(0);
  expect(sent.at(-1)).toBe('captureScreenshot second');
  answers[1]?.('3');
  answers[2]?.('2');
  expect(await Promise.all(all)).toEqual(['1', '2', '3']);
  expect(sent).toHaveLength(3);
});

test('A page that is left with its picture is put back to its size before the next picture is asked for.', async () => {
  const first = take('first');
  const leaveFirst = leave;
  const second = take('second');
  await after(0);
  leaveFirst(new Error('The page was left.'));
  await expect(first).rejects.toThrow('The page was left.');
  await after(0);
  expect(sent).toEqual(['captureScreenshot first', 'clearDeviceMetricsOverride', 'captureScreenshot second']);
  answers[1]?.('2');
  expect(await second).toBe('2');
  await after(20_000);
  expect(sent).toHaveLength(3);
});

test('A tab that draws nothing is asked to draw anew, asked again, and told of after 15 s.', async () => {
  const taken = take('first');
  await after(3_000);
  expect(drawAnew).toHaveBeenCalledExactlyOnceWith(1);
  await after(12_000);
  await expect(taken).rejects.toThrow('Tab 1 has drawn nothing for 15 s');
  const [asked, put] = ['captureScreenshot first', 'clearDeviceMetricsOverride'];
  expect(sent).toEqual([asked, put, asked, put]);
});

test.each([0, 1])(
  'Of a picture that was asked for twice, answer %i is taken, and the next waits for the other.',
  async which => {
    const first = take('first');
    const second = take('second');
    await after(4_000);
    answers[which]?.('late');
    await after(0);
    answers[1 - which]?.('later');
    expect(await first).toBe('late');
    await after(0);
    const [asked, put] = ['captureScreenshot first', 'clearDeviceMetricsOverride'];
    expect(sent).toEqual([asked, put, asked, put, 'captureScreenshot second']);
    answers[2]?.('2');
    expect(await second).toBe('2');
  },
);

test('A page that was left before its turn is not pictured.', async () => {
  isHere = false;
  await expect(take('first')).rejects.toThrow('moved');
  expect(sent).toEqual([]);
});

test('Whoever gives up before their turn asks for no picture.', async () => {
  const over = new AbortController();
  const [first, second] = [take('first'), take('second', { signal: over.signal })];
  await after(0);
  over.abort(new Error('given up'));
  await expect(second).rejects.toThrow('given up');
  answers[0]?.('1');
  expect(await first).toBe('1');
  await after(0);
  expect(sent).toEqual(['captureScreenshot first']);
});
