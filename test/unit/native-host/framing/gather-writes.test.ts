// Small writes of one turn that go out together.
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { gatherWrites } from '../../../../native-host/framing/gather-writes.ts';

/** Notes what reaches the operating system, one entry for each call of it. */
function noting(highWaterMark = 16_384): { stream: Writable; calls: string[] } {
  const calls: string[] = [];
  const stream = new Writable({
    highWaterMark,
    write: (chunk: Buffer, _encoding, done) => {
      calls.push(String(chunk));
      done();
    },
    writev: (chunks, done) => {
      calls.push(chunks.map(({ chunk }) => String(chunk)).join('|'));
      done();
    },
  });
  return { stream, calls };
}

function write(stream: Writable, text: string): boolean {
  gatherWrites(stream);
  return stream.write(text);
}

const turn = () => new Promise(resolve => setImmediate(resolve));

test('The first write of a turn goes out at once, the others together behind it.', async () => {
  const { stream, calls } = noting();
  for (const text of ['a', 'b', 'c']) write(stream, text);
  expect(calls).toEqual(['a']);
  await turn();
  expect(calls).toEqual(['a', 'b|c']);
});

test('What promises of the same turn write goes with it.', async () => {
  const { stream, calls } = noting();
  await turn();
  const later = async (text: string) => {
    for (const step of [1, 2]) await Promise.resolve(step);
    write(stream, text);
  };
  void Promise.all(['a', 'b', 'c'].map(later));
  await turn();
  expect(calls).toEqual(['a', 'b|c']);
});

test('One write alone goes out as it is, and those of the next turn by themselves.', async () => {
  const { stream, calls } = noting();
  write(stream, 'a');
  await turn();
  write(stream, 'b');
  await turn();
  expect(calls).toEqual(['a', 'b']);
});

test('An end in the same turn takes along what waits.', async () => {
  const { stream, calls } = noting();
  for (const text of ['a', 'b', 'c']) write(stream, text);
  stream.end();
  await once(stream, 'finish');
  expect(calls).toEqual(['a', 'b|c']);
});

test('More than fits says so, and drain follows.', async () => {
  const { stream } = noting(3);
  expect(['a', 'bc', 'de'].map(text => write(stream, text))).toEqual([true, true, false]);
  expect(stream.writableLength).toBe(4);
  await once(stream, 'drain');
  expect(stream.writableLength).toBe(0);
});

test('A stream that is destroyed meanwhile is left alone.', async () => {
  const { stream, calls } = noting();
  for (const text of ['a', 'b']) write(stream, text);
  stream.destroy();
  await turn();
  expect(calls).toEqual(['a']);
});
