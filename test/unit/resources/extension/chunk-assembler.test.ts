// What the extension holds of messages that come in chunks: bounded, given up after silence, and never mixed.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ChunkAssembler } from '../../../../resources/extension/chunk-assembler.ts';

const mebibyte = 1024 * 1024;

function chunksOf(id: number, text: string, count: number): Record<string, unknown>[] {
  const bytes = Buffer.from(text);
  const size = Math.ceil(bytes.length / count);
  return Array.from({ length: count }, (_, index) => ({
    id,
    index,
    count,
    bytes: bytes.length,
    data: bytes.toString('base64', index * size, (index + 1) * size),
  }));
}

describe('Messages in chunks', () => {
  let assembler: ChunkAssembler;
  beforeEach(() => {
    vi.useFakeTimers();
    assembler = new ChunkAssembler();
  });
  afterEach(() => void vi.useRealTimers());

  const take = (chunks: readonly Record<string, unknown>[]) => chunks.map(chunk => assembler.take(chunk)).at(-1);

  test('Two at once are put together each for itself, also where a piece ends inside of a letter.', () => {
    const [one, other] = [chunksOf(1, '{"a":"äöü €"}', 5), chunksOf(2, '[1,2]', 5)];
    const taken = one.flatMap((chunk, index) => [assembler.take(chunk), assembler.take(other[index] ?? {})]);
    expect(taken.slice(-2)).toEqual([
      { kind: 'whole', message: { a: 'äöü €' } },
      { kind: 'whole', message: [1, 2] },
    ]);
    expect(assembler.heldBytes).toBe(0);
  });

  test.each([
    ['a missing piece', [0, 2], 'did not follow one another'],
    ['a piece twice', [0, 1, 1], 'did not follow one another'],
  ])('After %s the message is refused once and nothing of it is held.', (_what, order, sentence) => {
    const chunks = chunksOf(1, '{"long":"message"}', 3);
    const taken = take(order.map(index => chunks[index] ?? {}));
    expect(taken).toMatchObject({ kind: 'refused', error: { message: expect.stringContaining(sentence) } });
    expect(take(chunks.slice(1))).toEqual({ kind: 'more' });
    expect(assembler.heldBytes).toBe(0);
  });

  test.each([
    ['more bytes than it said', { bytes: 3 }, 'did not follow one another'],
    ['fewer bytes than it said', { bytes: 50 }, 'ended before it was whole'],
    ['no base64', { data: '§' }, 'did not follow one another'],
    ['no number of bytes', { bytes: -1 }, 'neither how many nor how large'],
    ['no JSON', { data: btoa('no'), bytes: 2 }, 'is no JSON'],
    ['no UTF-8', { data: btoa('"\xff"'), bytes: 3 }, 'is no JSON'],
  ])('A message with %s is refused.', (_what, wrong, sentence) => {
    const [chunk] = chunksOf(1, '{"a":1}', 1);
    expect(assembler.take({ ...chunk, ...wrong })).toMatchObject({
      kind: 'refused',
      error: { message: expect.stringContaining(sentence) },
    });
    expect(assembler.heldBytes).toBe(0);
  });

  test('What would make more than 64 MiB together is refused before it is held.', () => {
    assembler.take({ id: 1, index: 0, count: 99, bytes: 40 * mebibyte, data: '' });
    expect(assembler.take({ id: 2, index: 0, count: 99, bytes: 25 * mebibyte, data: '' })).toMatchObject({
      kind: 'refused',
      error: { code: 'ERR_TOO_LARGE' },
    });
    expect(assembler.heldBytes).toBe(40 * mebibyte);
  });

  test('A message that is begun again frees what there was of it.', () => {
    assembler.take({ id: 1, index: 0, count: 99, bytes: 60 * mebibyte, data: '' });
    expect(assembler.take({ id: 1, index: 0, count: 99, bytes: 60 * mebibyte, data: '' })).toEqual({ kind: 'more' });
    expect(assembler.heldBytes).toBe(60 * mebibyte);
  });

  test('A message is given up when it is cancelled, when its connection ends, and 30 s after its last piece.', () => {
    const begin = (id: number) => assembler.take({ id, index: 0, count: 9, bytes: mebibyte, data: '' });
    begin(1);
    assembler.abandon(1);
    expect(assembler.heldBytes).toBe(0);
    begin(2);
    begin(3);
    assembler.clear();
    expect(assembler.heldBytes).toBe(0);
    begin(4);
    vi.advanceTimersByTime(29_999);
    assembler.take({ id: 4, index: 1, count: 9, bytes: mebibyte, data: 'aa==' });
    vi.advanceTimersByTime(29_999);
    expect(assembler.heldBytes).toBe(mebibyte);
    vi.advanceTimersByTime(1);
    expect(assembler.heldBytes).toBe(0);
  });
});
