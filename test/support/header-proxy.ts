// A proxy that adds headers to each request and changes nothing else: for programs that cannot send a token themselves.
import { once } from 'node:events';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HeaderProxy {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Listens on [::1] with the target's own port, so that Host and Origin are good for the target as they came; they are not touched.
 * Event streams pass piece by piece.
 */
export async function startHeaderProxy(
  target: { readonly host: string; readonly port: number },
  headers: Readonly<Record<string, string>>,
): Promise<HeaderProxy> {
  const server = createServer((request, response) => {
    const { method, url: path, rawHeaders } = request;
    const all = [...rawHeaders, ...Object.entries(headers).flat()];
    const onward = ask({ ...target, method, path, headers: all as unknown as Record<string, string> }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      // An event stream may have nothing to say for a while.
      response.flushHeaders();
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  server.listen(target.port, '::1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}
