// Which package a launcher starts, and whether its version is fixed.
import { describe, expect, test } from 'vitest';
import { ownArgumentsAt, packageIn } from '../../../../../electron/core/servers/config/package-in-command.ts';
import { saying } from '../../../../support/saying.ts';

const of = (line: string) => {
  const [command = '', ...args] = line.split(' ');
  return packageIn({ kind: 'stdio', command, args, env: {} });
};

describe('what is named with its version', () => {
  test.each([
    ['npx -y @modelcontextprotocol/server-memory@2026.8.31', 'npx', '@modelcontextprotocol/server-memory', '2026.8.31'],
    ['/opt/homebrew/bin/npx --yes server@1.2.3-beta.1 --port 3', 'npx', 'server', '1.2.3-beta.1'],
    ['npx -p tool@1.0.0 tool-bin', 'npx', 'tool', '1.0.0'],
    ['npx --package=tool@1.0.0 tool-bin', 'npx', 'tool', '1.0.0'],
    ['npx --registry https://r.test tool@1.0.0', 'npx', 'tool', '1.0.0'],
    ['npm exec -- tool@1.0.0', 'npx', 'tool', '1.0.0'],
    ['bunx tool@1.0.0', 'npx', 'tool', '1.0.0'],
    ['pnpm dlx tool@1.0.0', 'npx', 'tool', '1.0.0'],
    ['cmd /c npx -y tool@1.0.0', 'npx', 'tool', '1.0.0'],
    ['C:\\Program\\npx.cmd -y tool@1.0.0', 'npx', 'tool', '1.0.0'],
    ['uvx mcp-server-time==2026.1', 'uvx', 'mcp-server-time', '2026.1'],
    ['uvx mcp-server-time@1.2.3', 'uvx', 'mcp-server-time', '1.2.3'],
    ['uvx --from mcp-tools==1.0 mcp-time', 'uvx', 'mcp-tools', '1.0'],
    ['uv tool run --python 3.12 tool==1.0', 'uvx', 'tool', '1.0'],
    [
      'docker run -i --rm -e KEY -v /a:/b ghcr.io/github/server:1.2.3 stdio',
      'docker',
      'ghcr.io/github/server',
      '1.2.3',
    ],
    ['docker run --rm -i localhost:5000/a@sha256:abc', 'docker', 'localhost:5000/a', 'sha256:abc'],
    ['podman run --env=KEY=1 mcp/time:v1.0.0', 'docker', 'mcp/time', 'v1.0.0'],
  ])('%s', (line, runner, name, version) => {
    expect(of(line)).toEqual({ runner, name, version, warning: null });
  });
});

describe('what may be another at each start', () => {
  test.each([
    ['npx -y @scope/tool', '@scope/tool', null, 'No version is named: each start may run another package'],
    ['npx tool@latest', 'tool', 'latest', 'latest names no fixed version'],
    ['npx tool@^1.2.3', 'tool', '^1.2.3', '^1.2.3 names no fixed version'],
    ['npx github:a/b', 'github:a/b', null, 'No version is named'],
    ['uvx tool', 'tool', null, 'write tool==1.2.3'],
    ['uvx --from git+https://x.test/a tool', 'git+https://x.test/a', null, 'No version is named'],
    ['docker run -i mcp/time', 'mcp/time', null, 'each start may run another image'],
    ['docker run -i localhost:5000/time', 'localhost:5000/time', null, 'No version is named'],
    ['docker run -i mcp/time:latest', 'mcp/time', 'latest', 'latest names no fixed version'],
  ])('%s', (line, name, version, warning) => {
    expect(of(line)).toMatchObject({ name, version, warning: saying({ part: warning }) });
  });
});

describe('what is no package', () => {
  test.each([
    'node server.js',
    'docker compose up',
    'npm start',
    'npx',
    'npx --call x',
    'uv run server.py',
    'constructor x',
  ])('%s', line => {
    expect(of(line)).toBeNull();
  });

  test('An address has none.', () => {
    expect(packageIn({ kind: 'http', url: 'https://x.test', headers: {} })).toBeNull();
  });
});

describe('where the arguments of the server itself begin', () => {
  test.each([
    ['npx', ['-y', 'time-server'], 2],
    ['npx', ['-y', 'time-server@1.0.0', '--zone', 'UTC'], 2],
    ['npx', ['--yes', '--package', 'time-server', 'time', '--zone'], 4],
    ['npx', ['--package=time-server', 'time', '--zone'], 2],
    ['npx', ['-y', '--package', 'time-server'], 3],
    ['cmd', ['/c', 'npx', '-y', 'time-server', '--zone'], 4],
    ['uvx', ['--from', 'time-server==1.0', '--python', '3.12', 'time', '--zone'], 5],
    ['docker', ['run', '-i', '--rm', '-e', 'KEY', 'an/image', '--zone'], 6],
    ['node', ['server.mjs', '--zone'], 0],
  ])('%s %j: at %i.', (command, args, at) => {
    expect(ownArgumentsAt({ command, args })).toBe(at);
  });
});
