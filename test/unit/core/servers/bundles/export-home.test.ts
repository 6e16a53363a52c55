// The home of whoever exports a server stands nowhere in its bundle.
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it, test } from 'vitest';
import { ServerConfigSchema } from '../../../../../contract/schemas/servers.ts';
import { exportBundle } from '../../../../../electron/core/servers/bundles/export/export-bundle.ts';

async function exported(home: string, config: object) {
  const server = { name: 'files', config: ServerConfigSchema.parse(config) };
  const { bytes } = await exportBundle(server, null, home);
  const files = unzipSync(bytes);
  return JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array())).server.mcp_config;
}

describe('the home of whoever exports', () => {
  it('does not stand in the command', async () => {
    const { command } = await exported('/home/ann', { command: '/home/ann/bin/tool', args: [] });
    expect(command).toBe('${HOME}/bin/tool');
  });

  it('leaves a runtime that lies in it to the PATH', async () => {
    const { command } = await exported('/home/ann', { command: '/home/ann/.nvm/bin/node', args: [] });
    expect(command).toBe('node');
  });

  it('stands in no argument and no variable', async () => {
    const { args, env } = await exported('/home/ann', {
      command: 'cc',
      args: ['-I/home/ann/include', '--root=/home/ann', '/home/anna/x'],
      env: { CFLAGS: '-O2 -I/home/ann/a -L/home/ann/b', DATABASE: 'sqlite:///home/ann/notes.db' },
    });
    expect(args).toEqual(['-I${HOME}/include', '--root=${HOME}', '/home/anna/x']);
    expect(env).toEqual({ CFLAGS: '-O2 -I${HOME}/a -L${HOME}/b', DATABASE: 'sqlite://${HOME}/notes.db' });
  });

  test.each(['/mnt-I/home/ann/x', '/mnt/home/ann/x', '--I/home/ann', '/home/ann-of-others'])(
    'is none in %s',
    async text => {
      const { args } = await exported('/home/ann', { command: 'cc', args: [text] });
      expect(args).toEqual([text]);
    },
  );

  it('may hold any sign', async () => {
    const { args } = await exported('/home/a.n+n-(x)', {
      command: 'cc',
      args: ['/home/a.n+n-(x)/y', '/home/aXn+n-(x)/y'],
    });
    expect(args).toEqual(['${HOME}/y', '/home/aXn+n-(x)/y']);
  });

  it('is the same under Windows however it is written, and elsewhere only as it is', async () => {
    const { command, args } = await exported('C:\\Users\\Ann', {
      command: 'c:\\users\\ann\\bin\\tool.exe',
      args: ['--root=C:/Users/ANN/notes', '-IC:\\Users\\Ann\\include', 'C:\\Users\\Anna'],
    });
    expect(command).toBe('${HOME}\\bin\\tool.exe');
    expect(args).toEqual(['--root=${HOME}/notes', '-I${HOME}\\include', 'C:\\Users\\Anna']);
    const elsewhere = await exported('/home/ann', { command: 'cc', args: ['/home/Ann/x'] });
    expect(elsewhere.args).toEqual(['/home/Ann/x']);
  });
});
