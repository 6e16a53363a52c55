// Attack: a server between walls writes into the folder of its own program what its next start would be shown because of.
import { chmodSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ServerOptionsSchema } from '../../../contract/schemas/servers.ts';
import { describeWith } from '../../support/provided.ts';
import { call, callTool, row, supervise, tempDir, textOf } from '../servers/support.ts';
import type { CommandConfig, ServerOptions } from '../../../contract/schemas/servers.ts';
import type { ServerSupervisorOptions } from '../../../electron/core/servers/lifecycle/supervisor-options.ts';

type Folders = NonNullable<ServerOptions['sandbox']>['folders'];

interface Trick {
  /** Relative to the home; `project/bin/serve` unless it says otherwise. */
  readonly starts?: (home: string) => Pick<CommandConfig, 'command' | 'args' | 'cwd'>;
  /** What the server may do itself: all of it happens in `project`, which it may write. */
  readonly plants: (project: string, keys: string) => void;
}

const explorer = resolve('test/fixtures/servers/explorer.mjs');
const program = `#!/usr/bin/env node\nimport(${JSON.stringify(explorer)});\n`;
const refusal = /Its program leads to [^"]* by "[^"]*\/project\b[^"]*", which the server itself may write/;

function put(file: string, text: string, mode = 0o755): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
}

/** A home with a project that the server may write, in which its program lies, and a folder that nobody granted. */
function makeHome() {
  const home = realpathSync(tempDir());
  put(join(home, 'keys/secret.txt'), 'secret', 0o600);
  put(join(home, 'keys/bin/tool'), program);
  put(join(home, 'project/bin/serve'), program);
  put(join(home, 'project/data.txt'), 'data', 0o644);
  put(join(home, 'project/package.json'), '{}', 0o644);
  put(join(home, 'project/main.mjs'), program);
  mkdirSync(join(home, 'project/sub'));
  // As a version manager puts it: a program of the home that the server may not write.
  mkdirSync(join(home, '.nvm/bin'), { recursive: true });
  symlinkSync(process.execPath, join(home, '.nvm/bin/node'));
  return { home, project: join(home, 'project'), keys: join(home, 'keys') };
}

function open(home: string, starts: Trick['starts'], more: Folders = []) {
  const folders = [
    { path: dirname(explorer), writable: false },
    { path: join(home, 'project'), writable: true },
    ...more,
  ];
  const options = ServerOptionsSchema.parse({ sandbox: { network: 'none', folders } });
  const env = { HOME: home, PATH: [join(home, '.nvm/bin'), '/usr/bin', '/bin'].join(':') };
  const named = starts?.(home) ?? { command: join(home, 'project/bin/serve'), args: [] };
  const platform = { env } as Partial<ServerSupervisorOptions['platform']>;
  const { supervisor } = supervise([row('box', { kind: 'stdio', env: {}, ...named }, { options })], {}, platform);
  const read = (path: string) => callTool(supervisor, 'box', { name: 'read', arguments: { path } }, call).then(textOf);
  /** What its next start is shown of the folder that nobody granted, or why there is none. */
  const startAndRead = async () => {
    await supervisor.start('box');
    return read(join(home, 'keys/secret.txt'));
  };
  return { supervisor, startAndRead };
}

const tricks: Record<string, Trick> = {
  'names another home in its pyvenv.cfg': {
    plants: (project, keys) => put(join(project, 'pyvenv.cfg'), `home = ${keys}\n`),
  },
  'puts a link in the place of its libraries': { plants: (project, keys) => symlinkSync(keys, join(project, 'lib')) },
  'names another interpreter in the first line of its program': {
    plants: (project, keys) =>
      put(join(project, 'bin/serve'), program.replace('/usr/bin/env node', join(keys, 'bin/tool'))),
  },
  'puts a link in the place of its program': {
    plants: (project, keys) => {
      put(join(project, 'bin/serve'), '');
      rmSync(join(project, 'bin/serve'));
      symlinkSync(join(keys, 'bin/tool'), join(project, 'bin/serve'));
      symlinkSync(keys, join(project, 'lib'));
    },
  },
  'puts a link in the place of a file that it is given': {
    starts: home => ({ command: join(home, 'project/bin/serve'), args: [join(home, 'project/data.txt')] }),
    plants: (project, keys) => {
      rmSync(join(project, 'data.txt'));
      symlinkSync(join(keys, 'secret.txt'), join(project, 'data.txt'));
    },
  },
  'puts a link in the place of the folder that it runs in': {
    starts: home => ({ command: join(home, 'project/bin/serve'), args: [], cwd: join(home, 'project/sub') }),
    plants: (project, keys) => {
      rmSync(join(project, 'sub'), { recursive: true });
      symlinkSync(keys, join(project, 'sub'));
    },
  },
  'puts a link behind a link that the user made': {
    starts: home => {
      symlinkSync(join(home, 'project/data.txt'), join(home, 'given.txt'));
      return { command: join(home, 'project/bin/serve'), args: [join(home, 'given.txt')] };
    },
    plants: (project, keys) => {
      rmSync(join(project, 'data.txt'));
      symlinkSync(join(keys, 'secret.txt'), join(project, 'data.txt'));
    },
  },
};

const walls = () => {
  test.each(Object.keys(tricks))('A server that %s is not shown more, and its next start says why.', async name => {
    const { starts, plants } = tricks[name] as Trick;
    const { home, project, keys } = makeHome();
    const { supervisor, startAndRead } = open(home, starts);
    expect(await startAndRead()).toBe('ENOENT');
    await supervisor.stop('box');
    plants(project, keys);
    expect(await startAndRead().catch((error: Error) => error.message)).toMatch(refusal);
  });

  test('A server that removes the marks of its project is not shown the one around it.', async () => {
    const { home, project } = makeHome();
    const outer = join(home, 'outer');
    put(join(outer, 'package.json'), '{}', 0o644);
    put(join(outer, 'secret.txt'), 'secret', 0o600);
    mkdirSync(join(outer, 'inner'));
    put(join(outer, 'inner/package.json'), '{}', 0o644);
    put(join(outer, 'inner/main.mjs'), program);
    const starts = () => ({ command: process.execPath, args: [join(outer, 'inner/main.mjs')] });
    const { supervisor } = open(home, starts, [{ path: join(outer, 'inner'), writable: true }]);
    await supervisor.start('box');
    await supervisor.stop('box');
    rmSync(join(outer, 'inner/package.json'));
    await expect(supervisor.start('box')).rejects.toThrow(`Its program leads to ${outer} by`);
    expect(project).not.toBe(outer);
  });

  test('What the user granted is shown, whoever names it, and its Node is found on the PATH in the home.', async () => {
    const { home, project, keys } = makeHome();
    const { startAndRead } = open(home, undefined, [{ path: keys, writable: false }]);
    put(join(project, 'pyvenv.cfg'), `home = ${keys}\n`);
    expect(await startAndRead()).toBe('secret');
  });
};
if (process.platform === 'linux') describeWith(['bubblewrap'], 'what a server writes for its own next start', walls);
