// The body of an answer as all that has arrived of it.
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ArrivedBytes } from '../../../../electron/core/models/wire/arrived-bytes.ts';

const text = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString());

test('what arrived while nobody read comes as one piece, and the end after it', async () => {
  const body = new PassThrough();
  const bytes = new ArrivedBytes(body);
  body.write('one ');
  body.write('two ');
  await turn();
  expect(text(await bytes.next())).toBe('one two ');
  const next = bytes.next();
  body.write('three');
  expect(text(await next)).toBe('three');
  body.end('four');
  expect(text(await bytes.next())).toBe('four');
  expect(await bytes.next()).toBeNull();
  expect(await bytes.next()).toBeNull();
});

test('a body that breaks off is an error, for who waits and for who comes after', async () => {
  const body = new PassThrough();
  const bytes = new ArrivedBytes(body);
  const waiting = bytes.next();
  body.destroy(new Error('the line is down'));
  await expect(waiting).rejects.toThrow('the line is down');
  await expect(bytes.next()).rejects.toThrow('the line is down');
});

test('a body that is closed before its end is no end', async () => {
  const body = new PassThrough();
  const bytes = new ArrivedBytes(body);
  const waiting = bytes.next();
  body.destroy();
  await expect(waiting).rejects.toThrow('before its end');
  await expect(bytes.next()).rejects.toThrow('before its end');
});

test('who does not read holds the other side up', async () => {
  const body = new PassThrough({ highWaterMark: 1_000 });
  const bytes = new ArrivedBytes(body);
  while (body.write(Buffer.alloc(100)));
  await turn();
  expect(body.writableNeedDrain).toBe(true);
  await bytes.next();
  await turn();
  expect(body.writableNeedDrain).toBe(false);
});
