// The way of a server's stderr through its runner.
import { PassThrough, Writable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { passStderr } from '../../../electron/runner/stderr-path.ts';

function sink() {
  let bytes = 0;
  const to = new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done();
    },
  });
  return { to, bytes: () => bytes };
}

const mebibyte = 1024 * 1024;

test('What comes beyond the first 4 MiB waits for its time, and an end lets the rest pass at once.', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const from = new PassThrough({ highWaterMark: 100 * mebibyte });
  const { to, bytes } = sink();
  const rush = passStderr(from, to);
  for (let count = 0; count < 8; count += 1) from.write(Buffer.alloc(mebibyte));
  await expect.poll(bytes).toBe(5 * mebibyte);
  vi.advanceTimersByTime(1_000);
  await expect.poll(bytes).toBeGreaterThan(5 * mebibyte);
  rush();
  from.end();
  await expect.poll(bytes).toBe(8 * mebibyte);
  vi.useRealTimers();
});

test('A hub that does not keep up is waited for.', async () => {
  const from = new PassThrough();
  let go: () => void = () => {};
  const to = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, done) => void (go = done) });
  passStderr(from, to);
  from.write('one');
  await expect.poll(() => from.isPaused()).toBe(true);
  go();
  await expect.poll(() => from.isPaused()).toBe(false);
});
