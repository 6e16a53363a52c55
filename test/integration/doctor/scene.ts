// A machine on which all is well as far as it can be without a hub: a data home, a Chromium that runs, its profile with the companion,
// its manifest, the real launcher and relay. A test breaks one thing of it.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { extensionIds } from '../../../contract/names.ts';
import { Doctor } from '../../../electron/core/doctor/doctor.ts';
import { machineContext } from '../../../electron/core/doctor/machine-context.ts';
import { openDataHome } from '../../../electron/core/home/data-home.ts';
import { openStore } from '../../../electron/core/store/store.ts';
import { installManifest } from '../../../native-host/manifests/installer.ts';
import { writeLaunchers } from '../../../native-host/manifests/launcher.ts';
import { buildOnce } from '../../support/hub-process.ts';
import { repositoryRoot } from '../../support/provided.ts';
import type { RungId } from '../../../contract/doctor.ts';
import type { Ladder, Rung } from '../../../contract/schemas/doctor.ts';
import type { DoctorContext } from '../../../electron/core/doctor/context.ts';

export interface Scene {
  readonly root: string;
  /** Of the user. */
  readonly user: string;
  readonly home: string;
  /** Chromium's data. */
  readonly chromium: string;
  readonly manifest: string;
  readonly extension: string;
  readonly launcher: string;
  context: DoctorContext;
  readonly doctor: Doctor;
  /** Writes a file below the root, with its folders. */
  write(file: string, content: string | Buffer, mode?: number): void;
  /** The manifest with some of its members changed. */
  changeManifest(members: Record<string, unknown>): void;
  rung(id: RungId): Promise<{ rung: Rung; ladder: Ladder }>;
}

const version = '9.9.9';

export async function createScene(): Promise<Scene> {
  buildOnce();
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-doctor-')));
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true, maxRetries: 10 }));
  const user = path.join(root, 'user');
  const home = path.join(user, '.pilothouse');
  const chromium = path.join(user, '.config', 'chromium');
  fs.mkdirSync(user, { recursive: true });
  await openDataHome(home, async () => {});
  await (await openStore(path.join(home, 'pilothouse.db'), { now: () => 0, problems: () => {} })).close();
  const extension = path.join(root, 'companion');
  const write = (file: string, content: string | Buffer, mode?: number) => {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
    if (mode !== undefined) fs.chmodSync(file, mode);
  };
  write(path.join(extension, 'manifest.json'), JSON.stringify({ version }));
  const settings = { [extensionIds.chromium]: { path: extension, location: 4 } };
  write(path.join(chromium, 'Default', 'Preferences'), JSON.stringify({ extensions: { settings } }));
  write(path.join(chromium, 'Last Version'), '156.0.7204.0');
  fs.symlinkSync(`here-${process.pid}`, path.join(chromium, 'SingletonLock'));
  const context = createContext(root, user, home);
  await writeLaunchers(context.launchers);
  await installManifest(context.manifests, 'chromium');
  const manifest = path.join(chromium, 'NativeMessagingHosts', 'dev.pilothouse.relay.json');
  const doctor = new Doctor({ context: () => scene.context, onRun: () => {}, onRung: () => {} });
  const scene: Scene = {
    ...{ root, user, home, chromium, manifest, extension, doctor, context, write },
    launcher: context.manifests.launcherPath,
    changeManifest: members =>
      write(manifest, JSON.stringify({ ...JSON.parse(fs.readFileSync(manifest, 'utf8')), ...members }, null, 2)),
    rung: async id => rungOf((await doctor.run()).ladders, id),
  };
  return scene;
}

export function rungOf(ladders: readonly Ladder[], id: RungId): { rung: Rung; ladder: Ladder } {
  const ladder = ladders[0];
  const rung = ladder?.rungs.find(one => one.id === id);
  if (!ladder || !rung) throw new Error(`There is no rung ${id}.`);
  return { rung, ladder };
}

function createContext(root: string, user: string, home: string): DoctorContext {
  const machine = {
    platform: 'linux' as const,
    homeDir: user,
    env: {},
    userName: 'ana',
    uid: process.getuid?.(),
    runReg: () => Promise.reject(new Error('There is no registry here.')),
  };
  const context = machineContext({
    home,
    runtimeDir: path.join(home, 'run'),
    version,
    distDir: path.join(repositoryRoot, 'dist'),
    nodePath: process.execPath,
    relayHash: null,
    relayProblem: null,
    machine,
    env: {},
    hub: null,
    started: null,
    now: () => 1_790_000_000_000,
    folders: [],
    mask: text => text,
  });
  return { ...context, manifests: { ...context.manifests, systemRoot: root } };
}
