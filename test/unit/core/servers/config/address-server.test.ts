// Servers that are named by their address, in the form and wherever else one was typed.
import { describe, expect, test } from 'vitest';
import { readRemoteServer } from '../../../../../electron/core/servers/config/address-server.ts';
import { readAdded, readCommandServer, readPasted } from '../../../../../electron/core/servers/config/read-servers.ts';
import { readServersText } from '../../../../../electron/core/servers/import/read-text.ts';

const form = { kind: 'remote' as const, name: 'a', url: 'https://x.test/mcp', transport: 'auto' as const, headers: [] };

describe('the form', () => {
  test.each([
    ['https://x.test/mcp', 'auto', 'http'],
    ['https://x.test/sse', 'auto', 'sse'],
    ['https://x.test/sse', 'http', 'http'],
    ['http://localhost:80/mcp', 'sse', 'sse'],
  ] as const)('%s by %s is %s.', (url, transport, kind) => {
    expect(readRemoteServer({ ...form, url, transport }).config).toEqual({ kind, url, headers: {} });
  });

  test('Headers come with which of them are secrets; one that is given twice is refused.', () => {
    const headers = [
      { name: 'X-Key ', value: 'v', secret: true },
      { name: 'X-Team', value: 't', secret: false },
    ];
    const { config, secret } = readRemoteServer({ ...form, headers });
    expect([config, [...(secret ?? [])]]).toMatchObject([{ headers: { 'X-Key': 'v', 'X-Team': 't' } }, ['X-Key']]);
    const twice = [...headers, { name: 'x-key', value: 'w', secret: false }];
    expect(() => readRemoteServer({ ...form, headers: twice })).toThrow('"x-key" is given twice');
  });

  test.each([
    ['x.test/mcp', 'cannot be used'],
    ['ftp://x.test', 'cannot be used'],
    ['https://<your-host>/mcp', 'leaves <your-host> open'],
  ])('%s is refused.', (url, words) => {
    expect(() => readRemoteServer({ ...form, url })).toThrow(words);
  });
});

describe('an address that was typed elsewhere', () => {
  const config = { kind: 'http', url: 'https://x.test/mcp?a=1&b=2', headers: {} };

  test('As a command line it is no program.', () => {
    expect(readCommandServer('a', ' https://x.test/mcp?a=1&b=2 ').config).toEqual(config);
    expect(() => readCommandServer('a', 'https://x.test/mcp --header x')).toThrow(
      'https://x.test/mcp is an address and no program',
    );
  });

  test('As the command of a JSON it is no program.', () => {
    const read = (entry: object) => readPasted(JSON.stringify({ mcpServers: { a: entry } }), null)[0]?.config;
    expect(read({ command: 'https://x.test/mcp?a=1&b=2' })).toEqual(config);
    expect(() => read({ command: 'https://x.test', args: ['x'] })).toThrow('is an address and no program');
  });

  test('As a text it is a server of its own name.', () => {
    expect(readServersText(' https://mcp.linear.app/sse\n', null)).toMatchObject([
      { name: 'linear', config: { kind: 'sse', url: 'https://mcp.linear.app/sse' } },
    ]);
  });

  test('A gap in a command line is none of the signs of a shell.', () => {
    const typed = { kind: 'command', name: 'a', commandLine: 'npx server --key <your-key> $TOKEN' } as const;
    expect(readAdded(typed, false, null)).toMatchObject([
      { config: { kind: 'stdio', args: ['server', '--key', '<your-key>', '$TOKEN'] } },
    ]);
    expect(() => readAdded({ ...typed, commandLine: 'cat <in.txt' }, false, null)).toThrow('holds <');
  });
});
