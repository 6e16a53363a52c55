// The official program of the bundle format, as its users call it, and a small server to pack with it.
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const cli = createRequire(import.meta.url)
  .resolve('@anthropic-ai/mcpb/cli')
  .replace(/cli\.js$/, 'cli/cli.js');

/** What it says on both streams. Rejects where it ends with another code than 0, with the same in the error. */
export async function mcpb(args: readonly string[], cwd: string): Promise<string> {
  const env = { ...process.env, HOME: cwd, NO_COLOR: '1' };
  const { stdout, stderr } = await run(process.execPath, [cli, ...args], { cwd, env, timeout: 120_000 });
  return stdout + stderr;
}

/** A server without packages: it tells what it was given. */
export const smallServer = `#!/usr/bin/env node
const { createInterface } = require('node:readline');
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'small', version: '1.2.3' } }),
  'tools/list': () => ({ tools: [{ name: 'given', description: 'Tells what it was given', inputSchema: { type: 'object' } }] }),
  'tools/call': () => ({ content: [{ type: 'text', text: JSON.stringify({ args: process.argv.slice(2), key: process.env.API_KEY }) }] }),
};
createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method] ? { result: answers[method](params ?? {}) } : { error: { code: -32601, message: 'no' } };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\\n');
});
`;

export const smallManifest = {
  manifest_version: '0.3',
  name: 'small-server',
  display_name: 'Small server',
  version: '1.2.3',
  description: 'Tells what it was given',
  author: { name: 'Ada', email: 'ada@example.org' },
  homepage: 'https://example.org/small',
  license: 'MIT',
  server: {
    type: 'node',
    entry_point: 'server/index.js',
    mcp_config: {
      command: 'node',
      args: ['${__dirname}/server/index.js', '${user_config.folders}', '--most', '${user_config.most}'],
      env: { API_KEY: '${user_config.api_key}', DATA: '${HOME}${/}data' },
    },
  },
  tools: [{ name: 'given', description: 'Tells what it was given' }],
  user_config: {
    api_key: { type: 'string', title: 'API key', description: 'Yours', sensitive: true, required: true },
    folders: {
      type: 'directory',
      title: 'Folders',
      description: 'What it reads',
      multiple: true,
      required: true,
      default: ['${DOCUMENTS}'],
    },
    most: { type: 'number', title: 'Most', description: 'How many', default: 10, min: 1, max: 100 },
  },
  compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=18.0.0' } },
};

/** A folder with the server, for `mcpb pack`. */
export function writeSmallServer(folder: string, manifest: object = smallManifest): void {
  mkdirSync(path.join(folder, 'server'), { recursive: true });
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(path.join(folder, 'server/index.js'), smallServer, { mode: 0o755 });
}

/** Packed by the official tool; answers with the path of the file in `folder`. */
export async function packSmall(folder: string): Promise<string> {
  const source = path.join(folder, 'small');
  writeSmallServer(source);
  const file = path.join(folder, 'small.mcpb');
  await mcpb(['pack', source, file], folder);
  return file;
}
