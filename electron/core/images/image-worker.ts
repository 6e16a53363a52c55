// The worker thread that scales pictures, one after another. Its hub ends it when one takes too long or breaks it.
import { parentPort } from 'node:worker_threads';
import { scaleImage } from './scale-image.ts';
import type { ScaleAnswer, ScaleQuestion } from './image-scaler.ts';

parentPort?.on('message', ({ data, maxBytes }: ScaleQuestion) => {
  const scaled = scaleImage(Buffer.from(data, 'base64'), maxBytes);
  const answer: ScaleAnswer = scaled && {
    data: Buffer.from(scaled.bytes).toString('base64'),
    mimeType: 'image/jpeg',
    from: scaled.from,
    to: scaled.to,
  };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
  parentPort?.postMessage(answer);
});
