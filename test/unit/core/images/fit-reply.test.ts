// Replies that fit into what their asker's wire takes: when pictures are scaled, and how that is said.
import { describe, expect, test } from 'vitest';
import { fitReply } from '../../../../electron/core/images/fit-reply.ts';
import type { ScaleAnswer, ScaleQuestion } from '../../../../electron/core/images/image-scaler.ts';

const cap = 100_000;
const image = (chars: number) => ({ type: 'image', data: 'A'.repeat(chars), mimeType: 'image/png' });
const text = (words: string) => ({ type: 'text', text: words });
const from = { width: 2_400, height: 1_600 };

/** Scales to as many bytes as it may. */
function createScaler(to = { width: 1_200, height: 800 }) {
  const asked: ScaleQuestion[] = [];
  const scale = async (question: ScaleQuestion): Promise<ScaleAnswer> => {
    asked.push(question);
    const data = Buffer.alloc(question.maxBytes).toString('base64');
    return { data, mimeType: 'image/jpeg', from, to };
  };
  return { asked, scale };
}

describe('A reply', () => {
  test.each([
    ['without pictures', { content: [text('x'.repeat(2 * cap))] }],
    ['that fits', { content: [image(cap - 20_000), text('x')] }],
    ['whose text alone is too large', { content: [image(50_000), text('x'.repeat(cap))] }],
    ['with more pictures than anybody takes', { content: Array.from({ length: 51 }, () => image(cap)) }],
  ])('%s stays as it is.', async (_what, result) => {
    const scaler = createScaler();
    expect(await fitReply(result, cap, scaler)).toBe(result);
    expect(scaler.asked).toEqual([]);
  });

  test('A picture that is too large is scaled, and a text behind it says from which size to which.', async () => {
    const result = { content: [text('shot'), { ...image(3 * cap), annotations: { priority: 1 } }], isError: false };
    const fitted = await fitReply(result, cap, createScaler());
    expect(Buffer.byteLength(JSON.stringify(fitted))).toBeLessThanOrEqual(cap);
    expect(fitted).toEqual({
      content: [
        text('shot'),
        {
          type: 'image',
          data: expect.any(String),
          mimeType: 'image/jpeg',
          annotations: { priority: 1 },
          _meta: { 'dev.pilothouse/scaled': { from, to: { width: 1_200, height: 800 } } },
        },
        text('The picture was scaled from 2400x1600 to 1200x800, because this wire takes at most 100000 bytes.'),
      ],
      isError: false,
    });
  });

  test('A picture that only had to be compressed says that.', async () => {
    const { content } = await fitReply({ content: [image(2 * cap)] }, cap, createScaler(from));
    expect(content[1]?.text).toBe(
      'The picture was compressed again at 2400x1600, because this wire takes at most 100000 bytes.',
    );
  });

  test('Several pictures share what there is by their sizes.', async () => {
    const scaler = createScaler();
    const fitted = await fitReply({ content: [image(3 * cap), image(cap)] }, cap, scaler);
    expect((scaler.asked[0]?.maxBytes ?? 0) / (scaler.asked[1]?.maxBytes ?? 1)).toBeCloseTo(3, 1);
    expect(Buffer.byteLength(JSON.stringify(fitted))).toBeLessThanOrEqual(cap);
  });

  test('When a picture cannot be made small the reply stays as it is, for its wire to refuse with its size.', async () => {
    const result = { content: [image(2 * cap)] };
    expect(await fitReply(result, cap, { scale: async () => null })).toBe(result);
  });
});
