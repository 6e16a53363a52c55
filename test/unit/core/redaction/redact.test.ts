// Redaction by key and by value, on messages of every shape.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSecretKey, mask, Redactor } from '../../../../electron/core/redaction/redact.ts';

const secret = 'hunter2-äß"\\/x';

function redact(value: unknown, secrets: string[] = []): unknown {
  return JSON.parse(new Redactor(secrets).message(JSON.stringify(value)));
}

describe('a key', () => {
  test.each([
    ...['authorization', 'Authorization', 'proxy-authorization', 'token', 'access_token', 'refreshToken', 'id_token'],
    ...[
      'password',
      'PASSWD',
      'userPassword',
      'secret',
      'client_secret',
      'clientSecret',
      'api_key',
      'apikey',
      'x-api-key',
    ],
    ...[
      'cookie',
      'Set-Cookie',
      'cookies',
      'pairKey',
      'private_key',
      'GITHUB_TOKEN',
      'aws_secret_access_key',
      'pass word',
    ],
  ])('%s is secret', key => {
    expect(redact({ [key]: 'x' })).toEqual({ [key]: mask });
  });

  test.each([
    'progressToken',
    'maxTokens',
    'tokens_used',
    'tokenizer',
    'key',
    'secretary',
    'passwordless',
    'cookieless',
  ])('%s is not secret', key => {
    expect(redact({ [key]: 'x' })).toEqual({ [key]: 'x' });
  });

  test('that is secret hides whatever lies under it, but not whether there is something', () => {
    const value = { token: 5, cookies: [{ a: 1 }], secret: { deep: 'x' }, password: null, apiKey: true };
    expect(redact(value)).toEqual({ token: mask, cookies: mask, secret: mask, password: null, apiKey: true });
  });

  test('is found at any depth, in lists and written with escapes', () => {
    const text = '{"a":[{"b":{"\\u0070assword":"x"}}]}';
    expect(new Redactor([]).message(text)).toBe(`{"a":[{"b":{"password":"${mask}"}}]}`);
  });

  test('is found in a list of headers', () => {
    const headers = [
      { name: 'Cookie', value: 'id=1' },
      { name: 'Accept', value: '*/*' },
    ];
    expect(redact(headers)).toEqual([
      { name: 'Cookie', value: mask },
      { name: 'Accept', value: '*/*' },
    ]);
  });

  test('is found in JSON that is the text of a result', () => {
    const value = { content: [{ type: 'text', text: '{"user":"ann","token":"x"}' }] };
    expect(redact(value)).toEqual({ content: [{ type: 'text', text: `{"user":"ann","token":"${mask}"}` }] });
  });

  test('that occurs twice does not slip through with its first value', () => {
    expect(new Redactor([]).message('{"token":"first","token":null}')).not.toContain('first');
  });

  test('is masked in any message, wherever it stands', () => {
    const word = fc.constantFrom('token', 'api_key', 'Password', 'x-auth-cookie', 'CLIENT.SECRET');
    const frame = fc.constantFrom(
      (v: unknown): unknown => [v],
      (v: unknown): unknown => ({ a: v }),
      (v: unknown): unknown => ({ text: JSON.stringify(v) }),
    );
    fc.assert(
      fc.property(word, fc.array(frame, { maxLength: 6 }), fc.json(), (key, frames, noise) => {
        const inner: unknown = { noise: JSON.parse(noise) as unknown, [key]: 'wW-needle-Ww' };
        const text = JSON.stringify(frames.reduce((value, wrap) => wrap(value), inner));
        expect(isSecretKey(key)).toBe(true);
        expect(new Redactor([]).message(text)).not.toContain('wW-needle-Ww');
      }),
    );
  });
});

