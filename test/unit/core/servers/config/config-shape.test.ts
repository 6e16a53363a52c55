// Configs without open secrets for the panel, and what the panel hands back.
import { describe, expect, test } from 'vitest';
import { configOf, shapeOf } from '../../../../../electron/core/servers/config/config-shape.ts';
import type { ServerEdit } from '../../../../../contract/schemas/server-config.ts';
import type { ServerConfig } from '../../../../../contract/schemas/servers.ts';

const command: ServerConfig = {
  kind: 'stdio',
  command: 'npx',
  args: ['-y', 'server'],
  env: { TOKEN: 'Bearer ${secret:GITHUB}', MODE: 'fast' },
};
const remote: ServerConfig = { kind: 'http', url: 'https://mcp.test/mcp', headers: { Authorization: 'Bearer abc' } };
const edit: ServerEdit = { kind: 'stdio', command: 'npx', args: ['-y', 'server'], cwd: null, variables: {} };

describe('the shape of a config', () => {
  test('shows values, references to secrets as they stand, and no value that looks like a secret', () => {
    const shape = shapeOf(command);
    expect(shape).toEqual({
      kind: 'stdio',
      command: 'npx',
      args: ['-y', 'server'],
      cwd: null,
      variables: [
        { name: 'MODE', secrets: [], value: 'fast', looksSecret: false },
        { name: 'TOKEN', secrets: ['GITHUB'], value: 'Bearer ${secret:GITHUB}', looksSecret: false },
      ],
    });
    expect(shapeOf(remote).variables).toEqual([{ name: 'Authorization', secrets: [], value: null, looksSecret: true }]);
    const mixed = { A: 'ghp_0123456789abcdefghijABCDEFGHIJ012345${secret:X}' };
    expect(shapeOf({ ...command, env: mixed }).variables[0]).toMatchObject({ value: null, looksSecret: true });
  });

  test('has what is particular to each kind', () => {
    expect(shapeOf({ kind: 'javascript', file: '/a.js', env: {}, hosts: ['api.test'] })).toMatchObject({
      file: '/a.js',
      hosts: ['api.test'],
    });
    expect(
      shapeOf({ kind: 'wasm', file: '/a.wasm', args: ['-v'], env: {}, folders: [{ path: '/data', as: '/d' }] }),
    ).toMatchObject({ args: ['-v'], folders: [{ path: '/data', as: '/d' }] });
  });
});

describe('a changed config', () => {
  test('keeps the values that are to be kept, takes new ones and drops the rest', () => {
    const changed = configOf({ ...edit, cwd: '/srv', variables: { TOKEN: null, LEVEL: '3' } }, command);
    expect(changed).toEqual({
      kind: 'stdio',
      command: 'npx',
      args: ['-y', 'server'],
      cwd: '/srv',
      env: { TOKEN: 'Bearer ${secret:GITHUB}', LEVEL: '3' },
    });
  });

  test('loses its folder when none is given', () => {
    expect(configOf(edit, { ...command, cwd: '/srv' })).not.toHaveProperty('cwd', '/srv');
  });

  test('changes between the two remote kinds', () => {
    const variables = { Authorization: null };
    expect(configOf({ kind: 'sse', url: 'https://mcp.test/sse', variables }, remote)).toEqual({
      kind: 'sse',
      url: 'https://mcp.test/sse',
      headers: { Authorization: 'Bearer abc' },
    });
  });

  test.each<[string, Partial<ServerEdit>, RegExp]>([
    ['a value that is not there', { variables: { NEW: null } }, /"NEW" has no value yet; give it one\.$/],
    ['a name that no variable can have', { variables: { 'A=B': '1' } }, /may not be empty or hold "="/],
    ['a folder that is not absolute', { cwd: 'src' }, /"src" is not absolute; give its whole path\.$/],
    ['a NUL', { args: ['a\0b'] }, /NUL character/],
  ])('is refused with %s', (_what, change, sentence) => {
    expect(() => configOf({ ...edit, ...change } as ServerEdit, command)).toThrow(sentence);
  });
});
