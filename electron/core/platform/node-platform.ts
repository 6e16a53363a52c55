// The part of the platform that Node itself supplies, the same for both shells.
import { connectionProcess } from '../../../native-host/endpoints/connection-process.ts';
import { peerInode } from '../../../native-host/endpoints/socket-peer.ts';
import { readMachine } from '../../../native-host/manifests/machine.ts';
import { createProcessList } from '../../../native-host/manifests/processes.ts';
import { pooledRandom } from './pooled-random.ts';
import { printAside } from './terminal.ts';
import type { HubPlatform } from './platform.ts';

/** Put in by the build. */
declare const builtRelayHash: string | undefined;

type FromNode =
  | 'machine'
  | 'env'
  | 'os'
  | 'say'
  | 'now'
  | 'randomBytes'
  | 'relayHash'
  | 'peerInode'
  | 'connectionProcess'
  | 'listProcesses';

/** Takes the secrets out of the environment of this process, so it is called once. */
export function nodePlatform(): Pick<HubPlatform, FromNode> {
  const env = takeEnvironment(process.env);
  return {
    machine: readMachine(),
    env,
    os: process.platform,
    say,
    now: () => Date.now(),
    randomBytes: pooledRandom(),
    relayHash: typeof builtRelayHash === 'string' ? builtRelayHash : null,
    peerInode,
    connectionProcess,
    listProcesses: createProcessList(process.platform, env),
  };
}

/** What came from outside may hold line breaks; a sentence is one line. */
function say(sentence: string): void {
  printAside(`pilothouse: ${sentence.replace(/\s+/g, ' ')}`);
}

/** Secrets that whoever starts a hub hands to it this way. */
const secretVariables = ['CLAUDE_BROWSER_AUTH_TOKEN'] as const;

/** All of it. From now on the process has it without the secrets, and so has whatever it starts. */
function takeEnvironment(env: NodeJS.ProcessEnv): Readonly<Record<string, string | undefined>> {
  const all = { ...env };
  for (const name of secretVariables) delete env[name];
  return all;
}
