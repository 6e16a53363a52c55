// The program `inlet.cjs`, inside a sandbox without a network: leads a socket that is seen outside to the one port of the server, which it runs.
//   inlet.cjs SOCKET PORT COMMAND [ARG ...]
import { connect, createServer } from 'node:net';
import { joinSockets } from './join-sockets.ts';
import { runInside } from './run-inside.ts';

const [socketPath = '', port = '', command = '', ...args] = process.argv.slice(2);
const server = createServer(client =>
  joinSockets(client, connect({ host: '127.0.0.1', port: Number(port), noDelay: true })),
);
server.listen(socketPath, () => runInside(command, args, process.env));
