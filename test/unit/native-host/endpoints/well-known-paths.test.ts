// Where a Claude host is looked for, by platform and user.
import { describe, expect, test } from 'vitest';
import {
  claudeBridgeSockets,
  claudeCodeSockets,
  userNames,
} from '../../../../native-host/endpoints/well-known-paths.ts';

const at = (platform: NodeJS.Platform, root = '/') => ({ platform, users: ['ana'], root });

test.each(['linux', 'darwin'] as const)('001 Socket Path: on %s both places lie in /tmp.', platform => {
  expect([claudeCodeSockets(at(platform)), claudeBridgeSockets(at(platform), 42)]).toEqual([
    ['/tmp/claude-code-mcp-ana.sock'],
    ['/tmp/claude-mcp-browser-bridge-ana/42.sock'],
  ]);
});

test('001 Socket Path: on Windows they are pipes, one for a user, wherever the root is.', () => {
  expect([claudeCodeSockets(at('win32', '/root')), claudeBridgeSockets(at('win32'), 42)]).toEqual([
    ['\\\\.\\pipe\\claude-code-mcp-ana'],
    ['\\\\.\\pipe\\claude-mcp-browser-bridge-ana'],
  ]);
});

test('A root stands before every path.', () => {
  expect(claudeCodeSockets(at('linux', '/some/root'))).toEqual(['/some/root/tmp/claude-code-mcp-ana.sock']);
});

describe('the names of the user', () => {
  test.each([
    ['ana', undefined, ['ana']],
    ['ana', 'ana', ['ana']],
    ['ana', 'admin', ['ana', 'admin']],
    ['ana', '', ['ana']],
    ['ana', '../../etc/x', ['ana']],
    ['ana', '..', ['ana']],
    ['DOMAIN\\ana', 'ana', ['ana']],
  ])('%s with USER=%s are %j.', (account, variable, names) => {
    expect(userNames(account, variable)).toEqual(names);
  });
});
