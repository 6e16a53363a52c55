// The machine's own part of the installer's context, as this process sees it.
import { homedir, userInfo } from 'node:os';
import { createRegRunner } from './windows-registry.ts';
import type { ManifestContext } from './context.ts';

export type Machine = Pick<ManifestContext, 'platform' | 'homeDir' | 'env' | 'userName' | 'uid' | 'runReg'>;

/** Reads platform, home, environment and user of this process; `os.homedir()` follows HOME, as the browsers on Linux do. */
export function readMachine(): Machine {
  const { env, platform } = process;
  return {
    platform,
    homeDir: homedir(),
    env,
    userName: userInfo().username,
    uid: process.getuid?.(),
    runReg: createRegRunner(env),
  };
}
