// What takers are told of answers that were heard: all of it, in few messages, and at once where they keep much.
import { expect, test } from 'vitest';
import { HeardAnswers } from '../../../../electron/core/fleet/shared/heard-answers.ts';
import type { SharedFrame } from '../../../../electron/core/fleet/shared/shared-frames.ts';

function aHeard() {
  const sent: [string, SharedFrame][] = [];
  return { sent, heard: new HeardAnswers((hub, frame) => sent.push([hub, frame])) };
}

test('Each taker is told of all of its answers in one message, once.', () => {
  const { sent, heard } = aHeard();
  heard.add('jun', 'call-one', 'text');
  heard.add('kai', 'call-two', 'text');
  heard.add('jun', 'call-three', 'text');
  expect(sent).toEqual([]);
  heard.tellAll();
  expect(sent).toEqual([
    ['jun', { t: 'got', call: 'call-one', more: ['call-three'] }],
    ['kai', { t: 'got', call: 'call-two', more: [] }],
  ]);
  heard.tellAll();
  expect(sent).toHaveLength(2);
});

test('Many answers, and large ones, are told without waiting.', () => {
  const { sent, heard } = aHeard();
  heard.add('jun', 'call-large', 'x'.repeat(300_000));
  expect(sent).toEqual([['jun', { t: 'got', call: 'call-large', more: [] }]]);
  for (let index = 0; index < 1_000; index += 1) heard.add('jun', `call-${index}`, 'text');
  expect(sent).toHaveLength(6);
  expect(sent.flatMap(([, frame]) => (frame.t === 'got' ? [frame.call, ...frame.more] : []))).toHaveLength(1_001);
});
