// What is kept of recordings: for whom, how much, and until when.
import { beforeEach, expect, test, vi } from 'vitest';
import type * as Recordings from '../../../../resources/extension/tools/recordings.ts';
import type { Frame } from '../../../../resources/extension/tools/recordings.ts';

const [shop, bank] = [7, 8];
let recordings: typeof Recordings;
let closeTab: (tabId: number) => void = () => {};

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal('chrome', {
    tabs: { onRemoved: { addListener: (listener: typeof closeTab) => (closeTab = listener) } },
  });
  recordings = await import('../../../../resources/extension/tools/recordings.ts');
  return () => vi.unstubAllGlobals();
});

function frame(data: string, label = 'Click (1, 2)'): Frame {
  const area = { x: 0, y: 0, width: 10, height: 10 };
  return { data, area, document: 'a', actedIn: 'a', origins: [], deed: { label, points: [] } };
}

test('A recording is nobody’s but the one’s it was begun for, and ends when another one acts in its tab.', () => {
  const { beginRecording, recordingOf } = recordings;
  const begun = beginRecording(shop, 'ana@1');
  expect(recordingOf(shop, 'ben@2', false)).toBeNull();
  expect(recordingOf(shop, 'ana@1', true)).toBe(begun);
  expect(recordingOf(shop, 'ana@3', true)).toBeNull();
  expect(recordingOf(shop, 'ana@1', true)).toBeNull();
});

test('It is forgotten when its tab closes.', () => {
  const { beginRecording, recordingOf } = recordings;
  beginRecording(shop, 'ana');
  beginRecording(bank, 'ana');
  closeTab(shop);
  expect([recordingOf(shop, 'ana', true), recordingOf(bank, 'ana', true)]).toEqual([null, expect.anything()]);
});

test('The newest 50 frames are kept, and those that were given up are counted.', () => {
  const { beginRecording, addFrame } = recordings;
  const recording = beginRecording(shop, 'ana');
  for (let number = 0; number < 53; number += 1) addFrame(recording, frame(`${number}`));
  expect([recording.frames.length, recording.frames[0]?.data, recording.dropped]).toEqual([50, '3', 3]);
});

test('A look that shows nothing new adds no frame; an act does.', () => {
  const { beginRecording, addFrame } = recordings;
  const recording = beginRecording(shop, 'ana');
  for (const label of ['Click (1, 2)', '', 'Click (1, 2)']) addFrame(recording, frame('same', label));
  addFrame(recording, frame('other', ''));
  expect(recording.frames.map(({ data }) => data)).toEqual(['same', 'same', 'other']);
});

test('What is too much for all is taken from the largest.', () => {
  const { beginRecording, addFrame } = recordings;
  const [small, large] = [beginRecording(shop, 'ana'), beginRecording(bank, 'ben')];
  const picture = 'x'.repeat(4 * 1024 * 1024);
  addFrame(small, frame(picture));
  for (let number = 0; number < 12; number += 1) addFrame(large, frame(`${picture}${number}`));
  expect([small.frames.length, small.dropped, large.frames.length, large.dropped]).toEqual([1, 0, 8, 4]);
});
