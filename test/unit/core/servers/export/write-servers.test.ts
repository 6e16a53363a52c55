// Files for other apps: secrets in each one's own form, names that each takes, and what is left out with its reason.
import { describe, expect, test } from 'vitest';
import { exportFormats } from '../../../../../contract/imports.ts';
import { writeServers } from '../../../../../electron/core/servers/export/write-servers.ts';
import { saying } from '../../../../support/saying.ts';
import type { ServerConfig } from '../../../../../contract/schemas/servers.ts';

const stdio: ServerConfig = { kind: 'stdio', command: 'npx', args: ['-y', 'x'], env: { KEY: '${secret:KEY}' } };
const http: ServerConfig = {
  kind: 'http',
  url: 'https://x.test/mcp',
  headers: { Authorization: 'Bearer ${secret:TOKEN}' },
};
const sse: ServerConfig = { kind: 'sse', url: 'https://x.test/events', headers: {} };
const script: ServerConfig = { kind: 'javascript', file: '/a.js', env: {}, hosts: [] };
const one = (config: ServerConfig, name = 'one') => [{ id: 'one', name, config }];

describe('secrets', () => {
  test.each([
    ['mcp.json', '"KEY": "${secret:KEY}"'],
    ['claude-desktop', '"KEY": "${secret:KEY}"'],
    ['claude-code', '"KEY": "${KEY}"'],
    ['cursor', '"KEY": "${env:KEY}"'],
    ['windsurf', '"KEY": "${env:KEY}"'],
    ['vscode', '"KEY": "${input:KEY}"'],
    ['codex', 'env_vars = [ "KEY" ]'],
  ] as const)('%s names one as %s.', (format, text) => {
    expect(writeServers(format, one(stdio)).text).toContain(text);
  });

  test('VS Code is told to ask for it, without showing it.', () => {
    const { inputs } = JSON.parse(writeServers('vscode', [...one(stdio), { id: 'b', name: 'b', config: stdio }]).text);
    expect(inputs).toEqual([{ type: 'promptString', id: 'KEY', description: 'KEY', password: true }]);
  });

  test('Codex takes a bearer token from a variable.', () => {
    expect(writeServers('codex', one(http)).text).toContain('bearer_token_env_var = "TOKEN"');
  });
});

describe('names', () => {
  test('Two servers of one name go by their ids.', () => {
    const { text } = writeServers('mcp.json', [
      { id: 'a', name: 'Same', config: stdio },
      { id: 'a-2', name: 'Same', config: stdio },
    ]);
    expect(Object.keys(JSON.parse(text).mcpServers)).toEqual(['a', 'a-2']);
  });

  test('A name that is the id of another goes by its own id.', () => {
    const { text } = writeServers('mcp.json', [
      { id: 'a', name: 'b', config: stdio },
      { id: 'b', name: 'c', config: stdio },
    ]);
    expect(Object.keys(JSON.parse(text).mcpServers)).toEqual(['a', 'c']);
  });

  test('Codex gets the id where a name has more than letters, digits, _ and -.', () => {
    expect(writeServers('codex', one(stdio, 'My server')).text).toContain('[mcp_servers.one]');
  });
});

describe('what does not fit', () => {
  test.each([
    ['claude-desktop', http, 'Claude Desktop takes only commands'],
    ['codex', sse, 'Codex does not speak SSE'],
    ['cursor', script, 'Only Pilothouse runs it'],
  ] as const)('%s cannot hold it and says why.', (format, config, reason) => {
    const { skipped, text } = writeServers(format, one(config));
    expect(skipped).toEqual([{ serverId: 'one', reason: saying({ part: reason }) }]);
    expect(text).not.toContain('one');
  });

  test.each(exportFormats)('A command fits into %s.', format => {
    expect(writeServers(format, one(stdio)).skipped).toEqual([]);
  });
});
