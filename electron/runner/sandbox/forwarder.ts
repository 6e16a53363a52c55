// The program `forwarder.cjs`, inside a sandbox without a network: lends the proxy's socket a port, then runs the server as itself would.
//   forwarder.cjs SOCKET COMMAND [ARG ...]
import { connect, createServer } from 'node:net';
import { joinSockets } from './join-sockets.ts';
import { proxyVariables } from './proxy-variables.ts';
import { runInside } from './run-inside.ts';
import type { AddressInfo } from 'node:net';

const [socketPath = '', command = '', ...args] = process.argv.slice(2);
const server = createServer(client => joinSockets(client, connect(socketPath)));
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  runInside(command, args, { ...process.env, ...proxyVariables(`http://127.0.0.1:${port}`) });
});