describe('a registered secret', () => {
  test('is masked inside of strings, keys and text in JSON in JSON', () => {
    const value = { [`k${secret}`]: `a ${secret} b ${secret}`, nested: JSON.stringify({ v: 'hunter22' }) };
    expect(redact(value, [secret, 'hunter22'])).toEqual({
      [`k${mask}`]: `a ${mask} b ${mask}`,
      nested: JSON.stringify({ v: mask }),
    });
  });

  test('is masked however it is escaped', () => {
    const escaped = '{"v":"\\u0068unter2\\/x"}';
    expect(new Redactor(['hunter2/x']).message(escaped)).toBe(`{"v":"${mask}"}`);
  });

  test('is masked where JSON lies in text within JSON, and in an address', () => {
    const odd = 'k"7\\zé&x';
    const twice = JSON.stringify({ s: JSON.stringify({ s: odd }) });
    const texts = [`ok ${twice}`, `ok ${JSON.stringify({ twice })}`, `GET /a?key=${encodeURIComponent(odd)}`];
    for (const text of texts) expect(redact({ text }, [odd])).not.toEqual({ text });
    expect(redact({ text: texts[0] }, [odd])).toEqual({
      text: `ok ${JSON.stringify({ s: JSON.stringify({ s: mask }) })}`,
    });
    expect(redact({ text: texts[2] }, [odd])).toEqual({ text: `GET /a?key=${mask}` });
  });

  test('is masked as a number', () => {
    expect(redact({ pin: 12345678, other: 1234 }, ['12345678'])).toEqual({ pin: mask, other: 1234 });
  });

  test('that contains another one is masked as a whole', () => {
    expect(redact('abcdefgh abcd', ['abcd', 'abcdefgh'])).toBe(`${mask} ${mask}`);
  });

  test('below four characters is left alone, because it would mask half of every message', () => {
    expect(redact({ v: 'abc' }, ['', 'abc'])).toEqual({ v: 'abc' });
  });

  test('is masked in a sentence', () => {
    expect(new Redactor(['hunter2/x']).words('Wrong: hunter2/x.')).toBe(`Wrong: ${mask}.`);
  });
});

describe('text that is no JSON', () => {
  test.each([
    ['{"token":"abc def","b":', `{"token":"${mask}","b":`],
    ['Authorization: Bearer abc.def', `Authorization: Bearer "${mask}"`],
    ['GET /?access_token=abc&x=1', `GET /?access_token="${mask}"&x=1`],
    ['hunter2/x and more', `${mask} and more`],
    ['', ''],
  ])('%j becomes %j', (text, expected) => {
    expect(new Redactor(['hunter2/x']).message(text)).toBe(expected);
  });

  test('or that is odd JSON never throws', () => {
    const odd = [
      '[',
      '{"token":',
      '"\\ud800 token"',
      '{"__proto__":{"token":1}}',
      `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    ];
    for (const text of odd) expect(() => new Redactor(['abcd']).message(`${text} `)).not.toThrow();
    fc.assert(fc.property(fc.string(), text => typeof new Redactor(['abcd']).message(`${text} token`) === 'string'));
  });
});

describe('a message', () => {
  test('without anything to hide comes back as it is, with its own spacing', () => {
    const text = '{ "b": 1.0, "a": "x\\n" }';
    expect(new Redactor([]).message(text)).toBe(text);
  });

  test('keeps a key named __proto__ as a key', () => {
    const text = '{"__proto__":{"token":"x"}}';
    expect(new Redactor([]).message(text)).toBe(`{"__proto__":{"token":"${mask}"}}`);
  });

  test('that nests too deep is cut there', () => {
    const text = `${'{"a":'.repeat(5_000)}{"token":"needle"}${'}'.repeat(5_000)}`;
    const masked = new Redactor([]).message(text);
    expect([masked.includes('needle'), masked.includes('(nested too deep to show)')]).toEqual([false, true]);
  });
});

describe('image data', () => {
  test.each(['', 'data:image/png;base64,'])('over 64 KiB after "%s" is cut to a note with its size', prefix => {
    const data = Buffer.alloc(75_000, 7).toString('base64');
    expect(redact({ data: prefix + data })).toEqual({
      data: expect.stringMatching(/^[\w:/;=,+]{32}… \(about 750\d\d bytes in base64, cut here\)$/) as unknown,
    });
  });

  test('of a smaller size and long text stay whole', () => {
    const value = { data: Buffer.alloc(30_000, 7).toString('base64'), text: 'All work, no play. '.repeat(5_000) };
    expect(redact(value)).toEqual(value);
  });
});

describe('a value in base64', () => {
  const redactor = new Redactor([secret, 'short-7']);

  test.each(['', 'a', 'ab', 'user:'])('is masked behind %j, in both alphabets', before => {
    for (const alphabet of ['base64', 'base64url'] as const) {
      const text = Buffer.from(`${before}${secret}, and more`).toString(alphabet);
      const masked = redactor.words(text);
      expect(masked).toContain(mask);
      expect(Buffer.from(masked.replaceAll(mask, ''), alphabet).toString()).not.toContain(secret.slice(0, 4));
    }
  });

  test('is left alone when it is short, because other text would look like it', () => {
    const text = Buffer.from('short-7').toString('base64');
    expect(redactor.words(text)).toBe(text);
  });
});

test('A value of JSON is masked in texts, numbers and keys; the names of its keys hide nothing.', () => {
  const redactor = new Redactor(['hunter-2', '123456']);
  const schema = { properties: { password: { default: 'hunter-2' }, 'hunter-2': [123456, true, null] } };
  expect(redactor.texts(schema)).toEqual({ properties: { password: { default: mask }, [mask]: [mask, true, null] } });
  const plain = { password: 'other' };
  expect(redactor.texts(plain)).toBe(plain);
});
