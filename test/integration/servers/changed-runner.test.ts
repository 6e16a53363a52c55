// Attack: somebody changed the runners where Pilothouse is installed, and with them the walls around servers.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { foreign } from '../../../contract/reason.ts';
import { ServerOptionsSchema } from '../../../contract/schemas/servers.ts';
import { row, supervise, tempDir } from './support.ts';
import type { ServerConfig } from '../../../contract/schemas/servers.ts';

const runnerProblem =
  'The file /opt/runner/runner.cjs is not the one that was packed with this Pilothouse, so no server is run with it; install Pilothouse again.';
const leaves = (file: string): ServerConfig => ({
  kind: 'stdio',
  command: process.execPath,
  args: ['-e', `require('fs').writeFileSync(${JSON.stringify(file)}, '')`],
  env: {},
});
const script: ServerConfig = {
  kind: 'javascript',
  file: resolve('test/fixtures/servers/sandboxed/toolbox.js'),
  env: {},
  hosts: [],
};

test.each([
  ['in a process of its own', leaves, { isolation: true }],
  ['between walls', leaves, { isolation: false, sandbox: { network: 'none' } }],
  ['as a script', () => script, { isolation: false }],
])('A server that would run %s is blocked with the sentence, and nothing of it runs.', async (_, config, options) => {
  const file = join(tempDir(), 'ran');
  const server = row('it', config(file), { options: ServerOptionsSchema.parse(options) });
  const { supervisor, shown } = supervise([server], {}, { runnerProblem: foreign(runnerProblem) });
  await expect(supervisor.start('it')).rejects.toThrow(runnerProblem);
  expect(shown.get('it')?.state).toMatchObject({ kind: 'blocked', by: 'runtime', reason: foreign(runnerProblem) });
  expect(existsSync(file)).toBe(false);
});
