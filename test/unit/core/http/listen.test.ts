// Attack 4 (listening for the whole network): a way in listens on this machine only, and a busy port is told with its holder.
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listenOnLoopback } from '../../../../electron/core/http/listen.ts';
import { portHolder } from '../../../../electron/core/http/port-holder.ts';
import { saying } from '../../../support/saying.ts';

async function open(port = 0) {
  const server = createServer((_request, response) => response.end('here'));
  const listening = await listenOnLoopback(server, port);
  onTestFinished(() => listening.close());
  return { server, listening };
}

describe('listenOnLoopback', () => {
  test('Attack 4: the address is the loopback address.', async () => {
    const { server, listening } = await open();
    expect(server.address()).toEqual({ address: '127.0.0.1', family: 'IPv4', port: listening.port });
  });

  test('A port that is taken rejects, and is not swapped for another one.', async () => {
    const { listening } = await open();
    await expect(listenOnLoopback(createServer(), listening.port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  test('Closing does not wait for a connection that stays open, and may be done twice.', async () => {
    const { listening } = await open();
    const socket = connect(listening.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {});
    await new Promise(resolve => socket.once('connect', resolve));
    const ended = new Promise(resolve => socket.once('close', resolve));
    await Promise.all([listening.close(), listening.close(), ended]);
    await expect(fetch(`http://127.0.0.1:${listening.port}/`)).rejects.toThrow();
  });
});

describe('portHolder', () => {
  test.skipIf(process.platform !== 'linux')('The holder of a port is named with its process id.', async () => {
    const { listening } = await open();
    expect(await portHolder(listening.port)).toEqual(saying(new RegExp(`^process ${process.pid} \\(.+\\)$`)));
  });

  test('A port that nobody holds is said to be held by nobody known.', async () => {
    const { listening } = await open();
    await listening.close();
    expect(await portHolder(listening.port)).toEqual(saying('another process'));
  });
});
