// The packages that a command may start, however it is written.
import { describe, expect, test } from 'vitest';
import { startedPackages } from '../../../../../electron/core/servers/config/started-packages.ts';

const started = (command: string, ...args: string[]) =>
  startedPackages({ kind: 'stdio', command, args, env: {} }).map(
    ({ kind, identifier, version }) => `${kind} ${identifier}${version === null ? '' : ` ${version}`}`,
  );

describe('A command', () => {
  test.each<[string[], string[]]>([
    [['npx', '-y', '@acme/files@1.2.3', '/tmp'], ['npm @acme/files 1.2.3']],
    [['/usr/bin/npx', '@acme/files'], ['npm @acme/files']],
    [['npm', 'exec', '--', '@acme/files@2'], ['npm @acme/files 2']],
    [['cmd', '/c', 'npx', '-y', 'evil'], ['npm evil']],
    [['sh', '-c', 'cd /tmp && npx -y evil@1.0.0; true'], ['npm evil 1.0.0']],
    [['bash', '-lc', '"npx" evil'], ['npm evil']],
    [['env', 'A=1', 'npx', 'evil'], ['npm evil']],
    [['npx', 'friend@npm:evil@1.0.0'], ['npm evil 1.0.0']],
    [['npx', 'npm:evil'], ['npm evil']],
    [['npx', 'https://registry.npmjs.org/@acme/evil/-/evil-1.2.3.tgz'], ['npm @acme/evil 1.2.3']],
    [['npx', '-y', 'github:acme/evil'], ['npm github:acme/evil']],
    [
      ['npx', '-p', 'good', '-p', 'evil', 'good'],
      ['npm good', 'npm good', 'npm evil'],
    ],
    [
      ['npx', 'good', 'npx', 'evil'],
      ['npm good', 'npm evil'],
    ],
    [
      ['uvx', '--from', 'evil-tool==1.0', 'tool'],
      ['pypi evil-tool 1.0', 'pypi evil-tool 1.0'],
    ],
    [
      ['uvx', '--with', 'evil', 'good'],
      ['pypi good', 'pypi evil'],
    ],
    [['docker', 'run', '-i', '--rm', 'evil/tool:2'], ['oci evil/tool 2']],
    [['node', 'server.js'], []],
  ])('%j starts %j.', ([command = '', ...args], packages) => {
    expect(started(command, ...args)).toEqual(packages);
  });
});

test('A server behind an address is a package of its own kind, and code that is kept is none.', () => {
  const remote = { kind: 'http', url: 'https://evil.example/mcp', headers: {} } as const;
  expect(startedPackages(remote)).toEqual([{ kind: 'remote', identifier: 'https://evil.example/mcp', version: null }]);
});
