// Frames between hubs: what is cut comes together again, whoever else sends, and what never comes together is bounded.
import { expect, test } from 'vitest';
import { cutFrame, FrameJoiner } from '../../../../electron/core/fleet/shared/shared-frames.ts';
import type { SharedFrame } from '../../../../electron/core/fleet/shared/shared-frames.ts';

const done = (text: string): SharedFrame => ({ t: 'done', call: 'call-0001', text });
const first = (key: string, bytes = 0) => Buffer.from(`\u001E${key} 0 2\n${'x'.repeat(bytes)}`);

test('A frame of many parts is whole once the last has come, between parts of others.', () => {
  const joiner = new FrameJoiner(() => 0);
  const frame = done('y'.repeat(10_000));
  const parts = cutFrame(frame, 1_000, () => 'key') ?? [];
  expect(parts.length).toBeGreaterThan(10);
  const joined = parts.map(part => [joiner.take('eve', part.slice(0, 20)), joiner.take('jun', part)]);
  expect(joined.flat().filter(each => each !== null)).toEqual([frame]);
});

test('What older hubs do not say is nothing, and what they say is heard.', () => {
  const joiner = new FrameJoiner(() => 0);
  const said = (frame: object) => joiner.take('jun', Buffer.from(JSON.stringify(frame)));
  const got = { t: 'got', call: 'call-0001' };
  const beat = { t: 'beat', call: 'call-0001', open: [], done: [] };
  expect([said(got), said(beat)]).toEqual([
    { ...got, more: [] },
    { ...beat, asked: [], turns: [] },
  ]);
});

test('A part that is missing, or comes twice, ends its frame and no other.', () => {
  const joiner = new FrameJoiner(() => 0);
  const [one, two, three] = cutFrame(done('y'.repeat(2_000)), 1_000, () => 'key') ?? [];
  if (!one || !two || !three) throw new Error('It has three parts.');
  expect([one, three].map(part => joiner.take('jun', part))).toEqual([null, null]);
  expect([one, one, two, three].map(part => joiner.take('jun', part))).toEqual([null, null, null, null]);
  expect([one, two, three].map(part => joiner.take('jun', part)).at(-1)).toEqual(done('y'.repeat(2_000)));
});

test('What one hub begins and never ends is bounded, and takes nothing from what others send.', () => {
  const joiner = new FrameJoiner(() => 0);
  const frame = done('y'.repeat(2_000));
  const [one, ...others] = cutFrame(frame, 1_000, () => 'key') ?? [];
  if (!one) throw new Error('It has parts.');
  joiner.take('jun', one);
  for (let index = 0; index < 100_000; index += 1) joiner.take('eve', first(`k${index}`));
  expect(joiner.bytes).toBeLessThan(90 * 1024 * 1024);
  expect(others.map(part => joiner.take('jun', part)).at(-1)).toEqual(frame);
});

test('What many hubs begin and never end is bounded together.', () => {
  const joiner = new FrameJoiner(() => 0);
  const part = first('key', 40 * 1024 * 1024);
  for (let index = 0; index < 12; index += 1) joiner.take(`hub-${index}`, part);
  expect(joiner.bytes).toBeLessThanOrEqual(256 * 1024 * 1024);
});

test('What misses a part is let go after half a minute, and what is still coming is not.', () => {
  let now = 0;
  const joiner = new FrameJoiner(() => now);
  joiner.take('eve', first('old', 1_000));
  now = 29_000;
  joiner.sweep();
  const frame = done('y'.repeat(2_000));
  const [one, ...others] = cutFrame(frame, 1_000, () => 'key') ?? [];
  joiner.take('jun', one ?? Buffer.alloc(0));
  const both = joiner.bytes;
  now = 31_000;
  joiner.sweep();
  expect([both > joiner.bytes, joiner.bytes > 0]).toEqual([true, true]);
  expect(others.map(part => joiner.take('jun', part)).at(-1)).toEqual(frame);
  expect(joiner.bytes).toBe(0);
});

test('Where all together have too much it is whoever has most that loses, also where that one sends.', () => {
  const joiner = new FrameJoiner(() => 0);
  const frame = done('y'.repeat(2_000));
  const [one, ...others] = cutFrame(frame, 1_000, () => 'key') ?? [];
  joiner.take('jun', one ?? Buffer.alloc(0));
  for (let hub = 0; hub < 5; hub += 1)
    for (let index = 0; index < 10; index += 1) joiner.take(`eve-${hub}`, first(`k${index}`, 7 * 1024 * 1024));
  expect(joiner.bytes).toBeLessThanOrEqual(256 * 1024 * 1024);
  expect(others.map(part => joiner.take('jun', part)).at(-1)).toEqual(frame);
});
