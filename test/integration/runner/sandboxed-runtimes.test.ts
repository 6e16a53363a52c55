// Runtimes of a home between walls: what nvm, fnm, Volta and npm install is found there, and nothing else of the home.
import {
  chmodSync,
  constants,
  copyFileSync,
  cpSync,
  mkdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ServerOptionsSchema } from '../../../contract/schemas/servers.ts';
import { describeWith } from '../../support/provided.ts';
import { call, callTool, row, supervise, tempDir, textOf } from '../servers/support.ts';
import type { ServerSupervisorOptions } from '../../../electron/core/servers/lifecycle/supervisor-options.ts';

interface Installed {
  /** What the user would type. */
  readonly command: string;
  readonly args: readonly string[];
  /** Folders of the PATH, before those of the system. */
  readonly path: readonly string[];
}

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
}

function link(target: string, at: string): void {
  mkdirSync(dirname(at), { recursive: true });
  symlinkSync(target, at);
}

function copyNode(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  copyFileSync(realpathSync(process.execPath), file, constants.COPYFILE_FICLONE);
}

/** A package whose program is a script, as `npm install --global` puts it below a prefix. */
function installPackage(prefix: string): void {
  const folder = join(prefix, 'lib/node_modules/explorer');
  cpSync(resolve('test/fixtures/servers/rpc.mjs'), join(folder, 'rpc.mjs'));
  cpSync(resolve('test/fixtures/servers/explorer.mjs'), join(folder, 'main.mjs'));
  put(join(folder, 'cli.mjs'), "#!/usr/bin/env node\nimport './main.mjs';\n");
  writeFileSync(join(folder, 'package.json'), '{"name":"explorer"}');
  link('../lib/node_modules/explorer/cli.mjs', join(prefix, 'bin/explorer'));
}

const homes: Record<string, (home: string) => Installed> = {
  'nvm, with a package of its own': home => {
    const prefix = join(home, '.nvm/versions/node/v24.0.0');
    copyNode(join(prefix, 'bin/node'));
    installPackage(prefix);
    return { command: 'explorer', args: [], path: [join(prefix, 'bin')] };
  },
  'fnm, over its alias': home => {
    const root = join(home, '.local/share/fnm');
    const prefix = join(root, 'node-versions/v24.0.0/installation');
    copyNode(join(prefix, 'bin/node'));
    installPackage(prefix);
    link(prefix, join(root, 'aliases/default'));
    return { command: 'explorer', args: [], path: [join(root, 'aliases/default/bin')] };
  },
  'Volta, whose programs look for the real one': home => {
    copyNode(join(home, '.volta/tools/image/node/24.0.0/bin/node'));
    put(join(home, '.volta/bin/volta-shim'), '#!/bin/sh\nexec "$HOME/.volta/tools/image/node/24.0.0/bin/node" "$@"\n');
    link('volta-shim', join(home, '.volta/bin/node'));
    installPackage(join(home, 'servers'));
    const script = join(home, 'servers/lib/node_modules/explorer/cli.mjs');
    return { command: 'node', args: [script], path: [join(home, '.volta/bin')] };
  },
  'a prefix of npm, with its Node elsewhere': home => {
    const bin = join(home, '.nvm/versions/node/v24.0.0/bin');
    copyNode(join(bin, 'node'));
    installPackage(join(home, '.npm-global'));
    return { command: join(home, '.npm-global/bin/explorer'), args: [], path: [bin] };
  },
};

const walls = () => {
  test.each(Object.keys(homes))('A server starts by %s, and the home is hidden all the same.', async name => {
    const home = realpathSync(tempDir());
    writeFileSync(join(home, 'secret.txt'), 'secret');
    const { command, args, path } = homes[name]?.(home) ?? { command: '', args: [], path: [] };
    const options = ServerOptionsSchema.parse({ sandbox: { network: 'none' } });
    const env = { HOME: home, PATH: [...path, '/usr/bin', '/bin'].join(':') };
    const config = { kind: 'stdio' as const, command, args: [...args], env: {} };
    const platform = { env } as Partial<ServerSupervisorOptions['platform']>;
    const { supervisor } = supervise([row('box', config, { options })], {}, platform);
    await supervisor.start('box');
    const read = { name: 'read', arguments: { path: join(home, 'secret.txt') } };
    expect(textOf(await callTool(supervisor, 'box', read, call))).toBe('ENOENT');
  });
};
if (process.platform === 'linux') describeWith(['bubblewrap'], 'runtimes in a home', walls);
