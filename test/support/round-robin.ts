// A load balancer for tests: sends each request to the next of its servers, and to the one after where that takes no connection.

import { once } from 'node:events';
import http from 'node:http';
import { onTestFinished } from 'vitest';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  readonly port: number;
  readonly url: string;
  /** How many requests each has taken, by port. */
  readonly taken: ReadonlyMap<number, number>;
  /** The port that took the newest. */
  newest(): number;
}

export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const taken = new Map(ports.map(port => [port, 0]));
  let next = 0;
  let newest = 0;
  const pass = (request: http.IncomingMessage, body: Buffer, response: http.ServerResponse, tries: number): void => {
    const port = ports[next++ % ports.length] ?? 0;
    const { url, method, headers } = request;
    const passed = http.request({ host: '127.0.0.1', port, path: url, method, headers, agent: false }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => response.destroy()).pipe(response);
    });
    response.on('close', () => passed.destroy());
    passed.on('socket', socket =>
      socket.once('connect', () => {
        taken.set(port, (taken.get(port) ?? 0) + 1);
        newest = port;
      }),
    );
    passed.on('error', (error: NodeJS.ErrnoException) => {
      // Nothing was sent: only then may another one have it.
      if (error.code === 'ECONNREFUSED' && tries > 1) return pass(request, body, response, tries - 1);
      response.destroy();
    });
    passed.end(body);
  };
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    pass(request, Buffer.concat(chunks), response, ports.length);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}/mcp`, taken, newest: () => newest };
}
