// The part of the platform that Node itself supplies, the same for both shells.
import { randomBytes } from 'node:crypto';
import { peerInode } from '../../../native-host/endpoints/socket-peer.ts';
import { readMachine } from '../../../native-host/manifests/machine.ts';
import { takeEnvironment } from './started-with.ts';
import { printAside } from './terminal.ts';
import type { HubPlatform } from './platform.ts';

/** Put in by the build. */
declare const builtRelayHash: string | undefined;

type FromNode = 'machine' | 'env' | 'os' | 'say' | 'now' | 'randomBytes' | 'relayHash' | 'peerInode';

/** Takes the secrets out of the environment of this process, so it is called once. */
export function nodePlatform(): Pick<HubPlatform, FromNode> {
  return {
    machine: readMachine(),
    env: takeEnvironment(process.env),
    os: process.platform,
    say,
    now: () => Date.now(),
    randomBytes,
    relayHash: typeof builtRelayHash === 'string' ? builtRelayHash : null,
    peerInode,
  };
}

/** What came from outside may hold line breaks; a sentence is one line. */
function say(sentence: string): void {
  printAside(`pilothouse: ${sentence.replace(/\s+/g, ' ')}`);
}
