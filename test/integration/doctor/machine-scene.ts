// A machine with one browser on which the manifest is judged: nothing is started there, so any system can be looked at.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { extensionIds, nativeHostName } from '../../../contract/names.ts';
import { machineContext } from '../../../electron/core/doctor/machine-context.ts';
import { findProfiles } from '../../../electron/core/doctor/profiles/find-profiles.ts';
import { checkManifest } from '../../../electron/core/doctor/rungs/manifest.ts';
import { nodeFiles } from '../../../native-host/manifests/files.ts';
import { installManifest } from '../../../native-host/manifests/installer.ts';
import { launcherPaths } from '../../../native-host/manifests/launcher.ts';
import { readReceipts } from '../../../native-host/manifests/receipts.ts';
import { whoAnswers } from '../../../native-host/manifests/who-answers.ts';
import { createRegistry } from '../manifests/temp-machine.ts';
import type { DoctorContext } from '../../../electron/core/doctor/context.ts';
import type { RungResult } from '../../../electron/core/doctor/finding.ts';
import type { Profile } from '../../../electron/core/doctor/profiles/profile.ts';
import type { RunningProcess } from '../../../native-host/manifests/processes.ts';

export interface MachineScene {
  readonly root: string;
  readonly user: string;
  readonly context: DoctorContext;
  /** Of the fake registry: each key with its default value. */
  readonly keys: Map<string, string>;
  processes: readonly RunningProcess[];
  /** Writes a file below the user's home, or by its absolute path, with its folders. */
  write(file: string, text: string, mode?: number): string;
  /** A manifest that starts this program for our companion in every browser. */
  manifest(program: string): string;
  /** A program that is not ours. */
  program(): string;
  install(browserId: string): Promise<void>;
  profiles(browserId?: string): Promise<Profile[]>;
  /** Rung 7 of the first profile, as for a browser that is in use. */
  judge(browserId: string): Promise<RungResult>;
}

/** Paths of Windows exist here with the slashes of this system. */
const files = {
  ...nodeFiles,
  exists: (file: string) => nodeFiles.exists(file.replaceAll('\\', '/')),
  read: (file: string) => nodeFiles.read(file.replaceAll('\\', '/')),
};

export function createMachineScene(platform: NodeJS.Platform): MachineScene {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-machine-')));
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }));
  const user = path.join(root, 'user');
  const home = path.join(user, '.pilothouse');
  const keys = new Map<string, string>();
  const write: MachineScene['write'] = (file, text, mode = 0o644) => {
    const full = path.resolve(user, file);
    fs.mkdirSync(path.dirname(full), { recursive: true });
    fs.writeFileSync(full, text);
    fs.chmodSync(full, mode);
    return full;
  };
  write(launcherPaths(platform, home).relay, '#!/bin/sh\n', 0o755);
  const context = contextOf(platform, { root, user, home, runReg: createRegistry(keys) });
  const scene: MachineScene = {
    ...{ root, user, context, keys, write },
    processes: [],
    manifest: program =>
      JSON.stringify({
        name: nativeHostName,
        description: 'Connects.',
        path: program,
        type: 'stdio',
        allowed_origins: [`chrome-extension://${extensionIds.chromium}/`],
        allowed_extensions: [extensionIds.firefox],
      }),
    program: () => write(path.join(root, 'other', 'program'), '#!/bin/sh\n', 0o755),
    install: async browserId => void (await installManifest(context.manifests, browserId)),
    profiles: browserId => findProfiles(context.manifests, scene.processes, browserId),
    judge: async browserId => {
      const [profile] = await scene.profiles(browserId);
      if (!profile) throw new Error(`${browserId} has no profile.`);
      const { processes } = scene;
      const beside = { receipts: await readReceipts(context.manifests), processes };
      const answers = await whoAnswers(context.manifests, profile.plan, beside);
      return checkManifest(context, { profile, answers, inUse: true });
    },
  };
  return scene;
}

interface Places {
  readonly root: string;
  readonly user: string;
  readonly home: string;
  readonly runReg: DoctorContext['manifests']['runReg'];
}

function contextOf(platform: NodeJS.Platform, { root, user, home, runReg }: Places): DoctorContext {
  const uid = process.getuid?.();
  const env = platform === 'win32' ? { ProgramFiles: path.join(root, 'programs') } : {};
  const context = machineContext({
    home,
    runtimeDir: path.join(home, 'run'),
    version: '9.9.9',
    distDir: path.join(root, 'dist'),
    nodePath: process.execPath,
    relayHash: null,
    relayProblem: null,
    machine: { platform, homeDir: user, env, userName: 'ana', uid, runReg },
    env,
    hub: null,
    started: null,
    folders: [],
    now: () => 0,
    mask: text => text,
  });
  return { ...context, manifests: { ...context.manifests, systemRoot: path.join(root, 'system'), files } };
}
