// Many small messages at once, on a real hub: each is answered, in its order, and nobody else notices.
import { expect, test } from 'vitest';
import { encodeFrame } from '../../../native-host/framing/frame-codec.ts';
import { until } from '../../support/panel-client.ts';
import { openScene, RawClient } from './claude-scene.ts';

test('Twenty thousand frames of spec 001 in one piece are answered in their order, whether at once or later.', async () => {
  const { socketPath } = await openScene();
  const client = await RawClient.connect(socketPath);
  const other = await RawClient.connect(socketPath);
  const asked = Array.from({ length: 20_000 }, (_, number) =>
    number % 2 === 0 ? { type: 'ping' } : { type: `odd ${number}` },
  );
  client.socket.write(Buffer.concat(asked.map(message => encodeFrame(JSON.stringify(message)))));
  await until(() => client.waiting.length === asked.length, 'all are answered');
  const wrong = client.waiting.findIndex((answer, number) => {
    const { type, error } = answer as { type: string; error?: string };
    return number % 2 === 0 ? type !== 'pong' : error !== `Unknown message type: odd ${number}`;
  });
  expect(wrong).toBe(-1);
  other.send({ type: 'ping' });
  expect(await other.take()).toMatchObject({ type: 'pong' });
});
