// The program `forwarder.cjs`, inside a sandbox without a network: lends the proxy's socket a port, then runs the server as itself would.
//   forwarder.cjs SOCKET COMMAND [ARG ...]
import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { proxyVariables } from './proxy-variables.ts';
import type { AddressInfo } from 'node:net';

const [socketPath = '', command = '', ...args] = process.argv.slice(2);
const server = createServer(client => {
  const proxy = connect(socketPath);
  client.pipe(proxy).pipe(client);
  client.on('error', () => proxy.destroy());
  proxy.on('error', () => client.destroy());
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  const env = { ...process.env, ...proxyVariables(`http://127.0.0.1:${port}`) };
  const child = spawn(command, args, { stdio: 'inherit', env });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  child.on('error', error => {
    process.stderr.write(`${JSON.stringify(command)} could not be started in the sandbox: ${error.message}\n`);
    process.exit(127);
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
});
