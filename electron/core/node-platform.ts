// The part of the platform that Node itself supplies, the same for both shells.
import { randomBytes } from 'node:crypto';
import { readMachine } from '../../native-host/manifests/machine.ts';
import { takeEnvironment } from './started-with.ts';
import type { HubPlatform } from './platform.ts';

/** Takes the secrets out of the environment of this process, so it is called once. */
export function nodePlatform(): Pick<HubPlatform, 'machine' | 'env' | 'os' | 'say' | 'now' | 'randomBytes'> {
  const env = takeEnvironment(process.env);
  return { machine: readMachine(), env, os: process.platform, say, now: () => Date.now(), randomBytes };
}

/** What came from outside may hold line breaks; a sentence is one line. */
function say(sentence: string): void {
  process.stderr.write(`pilothouse: ${sentence.replace(/\s+/g, ' ')}\n`);
}
