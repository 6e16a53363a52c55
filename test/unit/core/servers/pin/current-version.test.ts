// Where a package comes from, which of its versions is current, and the command with it.
import { describe, expect, test } from 'vitest';
import { pinnedCommand } from '../../../../../electron/core/servers/config/package-in-command.ts';
import { newestRelease } from '../../../../../electron/core/servers/pin/current-version.ts';
import { sourceOf } from '../../../../../electron/core/servers/pin/registries.ts';
import type { ServerConfig } from '../../../../../contract/schemas/servers.ts';

const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;
const config = (line: string) => {
  const [command = '', ...args] = line.split(' ');
  return { kind: 'stdio', command, args, env: {} } as const;
};
const lineOf = (found: ServerConfig | null) =>
  found?.kind === 'stdio' ? [found.command, ...found.args].join(' ') : null;

describe('the command with a version', () => {
  test.each([
    ['npx -y server', '1.2.3', 'npx -y server@1.2.3'],
    ['npx -y @a/server@latest --flag', '1.2.3', 'npx -y @a/server@1.2.3 --flag'],
    ['npx --package=@a/server@^1 run', '1.2.3', 'npx --package=@a/server@1.2.3 run'],
    ['npx -p server -- run', '1.2.3', 'npx -p server@1.2.3 -- run'],
    ['cmd /c npx -y server', '1.2.3', 'cmd /c npx -y server@1.2.3'],
    ['npm exec server', '1.2.3', 'npm exec server@1.2.3'],
    ['uvx mcp-server-time', '2026.1.2', 'uvx mcp-server-time@2026.1.2'],
    ['uvx --from mcp-server[x] run', '1.0', 'uvx --from mcp-server[x]==1.0 run'],
    ['pipx run server', '1.0', 'pipx run server==1.0'],
    ['docker run -i --rm mcp/time', digest, `docker run -i --rm mcp/time@${digest}`],
    ['docker run ghcr.io/a/b:latest serve', digest, `docker run ghcr.io/a/b:latest@${digest} serve`],
  ])('%s at %s is %s.', (line, version, pinned) => {
    expect(lineOf(pinnedCommand(config(line), version))).toBe(pinned);
  });

  test.each([
    ['node server.js', '1.2.3'],
    ['npx server', 'latest'],
    ['npx server', '1.2.3 --registry http://evil.test'],
    ['docker run mcp/time', '1.2.3'],
  ])('%s has none at %s.', (line, version) => {
    expect(pinnedCommand(config(line), version)).toBeNull();
  });
});

describe('where a package comes from', () => {
  const machine = { homeDir: '/nowhere', env: {} };
  const pkg = (runner: 'npx' | 'uvx' | 'docker', name: string, version: string | null = null) => ({
    runner,
    name,
    version,
  });

  test.each([
    [pkg('npx', '@a/b', 'next'), 'https://registry.npmjs.org', '@a/b', 'next'],
    [pkg('uvx', 'My_Server[x]'), 'https://pypi.org/simple', 'my-server', null],
    [pkg('docker', 'redis'), 'https://registry-1.docker.io', 'library/redis', null],
    [pkg('docker', 'mcp/time', '1'), 'https://registry-1.docker.io', 'mcp/time', '1'],
    [pkg('docker', 'ghcr.io/a/b'), 'https://ghcr.io', 'a/b', null],
    [pkg('docker', 'localhost:5000/a'), 'http://localhost:5000', 'a', null],
  ])('%j', async (found, registry, name, tag) => {
    expect(await sourceOf(found, config('x'), machine)).toEqual({ registry, name, tag });
  });

  test('The registry that the command, the environment or its own variables name is asked.', async () => {
    const asked = async (line: string, env = {}, own = {}) =>
      (await sourceOf(pkg('npx', 'a'), { ...config(line), env: own }, { ...machine, env }))?.registry;
    expect(await asked('npx --registry http://127.0.0.1:4873/ a')).toBe('http://127.0.0.1:4873');
    expect(await asked('npx a', { npm_config_registry: 'https://npm.corp.test/x/' })).toBe('https://npm.corp.test/x');
    expect(await asked('npx a', {}, { npm_config_registry: 'https://own.test' })).toBe('https://own.test');
    await expect(asked('npx --registry file:///etc a')).rejects.toThrow('is no address of a registry');
  });

  test.each(['./folder', 'git+https://x.test/a', 'github:a/b', '../a'])('%s comes from none.', async name => {
    expect(await sourceOf(pkg('npx', name), config('npx x'), machine)).toBeNull();
  });
});

describe('the newest release', () => {
  test.each([
    [{ versions: ['1.9', '1.10', '2.0rc1', '1.10.post1'] }, '1.10.post1'],
    [{ versions: ['2.0.dev1'] }, null],
    [
      {
        versions: ['1.0', '1.1'],
        files: [{ filename: 'a-1.0.tar.gz' }, { filename: 'a-1.1-py3-none-any.whl', yanked: 'broken' }],
      },
      '1.0',
    ],
    [{}, null],
    ['1.0', null],
  ])('of %j is %s.', (answer, version) => {
    expect(newestRelease(answer)).toBe(version);
  });
});
