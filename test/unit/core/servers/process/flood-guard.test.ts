// What the hub reads of a server's stdout: every message, whatever comes between them, and no flood.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FloodGuard } from '../../../../../electron/core/servers/process/flood-guard.ts';

function pass(guard: FloodGuard, text: string, sizes: readonly number[], now = 1): string {
  const all = Buffer.from(text);
  let out = '';
  for (let at = 0, index = 0; at < all.length; index += 1) {
    const size = sizes[index % sizes.length] ?? 1;
    out += guard.take(all.subarray(at, at + size), now).bytes.toString('latin1');
    at += size;
  }
  return out;
}

const whole = [1_000_000_000];
const junk = (count: number) => Array.from({ length: count }, (_, index) => `junk ${index}\n`).join('');

describe('lines that are no messages', () => {
  test('A few of them pass as they are.', () => {
    const text = `hello\n{"a":1}\n\n  {"b":2}\nbye\n`;
    expect(pass(new FloodGuard(), text, whole)).toBe(text);
  });

  test('A flood of them is left out after the first thousand, and counted where the next message stands.', () => {
    const out = pass(new FloodGuard(), `${junk(5_000)}{"a":1}\n`, whole);
    expect(Buffer.from(out, 'latin1').toString()).toBe(
      `${junk(1_000)}… 4000 lines that are no messages were left out here\n{"a":1}\n`,
    );
  });

  test('After a while some may pass again.', () => {
    const guard = new FloodGuard();
    pass(guard, junk(5_000), whole);
    expect(pass(guard, 'one more\n', whole, 1_000)).toMatch(/one more\n$/);
  });

  test('No message is lost or changed by them, however the bytes are cut.', () => {
    const line = fc.oneof(
      fc.constant('junk'),
      fc.json({ maxDepth: 1 }).map(json => `{"a":${json}}`),
      fc.constant(''),
    );
    const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), sizes, (lines, cuts) => {
        const guard = new FloodGuard();
        pass(guard, junk(1_000), whole);
        const text = lines.map(each => `${each}\n`).join('');
        const messages = (all: string) => all.split('\n').filter(each => each.startsWith('{'));
        const out = Buffer.from(pass(guard, text, cuts), 'latin1').toString();
        expect(messages(out)).toEqual(messages(text));
        expect(out).not.toContain('junk');
      }),
    );
  });
});

describe('pace', () => {
  const part = Buffer.from(`{"a":"${'x'.repeat(1024 * 1024)}"}\n`);

  test('A result of 30 MiB does not wait.', () => {
    const guard = new FloodGuard();
    const waits = Array.from({ length: 30 }, () => guard.take(part, 1).waitMs);
    expect(new Set(waits)).toEqual(new Set([0]));
  });

  test('What comes beyond it waits for the time that it takes at 32 MiB a second.', () => {
    const guard = new FloodGuard();
    for (let count = 0; count < 64; count += 1) guard.take(part, 1);
    const { bytes, waitMs } = guard.take(part, 1);
    expect(bytes).toBe(part);
    expect(waitMs).toBeCloseTo((33 / 32) * 1_000, 0);
  });

  test('Time makes room again.', () => {
    const guard = new FloodGuard();
    for (let count = 0; count < 40; count += 1) guard.take(part, 1);
    expect(guard.take(part, 2_001).waitMs).toBe(0);
  });

  test('Lines that are left out wait too, beyond some 130,000 a second: to find their ends is the work.', () => {
    const guard = new FloodGuard();
    const lines = (count: number) => Buffer.from('x\n'.repeat(count));
    expect(guard.take(lines(100_000), 1).waitMs).toBe(0);
    expect(guard.take(lines(2 * 131_072), 1).waitMs).toBeGreaterThan(1_000);
  });

  const told = '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}\n';
  const answered = '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"the \\\"method\\\""}]}}\n';

  test('What nobody asked for waits beyond 5,000 messages, at 4,000 a second, and nothing of it is lost.', () => {
    const guard = new FloodGuard();
    const chunk = Buffer.from(told.repeat(9_000));
    expect(guard.take(chunk, 1)).toEqual({ bytes: chunk, waitMs: 1_000 });
    expect(guard.take(Buffer.from(told), 2_001).waitMs).toBe(0);
  });

  test('Each message counts, also one that comes alone.', () => {
    const guard = new FloodGuard();
    for (let count = 0; count < 5_000; count += 1) guard.take(Buffer.from(told), 1);
    expect(guard.take(Buffer.from(told), 1).waitMs).toBe(0.25);
  });

  test('Answers do not wait, however many they are.', () => {
    const guard = new FloodGuard();
    expect(guard.take(Buffer.from(answered.repeat(100_000)), 1).waitMs).toBe(0);
  });
});
