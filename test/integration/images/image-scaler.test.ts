// Scaling in the real worker thread: one at a time, a bounded queue, and pictures that break or hold up the decoder.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ImageScaler } from '../../../electron/core/images/image-scaler.ts';
import { noise, pngHead } from '../../support/pictures.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { createTempHome } from '../../support/temp-home.ts';
import type { ImageScalerOptions } from '../../../electron/core/images/image-scaler.ts';

const workerPath = path.join(repositoryRoot, 'dist/core/image-worker.js');

function createScaler(options: Partial<ImageScalerOptions> = {}): ImageScaler {
  const scaler = new ImageScaler({ workerPath, timeoutMs: 120_000, ...options });
  onTestFinished(() => scaler.stop());
  return scaler;
}

const small = noise(400, 300).png.toString('base64');

test('A screenshot of several megabytes comes back small enough, while this thread goes on.', async () => {
  const scaler = createScaler();
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 5);
  const scaled = await scaler.scale({ data: noise(1_600, 1_200).png.toString('base64'), maxBytes: 500_000 });
  clearInterval(timer);
  expect(Buffer.from(scaled?.data ?? '', 'base64').length).toBeLessThanOrEqual(500_000);
  expect(scaled).toMatchObject({ mimeType: 'image/jpeg', from: { width: 1_600, height: 1_200 } });
  expect(ticks).toBeGreaterThan(3);
});

test('A picture that breaks the decoder is answered with null, and the next one is scaled.', async () => {
  const scaler = createScaler();
  const broken = Buffer.concat([pngHead(400, 300), Buffer.alloc(500, 7)]).toString('base64');
  const answers = await Promise.all([
    scaler.scale({ data: broken, maxBytes: 5_000 }),
    scaler.scale({ data: small, maxBytes: 20_000 }),
  ]);
  expect(answers).toEqual([null, expect.objectContaining({ from: { width: 400, height: 300 } })]);
});

test('Of more than sixteen at once the rest is answered with null at once.', async () => {
  const scaler = createScaler();
  const answers = await Promise.all(Array.from({ length: 20 }, () => scaler.scale({ data: small, maxBytes: 20_000 })));
  expect(answers.map(answer => answer !== null)).toEqual(Array.from({ length: 20 }, (_, index) => index < 16));
});

test('A picture that takes too long ends its worker, and a new one takes the next.', async () => {
  const { folder, remove } = createTempHome();
  onTestFinished(remove);
  const stuck = path.join(folder, 'stuck.mjs');
  await writeFile(
    stuck,
    "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { for (;;); });",
  );
  const scaler = createScaler({ workerPath: stuck, timeoutMs: 200 });
  expect(await scaler.scale({ data: small, maxBytes: 1 })).toBeNull();
  expect(await scaler.scale({ data: small, maxBytes: 1 })).toBeNull();
});

test('It works again after its worker was let go, and not after it was stopped.', async () => {
  const scaler = createScaler({ idleMs: 1 });
  await scaler.scale({ data: small, maxBytes: 20_000 });
  await new Promise(resolve => setTimeout(resolve, 20));
  expect(await scaler.scale({ data: small, maxBytes: 20_000 })).not.toBeNull();
  const waiting = scaler.scale({ data: small, maxBytes: 20_000 });
  await scaler.stop();
  expect([await waiting, await scaler.scale({ data: small, maxBytes: 20_000 })]).toEqual([null, null]);
});
