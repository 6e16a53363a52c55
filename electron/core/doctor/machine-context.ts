// The context of a run on this machine, for the hub and for the command line alike.
import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { arch, hostname, release, uptime } from 'node:os';
import { join } from 'node:path';
import { extensionIds } from '../../../contract/names.ts';
import { launcherPaths } from '../../../native-host/manifests/launcher.ts';
import { createProcessList } from '../../../native-host/manifests/processes.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Machine } from '../../../native-host/manifests/machine.ts';
import type { DoctorContext, HubSide, StartClocks } from './context.ts';

export interface MachineContextOptions {
  readonly home: string;
  readonly runtimeDir: string;
  readonly version: string;
  readonly distDir: string;
  readonly nodePath: string;
  readonly relayHash: string | null;
  readonly relayProblem: Reason | null;
  readonly machine: Machine;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly hub: HubSide | null;
  readonly started: StartClocks | null;
  /** Profile folders that the user named. */
  readonly folders: readonly string[];
  now(): number;
  /** Hides the values of secrets. */
  mask(text: string): string;
}

/** A browser waits about as long for the first word of a relay. */
const patienceMs = 10_000;

export function machineContext(options: MachineContextOptions): DoctorContext {
  const { home, runtimeDir, version, distDir, nodePath, relayHash, relayProblem, machine, env, hub, started } = options;
  return {
    home,
    runtimeDir,
    version,
    env,
    hub,
    started,
    manifests: {
      ...machine,
      dataHome: home,
      launcherPath: launcherPaths(machine.platform, home).relay,
      relayProblem,
      extensionIds,
      folders: options.folders,
    },
    launchers: {
      platform: machine.platform,
      dataHome: home,
      nodePath,
      relayBundle: join(distDir, 'relay/relay.cjs'),
      cliPath: join(distDir, 'headless/pilothouse.js'),
      relayHash,
      relayProblem,
    },
    extensionFolders: {
      chromium: join(distDir, 'extension', 'chromium'),
      firefox: join(distDir, 'extension', 'firefox'),
    },
    now: () => options.now(),
    monotonic: () => performance.now(),
    uptimeMs,
    randomBytes,
    patienceMs,
    files: { open },
    listProcesses: createProcessList(machine.platform, env),
    mask: text => options.mask(text),
  };
}

/** Of the machine, its sleep included. */
export function uptimeMs(): number {
  return uptime() * 1_000;
}

/** What the diagnostics say of the machine, and mask of its user. */
export function machineFacts({ platform, homeDir, userName }: Machine) {
  const { node, electron } = process.versions;
  return {
    system: `${platform} ${release()} ${arch()}`,
    runtimes: { Node: node, Electron: electron },
    homeDir,
    userName,
    hostName: hostname(),
  };
}
