// Who proves nothing floods the panel's door: it takes little memory, and the panel is opened meanwhile.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';
import { closing, openSocket, PanelClient, until } from '../../support/panel-client.ts';

const mib = 1024 * 1024;

/** Linux tells the most memory that a process ever had. */
function mostMemory(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

test.runIf(process.platform === 'linux')(
  'A hundred WebSockets without a proof and 8 MiB in each are closed after a few KiB, and the panel is opened meanwhile.',
  async () => {
    const place = usePlace();
    const hub = await place.serve();
    const { origin } = new URL(hub.url);
    const before = mostMemory(hub.pid);
    const flood = await Promise.all(Array.from({ length: 100 }, () => openSocket(origin)));
    onTestFinished(() => flood.forEach(socket => socket.terminate()));
    const closed = Promise.all(flood.map(closing));
    // A frame that never ends: the last piece of the message is kept back.
    for (const socket of flood) socket.send(Buffer.alloc(8 * mib - 1), { fin: false });
    const panel = await place.panel(hub);
    expect(panel.snapshot.hub.pid).toBe(hub.pid);
    await closed;
    expect(mostMemory(hub.pid) - before).toBeLessThan(150 * mib);
  },
);

test('Thousands of connections that say nothing are closed from the oldest on, and the panel is opened meanwhile.', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const { port } = new URL(hub.url);
  const sockets: net.Socket[] = [];
  onTestFinished(() => sockets.forEach(socket => socket.destroy()));
  let closed = 0;
  for (let round = 0; round < 40; round += 1) {
    const batch = Array.from({ length: 50 }, () => net.connect(Number(port), '127.0.0.1'));
    for (const socket of batch) socket.on('error', () => {}).on('close', () => (closed += 1));
    sockets.push(...batch);
    await Promise.all(batch.map(socket => once(socket, 'connect')));
  }
  const panel = await place.panel(hub);
  await until(() => closed >= 2_000 - 768, 'the oldest are closed');
  expect((await panel.request('state:get', {})).hub.pid).toBe(hub.pid);
  // One that has proven itself stays, however many come.
  const again = await PanelClient.open(panel.address, panel.key);
  await again.close();
});

test('Hundreds of wrong tokens do not keep the right one out.', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const { origin } = new URL(hub.url);
  const flood = await Promise.all(Array.from({ length: 300 }, () => openSocket(origin)));
  const closed = Promise.all(flood.map(closing));
  for (const socket of flood) socket.send(JSON.stringify({ token: 'x'.repeat(43) }));
  const panel = await place.panel(hub);
  expect(panel.snapshot.hub.pid).toBe(hub.pid);
  const codes = (await closed).map(({ code }) => code);
  // Some at once, some later, and the rest without a word.
  expect(codes.filter(code => code === 4401).length).toBeGreaterThanOrEqual(84);
  expect(codes.every(code => code === 4401 || code === 1006)).toBe(true);
});
