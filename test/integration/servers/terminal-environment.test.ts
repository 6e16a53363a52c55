// What real servers find in their environment, and how long their handshakes are waited for.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ServerOptionsSchema } from '../../../contract/schemas/servers.ts';
import { defaultTimes } from '../../../electron/core/servers/lifecycle/times.ts';
import { askLoginShell } from '../../../electron/core/servers/runtimes/login-shell.ts';
import { saying } from '../../support/saying.ts';
import { call, callTool, fixture, row, supervise, tempDir, textOf } from './support.ts';

const session = {
  PATH: process.env['PATH'],
  DISPLAY: ':99',
  https_proxy: 'http://ana:s3cretword@127.0.0.1:9',
  NODE_EXTRA_CA_CERTS: '/etc/ssl/none.pem',
  TZ: 'Europe/Berlin',
  AWS_SECRET_ACCESS_KEY: 'never',
  GITHUB_TOKEN: 'never',
};
const options = (change: object = {}) => ServerOptionsSchema.parse(change);

test.runIf(process.platform === 'linux')(
  'A server has what a terminal would give it, less what is withheld, and no secrets of the shell.',
  async () => {
    const { supervisor } = supervise(
      [
        row('all', fixture('environment')),
        row('less', fixture('environment'), { options: options({ withheld: ['display', 'proxy'] }) }),
      ],
      {},
      { env: session },
    );
    const found = async (id: string) => {
      await supervisor.start(id);
      return JSON.parse(textOf(await callTool(supervisor, id, { name: 'environment', arguments: {} }, call)));
    };
    const { AWS_SECRET_ACCESS_KEY: _a, GITHUB_TOKEN: _g, ...given } = session;
    expect(await found('all')).toEqual(given);
    const { DISPLAY: _d, https_proxy: _p, ...less } = given;
    expect(await found('less')).toEqual(less);
    // It is approved as it stands, so what is set meanwhile ends the run that had more.
    await supervisor.changes.set('all', { withheld: ['proxy'] });
    const { https_proxy: _q, ...after } = given;
    expect(await found('all')).toEqual(after);
    expect(supervisor.secretValues()).toContain('s3cretword');
    expect(JSON.stringify(supervisor.environment('all'))).not.toContain('s3cretword');
  },
);

test('A login shell tells its variables beside its PATH.', async () => {
  const home = tempDir();
  const shell = join(home, 'shell');
  writeFileSync(shell, '#!/bin/sh\nexport HTTP_PROXY=http://proxy:3128 LONG="a\nb"; eval "$2"\n');
  chmodSync(shell, 0o755);
  const told = await askLoginShell({
    shell,
    env: { PATH: '/usr/bin:/bin' },
    home,
    timeoutMs: 60_000,
    nonce: 'nonce-1',
  });
  expect(told?.variables).toMatchObject({ HTTP_PROXY: 'http://proxy:3128', LONG: 'a' });
});

test('A handshake that takes longer than its server was given says what the server wrote.', async () => {
  const late = row('late', fixture('late', '600000', 'Waiting for the license server'), {
    options: options({ startTimeoutMs: 4_000 }),
  });
  const { supervisor, until } = supervise([late], { times: { ...defaultTimes, stop: { inputMs: 100, termMs: 100 } } });
  await expect(supervisor.start('late')).rejects.toThrow(
    /did not answer the handshake in \d+(\.\d)? s; it wrote: Waiting for the license server/,
  );
  expect((await until('late', ({ state }) => 'reason' in state)).state).toMatchObject({
    reason: saying({ part: 'Waiting for the license server' }),
  });
});

test('While its launcher fetches its package a server has longer than its time, and tells of it.', async () => {
  const folder = tempDir();
  const script = join(folder, 'uvx');
  const { command, args } = fixture('late', '0', 'ready');
  writeFileSync(
    script,
    `#!/bin/sh\necho "Downloading pydantic-core (1.9MiB)" >&2\nsleep 5\necho "Installed 34 packages in 61ms" >&2\nexec "${command}" "${args[0]}" 0 ready\n`,
  );
  chmodSync(script, 0o755);
  const config = { kind: 'stdio' as const, command: script, args: ['mcp-server-git'], env: { UV_CACHE_DIR: folder } };
  const times = { ...defaultTimes, fetch: { everyMs: 100, mostMs: 60_000 } };
  const { supervisor, until } = supervise([row('git', config, { options: options({ startTimeoutMs: 3_000 }) })], {
    times,
  });
  const seen = until('git', ({ state }) => state.kind === 'starting' && state.reason?.kind === 'fetching-package');
  await supervisor.start('git');
  expect((await seen).state).toMatchObject({
    reason: saying('uvx is fetching mcp-server-git: Downloading pydantic-core (1.9MiB).'),
  });
});
