// How a script runs in a page without a debugger: its value, `await` as in a console, and what it throws.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { runScript } from '../../../../resources/extension/page/run-script.ts';

const shop = 'https://shop.example';

beforeEach(() => {
  vi.stubGlobal('location', { href: `${shop}/basket`, origin: shop });
});

const value = async (source: string) => {
  const { kind, text } = await runScript(source, shop);
  return kind === 'value' ? text : `${kind}: ${text}`;
};

describe('without await', () => {
  test.each([
    ['1 + 1', '2'],
    ['const a = 1; const b = 2; [a, b]', '[1,2]'],
    ['"words"', '"words"'],
    ['undefined', 'undefined'],
    ['Promise.resolve({ a: 1 })', '{"a":1}'],
    ['new Error("kept")', 'Error: kept'],
    ['(() => 1)', '() => 1'],
    ['throw new TypeError("no")', 'threw: TypeError: no'],
    ['Promise.reject(new Error("later"))', 'threw: Error: later'],
  ])('%s is %s', async (source, expected) => {
    expect(await value(source)).toBe(expected);
  });

  test('the same const may be declared by one script after another', async () => {
    expect([await value('const again = 1; again'), await value('const again = 2; again')]).toEqual(['1', '2']);
  });

  test('a value with a circle has no JSON', async () => {
    expect(await value('const circle = {}; circle.self = circle; circle')).toMatch(/^no-json: /);
  });

  test.each(['const = 1', 'await )'])('%s is no script, and it is said', async source => {
    expect(await value(source)).toMatch(/^threw: SyntaxError/);
  });
});

describe('with await', () => {
  test.each([
    ['await Promise.resolve(7)', '7'],
    ['await (async () => 7)()', '7'],
    ['await Promise.resolve(7);', '7'],
    ['const a = await Promise.resolve(1); const b = 2; a + b', '3'],
    ['const a = await Promise.resolve(1)\nconst b = "x; y}"\nb + a', '"x; y}1"'],
    ['(async () => { await null; return 3 })()', '3'],
    ['async function three() { await null; return 3 }\nthree()', '3'],
    ['// first; second\nawait Promise.resolve(4) // fifth; sixth', '4'],
    ['({ a: await 1 })', '{"a":1}'],
    ['if (await 1) { 2 }', 'undefined'],
    ['"await"', '"await"'],
    ['await Promise.reject(new Error("later"))', 'threw: Error: later'],
  ])('%s is %s', async (source, expected) => {
    expect(await value(source)).toBe(expected);
  });

  test('a loop without braces runs to its end', async () => {
    const sum = vi.fn();
    vi.stubGlobal('sum', sum);
    await value('for (const each of [1, 2, 3])\n  sum(await each)');
    vi.unstubAllGlobals();
    expect(sum.mock.calls).toEqual([[1], [2], [3]]);
  });

  test('a script runs once, whatever it throws', async () => {
    const seen = vi.fn();
    vi.stubGlobal('seen', seen);
    await value('seen("await"); JSON.parse("no JSON")');
    vi.unstubAllGlobals();
    expect(seen.mock.calls).toEqual([['await']]);
  });
});

test('a page whose policy forbids eval refuses the script', async () => {
  vi.stubGlobal('eval', () => {
    throw new EvalError('call to eval() blocked by CSP');
  });
  const ran = await runScript('1', shop);
  vi.unstubAllGlobals();
  expect(ran).toEqual({ kind: 'refused', text: 'EvalError: call to eval() blocked by CSP' });
});

test('a host name may end with a dot, which its origin leaves out', async () => {
  vi.stubGlobal('location', { href: 'https://shop.example.:8443/', origin: 'https://shop.example.:8443' });
  expect(await runScript('1', 'https://shop.example:8443')).toEqual({ kind: 'value', text: '1' });
});

test.each([
  ['https://bank.example/account', 'https://bank.example'],
  ['http://shop.example/basket', 'http://shop.example'],
])('a page of another origin, %s, does not run it', async (href, origin) => {
  const seen = vi.fn();
  vi.stubGlobal('seen', seen);
  vi.stubGlobal('location', { href, origin });
  expect(await runScript('seen()', shop)).toEqual({ kind: 'elsewhere', text: '' });
  expect(seen).not.toHaveBeenCalled();
});

test('a page of no address comes from whoever opened it', async () => {
  vi.stubGlobal('location', { href: 'about:blank', origin: 'null' });
  vi.stubGlobal('self', { origin: shop });
  expect(await value('1')).toBe('1');
  vi.stubGlobal('self', { origin: 'null' });
  expect(await value('1')).toBe('elsewhere: ');
  expect(await runScript('1', '')).toEqual({ kind: 'value', text: '1' });
});
