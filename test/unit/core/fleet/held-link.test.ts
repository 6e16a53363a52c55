// A hub that starts is in its fleet by what is kept of it, and connects to nobody before it is told to.
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startLink } from '../../../support/fleet-link.ts';
import { until } from '../../../support/panel-client.ts';
import type { AddressInfo } from 'node:net';

test('What it was in the fleet is there at once, who is changed meanwhile is so, and the connection comes with the word.', async () => {
  let came = 0;
  const server = createServer(socket => {
    came += 1;
    socket.destroy();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  let isHeld = true;
  const mia = await startLink({ isHeld: () => isHeld });
  await mia.keep(`nats://127.0.0.1:${(server.address() as AddressInfo).port}`, 'mia');
  await mia.link.rejoin();
  expect(mia.fleet).toMatchObject({ state: 'joining', name: 'mia' });
  await mia.link.setShows({ agents: false, servers: false, questions: false });
  await new Promise(resolve => setTimeout(resolve, 100));
  expect(came).toBe(0);
  expect(mia.fleet?.state).toBe('joining');
  isHeld = false;
  await mia.link.begin();
  await mia.link.begin();
  await until(() => came > 0, 'it connects');
  await mia.stop();
});
