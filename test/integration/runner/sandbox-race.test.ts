// Attack: another server, which may write beside a granted folder, puts a link in its place between the look at it and its mount.
import { chmodSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ServerOptionsSchema } from '../../../contract/schemas/servers.ts';
import { openTransport } from '../../../electron/core/servers/lifecycle/open-transport.ts';
import { SandboxSupport } from '../../../electron/core/servers/sandbox/sandbox-support.ts';
import { systemProgram } from '../../../native-host/endpoints/system-program.ts';
import { describeWith } from '../../support/provided.ts';
import { fixture, quick, tempDir } from '../servers/support.ts';

function makeHome(): string {
  const home = realpathSync(tempDir());
  for (const folder of ['shared/project', 'keys']) {
    mkdirSync(join(home, folder), { recursive: true });
    writeFileSync(join(home, folder, 'file.txt'), `of ${folder}`);
  }
  return home;
}

/** A bubblewrap before which `act` is done at the worst moment: the server is looked at, and nothing is mounted yet. */
function bubblewrapAfter(act: string): string {
  const folder = tempDir();
  const real = systemProgram('bwrap', { os: 'linux', env: process.env });
  const script = `#!/bin/sh\ncase "$*" in *explorer*) ${act};; esac\nexec '${real}' "$@"\n`;
  writeFileSync(join(folder, 'bwrap'), script);
  chmodSync(join(folder, 'bwrap'), 0o755);
  return folder;
}

/** The explorer between walls, and what it answers. */
function explore(home: string, act: string) {
  const config = fixture('explorer');
  const explorer = { path: dirname(config.args[0] ?? ''), writable: false };
  const project = { path: join(home, 'shared/project'), writable: true };
  const env = { ...process.env, HOME: home };
  const answers = new Map<number, string>();
  const transport = openTransport(
    {
      id: 'box',
      name: 'box',
      config,
      options: ServerOptionsSchema.parse({ sandbox: { network: 'none', folders: [explorer, project] } }),
      platform: { version: '9', env, os: process.platform, nodePath: process.execPath, distDir: resolve('dist') },
      graces: quick,
      mask: text => text,
      workFolders: { prepare: () => tempDir() },
      sandbox: new SandboxSupport('linux', env, () => {}, [bubblewrapAfter(act)]),
    },
    {
      onText: text => {
        const { id, result } = JSON.parse(text) as { id: number; result: { content: { text: string }[] } };
        answers.set(id, result.content[0]?.text ?? '');
      },
      onStderr() {},
      onPid() {},
    },
  );
  onTestFinished(async () => {
    await transport.stop(quick);
  });
  let last = 0;
  return async (name: string, args: object): Promise<string | undefined> => {
    const id = (last += 1);
    transport.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } }));
    await expect.poll(() => answers.has(id)).toBe(true);
    return answers.get(id);
  };
}

const walls = () => {
  test('A granted folder that is swapped for a link while its server starts is the one that was looked at.', async () => {
    const home = makeHome();
    const project = join(home, 'shared/project');
    const tool = explore(home, `mv '${project}' '${home}/shared/old' && ln -s '${home}/keys' '${project}'`);
    expect(await tool('read', { path: join(project, 'file.txt') })).toBe('of shared/project');
    expect(await tool('write', { path: join(project, 'new.txt') })).toBe('written');
    expect(await tool('read', { path: join(home, 'keys/file.txt') })).toBe('ENOENT');
  });

  test('A server gets none of the descriptors by which its folders were mounted.', async () => {
    const tool = explore(makeHome(), 'true');
    const own = (await tool('links', { path: '/proc/self/fd' })) ?? '';
    const first = (await tool('links', { path: '/proc/1/fd' })) ?? '';
    expect(own).toContain('pipe:');
    for (const places of [own, first])
      expect(places.split('\n').filter(place => place.startsWith('/home') || place.includes('shared'))).toEqual([]);
  });
};
if (process.platform === 'linux') describeWith(['bubblewrap'], 'a race with the walls', walls);
