// Large messages are cut, and nothing of a secret is left where the cut went through it.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutText } from '../../../../electron/core/redaction/cut.ts';
import { mask, Redactor } from '../../../../electron/core/redaction/redact.ts';
import { maxPayloadChars, seen } from '../../../../electron/core/trace/excerpt.ts';

const prose = 'All work, no play. '.repeat(20_000);
const picture = Buffer.alloc(300_000, 7).toString('base64');

function excerptOf(value: unknown): unknown {
  return JSON.parse(seen(JSON.stringify(value), value).payload);
}

describe('a message', () => {
  test('is kept whole, with its own spacing, up to 128 KiB', () => {
    const text = `{ "a": "${'x'.repeat(maxPayloadChars - 10)}" }`;
    expect([seen(text, JSON.parse(text)), seen('{ }', {})]).toEqual([
      { bytes: maxPayloadChars + 1, payload: expect.any(String), cut: true },
      { bytes: 3, payload: '{ }', cut: false },
    ]);
  });

  test('that is larger keeps its form and its true size; a long text in it is cut', () => {
    const value = { id: 7, result: { content: [{ type: 'text', text: prose }], isError: false } };
    const text = `${prose.slice(0, 16_384)}… (380000 characters in all, cut here)`;
    expect(excerptOf(value)).toEqual({ id: 7, result: { content: [{ type: 'text', text }], isError: false } });
    expect(seen(JSON.stringify(value), value)).toMatchObject({ bytes: JSON.stringify(value).length, cut: true });
  });

  test('with a large picture keeps its kind and its size', () => {
    const data = `${picture.slice(0, 32)}… (about 300000 bytes in base64, cut here)`;
    expect(excerptOf({ content: [{ type: 'image', mimeType: 'image/png', data: picture }] })).toEqual({
      content: [{ type: 'image', mimeType: 'image/png', data }],
    });
    expect(excerptOf({ url: `data:image/png;base64,${picture}` })).toEqual({
      url: expect.stringMatching(
        /^data:image\/png;base64,.{10}… \(about 3000\d\d bytes in base64, cut here\)$/,
      ) as unknown,
    });
  });

  test('with a picture of up to 64 KiB keeps it whole', () => {
    const small = picture.slice(0, 16_000);
    expect(excerptOf({ small, prose })).toMatchObject({ small });
  });

  test('with too many members says how many are left out', () => {
    const list = excerptOf(Array.from({ length: 100_000 }, (_, n) => n)) as unknown[];
    expect([list.length, list.at(-1)]).toEqual([16_384, '… (83617 more, cut here)']);
    const object = excerptOf(Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`key${n}`, n]))) as object;
    expect(Object.entries(object).at(-1)).toEqual(['…', expect.stringMatching(/^… \(\d+ more, cut here\)$/)]);
  });

  test('never becomes much more than 128 KiB, however it is made', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}"${prose}"${']'.repeat(100_000)}`) as unknown;
    for (const value of [prose, deep, { [prose]: 1 }, Array.from({ length: 5_000 }, () => prose.slice(0, 100))]) {
      expect(seen('x'.repeat(maxPayloadChars + 1), value).payload.length).toBeLessThan(2 * maxPayloadChars);
    }
  });

  test('that could not be read is cut too', () => {
    const { payload, cut, bytes } = seen(prose, undefined);
    expect([payload, cut, bytes]).toEqual([
      `${prose.slice(0, 16_384)}… (380000 characters in all, cut here)`,
      true,
      380_000,
    ]);
  });
});

describe('what is masked after a cut', () => {
  const secret = 'ÿ"hunter2\\/Ω';
  /** Three characters of a secret in a row are too many. */
  const parts = (text: string) =>
    [secret.slice(0, 3), JSON.stringify(secret).slice(1, 5)].filter(part => text.includes(part));

  test('is the first half of a secret at the end of a text', () => {
    for (let before = 0; before < 40; before += 1) {
      const text = cutText(`${'x'.repeat(before)}${secret}${'y'.repeat(40)}`, 40);
      const masked = new Redactor([secret]).message(JSON.stringify({ text }));
      expect([before, parts(masked)]).toEqual([before, []]);
    }
  });

  test('is a half that another secret begins in', () => {
    const masked = new Redactor(['abcdef', 'defghi']).message(JSON.stringify(cutText('xx abcdefghi', 9)));
    expect(masked).toBe('"xx … (12 characters in all, cut here)"');
  });

  test('is a secret in JSON in JSON in text, wherever it is cut', () => {
    const inner = {
      user: 'ann',
      password: 'wW-needle-Ww',
      list: [{ name: 'Cookie', value: 'wW-needle-Ww' }],
      note: secret,
    };
    const text = JSON.stringify({ ok: true, text: JSON.stringify([inner, inner]) });
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.boolean(), (at, isMessage) => {
        const cut = cutText(text, at);
        const masked = new Redactor([secret]).message(isMessage ? cut : JSON.stringify({ content: cut }));
        expect([masked.includes('wW-'), masked.includes(secret.slice(2, 6))]).toEqual([false, false]);
      }),
    );
  });

  test('is the value of a header whose name is cut or left out', () => {
    const redactor = new Redactor([]);
    const headers = [
      { value: 'wW-needle-Ww', name: cutText('x-cookie', 4) },
      { value: 'wW-needle-Ww', '…': '… (1 more, cut here)' },
    ];
    expect(redactor.message(JSON.stringify(headers))).not.toContain('needle');
  });

  test('is nothing else: the text before stays, and the mark', () => {
    const cut = cutText('{"user":"ann","token":"abc","text":"It was a dark and stormy night"}', 50);
    expect(JSON.parse(new Redactor(['hunter2']).message(JSON.stringify(cut)))).toBe(
      `{"user":"ann","token":"${mask}","text":"It was a dark … (cut here)"}… (68 characters in all, cut here)`,
    );
  });
});
