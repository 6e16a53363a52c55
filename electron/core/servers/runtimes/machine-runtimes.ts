// The search for programs on the machine that the hub runs on.
import { userInfo } from 'node:os';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childEnv } from '../process/child-env.ts';
import { groupOf } from '../process/environment-groups.ts';
import { askLoginShell } from './login-shell.ts';
import { nodeLook } from './path-facts.ts';
import { askVersion } from './program-version.ts';
import { readRegistryPath } from './registry-path.ts';
import { Runtimes } from './runtimes.ts';
import type { HubPlatform } from '../../platform/platform.ts';
import type { ToldPaths } from './path-plan.ts';

const timeoutMs = 3_000;
const pathBeforeLogin = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin';
const nothing: ToldPaths = { shell: null, registry: null };

export function createRuntimes(
  platform: Pick<HubPlatform, 'os' | 'env' | 'machine' | 'home' | 'randomBytes' | 'log'> &
    Partial<Pick<HubPlatform, 'appDir' | 'distDir'>>,
): Runtimes {
  const { os, env, machine, appDir, distDir } = platform;
  const home = machine.homeDir;
  const ownFolders = [appDir, distDir].filter(folder => folder !== undefined);
  return new Runtimes({
    facts: { os, home, env, ownFolders, look: nodeLook },
    askPaths: signal => askPaths(platform, signal),
    // Those of the hub that no server gets are not handed to it either.
    askVersion: (path, servers, signal) =>
      askVersion(path, { env: childEnv(servers, {}, os), cwd: home, timeoutMs, signal }),
  });
}

async function askPaths(platform: Parameters<typeof createRuntimes>[0], signal: AbortSignal): Promise<ToldPaths> {
  const { os, env, machine, home, log } = platform;
  if (os === 'win32') {
    const asked = readRegistryPath({ runReg: machine.runReg, folder: home, env });
    const late = sleep(timeoutMs, null, { ref: false });
    return { shell: null, registry: await Promise.race([asked, late]) };
  }
  const shell = env['SHELL'] ?? userInfo().shell;
  if (!shell) return nothing;
  const nonce = `pilothouse-${platform.randomBytes(12).toString('hex')}`;
  const told = await askLoginShell({
    shell,
    // As at a login: what the starter of the hub has on its PATH would come back as if the shell had said it.
    env: { ...childEnv(env, {}, os), PATH: pathBeforeLogin },
    home: machine.homeDir,
    timeoutMs,
    nonce,
    signal,
  });
  if (told === null && !signal.aborted)
    log.warn({ shell }, 'The login shell did not tell its PATH; the usual places of programs are searched.');
  if (told === null) return nothing;
  const { path, variables } = told;
  return { shell: { program: basename(shell), path, variables: forServers(variables, os) }, registry: null };
}

/** What else it exports may be secret, and is forgotten here. */
function forServers(variables: Readonly<Record<string, string>>, os: NodeJS.Platform): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => groupOf(name, os) !== null));
}
