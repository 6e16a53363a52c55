// Where the desktop app keeps its data and listens.
import { describe, expect, test } from 'vitest';
import { readAppOptions } from '../../../electron/main/app-options.ts';

const read = (argv: string[], env: Record<string, string> = {}) =>
  readAppOptions({ argv, env, userHome: '/home/ana', folder: '/home/ana/Downloads' });

describe('readAppOptions', () => {
  test('has defaults below the home of the user', () => {
    expect(read(['.'])).toEqual({
      home: '/home/ana/.pilothouse',
      runtimeDir: '/home/ana/.pilothouse/run',
      wellKnownRoot: '/',
      mcpPort: null,
      hidden: false,
      link: null,
      bundle: null,
    });
  });

  test('004 Environment Variables: the desktop app takes its arguments before CLAUDE_BROWSER_MCP_PORT and the rest of the environment', () => {
    const env = { PILOTHOUSE_HOME: '/env', CLAUDE_BROWSER_MCP_PORT: '1', XDG_RUNTIME_DIR: '/run/user/7' };
    const expected = {
      home: '/arg',
      runtimeDir: '/run/user/7/pilothouse',
      wellKnownRoot: '/',
      mcpPort: 0,
      hidden: false,
      link: null,
      bundle: null,
    };
    expect(read(['.', '--home=/arg', '--mcp-port=0'], env)).toEqual(expected);
    expect(read(['.'], env)).toMatchObject({ home: '/env', mcpPort: 1 });
  });

  test('leaves the switches of Chromium alone, wherever they stand', () => {
    expect(read(['--no-sandbox', '--inspect=0', '.', '--home', '/arg']).home).toBe('/arg');
  });

  test('knows a start without its window, and a link that it was started with', () => {
    expect(read(['.', '--hidden', 'pilothouse://add-server?name=x'])).toMatchObject({
      hidden: true,
      link: 'pilothouse://add-server?name=x',
    });
  });

  test('knows a bundle that it was started with, wherever it was started', () => {
    expect(read(['.', 'files.mcpb']).bundle).toBe('/home/ana/Downloads/files.mcpb');
    expect(read(['.', '--hidden', '/tmp/old.DXT']).bundle).toBe('/tmp/old.DXT');
    expect(read(['.', 'file:///tmp/with%20space.mcpb']).bundle).toBe('/tmp/with space.mcpb');
    for (const word of ['notes.txt', '--x=/tmp/a.mcpb', 'https://example.com/a.mcpb.html', 'file://%00/a.mcpb', ''])
      expect(read(['.', word]).bundle).toBeNull();
  });

  test.each(['x', '-1', '65536', '3.5'])('refuses the port %s with a sentence', port => {
    expect(() => read([`--mcp-port=${port}`])).toThrow(`The MCP port "${port}" is no port`);
  });
});
