// What a script of ours finds around it in a bundle, where Node runs it: its lines, and a fetch that is held to the same hosts.

/** The entry point of a bundle; `server.mjs` beside it is the script. */
export function scriptHost(hosts: readonly string[]): string {
  return `// Runs server.mjs as Pilothouse does: MCP.readLine, MCP.writeLine, and a fetch that reaches the hosts below alone.
import { createInterface } from 'node:readline';

const hosts = ${JSON.stringify(hosts)};
const lines = createInterface({ input: process.stdin, crlfDelay: Infinity })[Symbol.asyncIterator]();
const { fetch } = globalThis;

for (const level of ['log', 'info', 'debug']) console[level] = console.error;

globalThis.MCP = {
  async readLine() {
    const { value, done } = await lines.next();
    if (done) process.exit(0);
    return value;
  },
  writeLine: line => void process.stdout.write(line + '\\n'),
  requestHost: () => Promise.reject(new Error('There is no host here.')),
};
globalThis.fetch = async (resource, init) => {
  const { hostname, host } = new URL(resource instanceof Request ? resource.url : resource);
  const isAllowed = one => one === host || one === hostname || (one.startsWith('*.') && hostname.endsWith(one.slice(1)));
  if (!hosts.some(isAllowed)) throw new TypeError('This server may not reach ' + host + '.');
  return fetch(resource, { ...init, redirect: 'error' });
};

await import('./server.mjs');
`;
}
