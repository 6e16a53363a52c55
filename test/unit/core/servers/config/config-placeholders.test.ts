// What a config leaves open, and the config with values in these places.
import { describe, expect, test } from 'vitest';
import { fillConfig, placeholdersOf } from '../../../../../electron/core/servers/config/config-placeholders.ts';
import type { ServerConfig } from '../../../../../contract/schemas/servers.ts';

const command: ServerConfig = {
  kind: 'stdio',
  command: 'npx',
  args: ['server', '--url', '<address>', '--header', 'Authorization:${AUTH}'],
  env: { API_KEY: '<your-key>', AUTH: 'Bearer $AUTH_TOKEN', MODE: 'fast' },
};
const remote: ServerConfig = {
  kind: 'http',
  url: 'https://x.test/YOUR_WORKSPACE_ID/mcp',
  headers: { Authorization: 'Bearer <token>', 'X-Team': '<team>' },
};
const nothing = () => undefined;

describe('what a config leaves open', () => {
  test('is told with its place, and whether it opens something; what the program fills in itself is none of it', () => {
    expect(placeholdersOf(command)).toMatchObject([
      { place: 'variable', name: 'API_KEY', text: '<your-key>', secret: true },
      { place: 'variable', name: 'AUTH', text: '$AUTH_TOKEN', asks: 'AUTH_TOKEN', secret: true },
      { place: 'argument', name: '3', text: '<address>', secret: false },
    ]);
    expect(placeholdersOf(remote)).toMatchObject([
      { place: 'address', name: '', text: 'YOUR_WORKSPACE_ID', secret: false },
      { place: 'header', name: 'Authorization', secret: true },
      { place: 'header', name: 'X-Team', secret: false },
    ]);
  });

  test('holds secrets that are missing, and nothing that is meant as it stands', () => {
    const config: ServerConfig = { ...command, args: [], env: { A: '${secret:A}', B: '${secret:B}', C: 'changeme' } };
    const secretOf = (name: string) => (name === 'B' ? 'there' : undefined);
    expect(placeholdersOf(config, { secretOf, literals: ['changeme'] })).toMatchObject([
      { key: 'secret/A', name: 'A', secret: true },
    ]);
  });

  test('is no variable of a shell', () => {
    expect(placeholdersOf({ kind: 'stdio', command: '/bin/sh', args: ['-c', 'run $KEY'], env: {} })).toEqual([]);
  });
});

describe('filling in', () => {
  const keyOf = (text: string) => placeholdersOf(command).find(one => one.text === text)?.key ?? '';

  test('a secret becomes a reference, an open value stands in its place', () => {
    const fills = [
      { key: keyOf('<your-key>'), value: 'hunter2', secret: true },
      { key: keyOf('<address>'), value: 'db.test', secret: false },
    ];
    const { config, secrets, literals } = fillConfig('srv', command, fills, { taken: nothing });
    expect(config).toMatchObject({
      args: ['server', '--url', 'db.test', '--header', 'Authorization:${AUTH}'],
      env: { API_KEY: '${secret:API_KEY}', AUTH: 'Bearer $AUTH_TOKEN' },
    });
    expect([[...secrets], literals]).toEqual([[['API_KEY', 'hunter2']], []]);
  });

  test('a name that stands for another secret is not taken', () => {
    const fills = [{ key: keyOf('<your-key>'), value: 'hunter2', secret: true }];
    const taken = (name: string) => (name === 'API_KEY' ? 'other' : undefined);
    expect([...fillConfig('srv', command, fills, { taken }).secrets.keys()]).toEqual(['SRV_API_KEY']);
  });

  test('the text itself says that it is meant as it stands', () => {
    const fills = [{ key: keyOf('<address>'), value: '<address>', secret: false }];
    expect(fillConfig('srv', command, fills, { taken: nothing })).toMatchObject({
      config: command,
      literals: ['<address>'],
    });
  });

  test('among arguments a secret is named after what is asked for', () => {
    const fills = [{ key: keyOf('<address>'), value: 'postgres://a:b@c', secret: true }];
    expect(fillConfig('srv', command, fills, { taken: nothing })).toMatchObject({
      config: { args: ['server', '--url', '${secret:SRV_ADDRESS}', '--header', 'Authorization:${AUTH}'] },
      secrets: new Map([['SRV_ADDRESS', 'postgres://a:b@c']]),
    });
  });

  test('a secret is refused as a folder, and so is what is not asked for', () => {
    const inFolder: ServerConfig = { ...command, cwd: '/srv/<folder>' };
    const fill = (key: string) => () =>
      fillConfig('srv', inFolder, [{ key, value: 'x', secret: true }], { taken: nothing });
    expect(fill('folder//<folder>')).toThrow('names a folder or a file');
    expect(fill('variable/MODE/fast')).toThrow('is not asked for any more');
  });
});
