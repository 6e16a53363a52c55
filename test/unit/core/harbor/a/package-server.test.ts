// The command that a package of the wire stands for, and names that are none.
import { describe, expect, test } from 'vitest';
import { packageServer } from '../../../../../electron/core/harbor/a/package-server.ts';

const variables = [
  { name: 'API_KEY', isSecret: true },
  { name: 'REGION', isSecret: false },
];

describe('a package', () => {
  test.each([
    ['npm', '@scope/server@1.2.3', { command: 'npx', args: ['-y', '@scope/server@1.2.3'] }],
    ['pypi', 'mcp-server-time', { command: 'uvx', args: ['mcp-server-time'] }],
    [
      'oci',
      'ghcr.io/a/b:1',
      { command: 'docker', args: ['run', '-i', '--rm', '-e', 'API_KEY', '-e', 'REGION', 'ghcr.io/a/b:1'] },
    ],
  ] as const)(
    'One of %s is started by its launcher, with its variables left open.',
    (registryType, identifier, config) => {
      const server = packageServer('Thing', { registryType, identifier, variables });
      expect(server.config).toEqual({ kind: 'stdio', ...config, env: { API_KEY: '${API_KEY}', REGION: '${REGION}' } });
      expect(server.secret).toEqual(new Set(['API_KEY']));
    },
  );

  test.each([
    ['npm', '--registry=http://evil.example'],
    ['npm', 'a b'],
    ['npm', 'https://evil.example/x.tgz'],
    ['npm', '../../x'],
    ['pypi', '--index-url'],
    ['pypi', 'git+https://evil.example/x'],
    ['oci', '--privileged'],
    ['oci', 'a;b'],
    ['npm', 'x'.repeat(400)],
  ] as const)('%s: %s is no name of one.', (registryType, identifier) => {
    expect(() => packageServer('Thing', { registryType, identifier, variables: [] })).toThrow(/no name of a package/);
  });

  test('A program to be downloaded is refused with what to do instead.', () => {
    const named = { registryType: 'binary', identifier: 'x', variables: [] } as const;
    expect(() => packageServer('Thing', named)).toThrow(/does not do unasked/);
  });
});
