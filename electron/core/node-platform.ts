// The part of the platform that Node itself supplies, the same for both shells.
import { randomBytes } from 'node:crypto';
import { readMachine } from '../../native-host/manifests/machine.ts';
import type { HubPlatform } from './platform.ts';

export function nodePlatform(): Pick<HubPlatform, 'machine' | 'env' | 'os' | 'now' | 'randomBytes'> {
  return { machine: readMachine(), env: process.env, os: process.platform, now: () => Date.now(), randomBytes };
}
