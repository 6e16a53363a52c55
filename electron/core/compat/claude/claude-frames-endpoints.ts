// The places where spec 001 is spoken: the spec's own socket, the folder of sockets where real clients look, and the file where old ones do.
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { maxBrowserFrameBytes } from '../../../../contract/frame-bounds.ts';
import {
  claudeBridgeSockets,
  claudeCodeSockets,
  claudeLegacySockets,
  userNames,
} from '../../../../native-host/endpoints/well-known-paths.ts';
import { listenWellKnown } from '../../../../native-host/endpoints/well-known-socket.ts';
import {
  closeSocketFolder,
  giveUpSocketFolder,
  openSocketFolder,
} from '../../../../native-host/endpoints/well-known-socket-folder.ts';
import { ConnectionQuota } from '../../../../native-host/framing/connection-quota.ts';
import { FrameChannel } from '../../../../native-host/framing/frame-channel.ts';
import { ClaudeFrameAgent } from './claude-frame-agent.ts';
import { ClaudeRepeats } from './claude-repeats.ts';
import type { Socket } from 'node:net';
import type { HubPlatform } from '../../platform/platform.ts';
import type { CompatEndpoint, OpenEndpoint } from '../compat-endpoints.ts';
import type { ClaudeServices } from './claude-connection.ts';

export interface ClaudeFramesServices extends ClaudeServices {
  readonly platform: Pick<HubPlatform, 'now' | 'randomBytes' | 'wellKnownRoot' | 'machine' | 'env' | 'os'>;
}

/** What may wait for a client that does not read, beside one answer. */
const maxQueueBytes = 8 * 1024 * 1024;
/** Of one socket. Nobody shows a credential here, so all of them are one client's. */
const maxConnections = 64;
const stopped = { kind: 'endpoint-off' } as const;

export function claudeFramesEndpoints(services: ClaudeFramesServices): CompatEndpoint[] {
  const { platform } = services;
  const place = {
    platform: platform.os,
    users: userNames(platform.machine.userName, platform.env.USER),
    root: platform.wellKnownRoot,
  };
  const legacy = claudeLegacySockets(place, temporaryFolder(platform.env));
  const placesOf = (paths: readonly string[], inFolder: boolean) =>
    paths.map(path => ({
      address: path,
      open: (onCrowded: () => void) => openPlace(services, { path, inFolder, onCrowded }),
    }));
  return [
    {
      id: 'claude-code-frames',
      onByDefault: true,
      places: placesOf(claudeCodeSockets(place), false),
    },
    {
      id: 'claude-bridge-frames',
      onByDefault: true,
      places: placesOf(claudeBridgeSockets(place, process.pid), true),
    },
    // Newer clients look there too, and one that finds both would be two agents.
    ...(legacy.length === 0
      ? []
      : [{ id: 'claude-bridge-file' as const, onByDefault: false, places: placesOf(legacy, false) }]),
  ];
}

/** As `os.tmpdir()` has it, by which the clients look. */
function temporaryFolder({ TMPDIR, TMP, TEMP }: HubPlatform['env']): string {
  return TMPDIR || TMP || TEMP || '/tmp';
}

async function openPlace(
  services: ClaudeServices,
  { path, inFolder, onCrowded }: { path: string; inFolder: boolean; onCrowded: () => void },
): Promise<OpenEndpoint> {
  const agents = new Set<ClaudeFrameAgent>();
  const repeats = new ClaudeRepeats();
  const quota = new ConnectionQuota<ClaudeFrameAgent>({
    max: maxConnections,
    isIdle: agent => !agent.isBusy,
    rank: agent => agent.rank,
    end: agent => agent.close({ kind: 'made-room', most: maxConnections }),
    onCrowded,
  });
  const stopListening = await listen(path, inFolder, socket => {
    const channel = new FrameChannel(socket, { maxFrameBytes: maxBrowserFrameBytes, maxQueueBytes });
    if (quota.makeRoom()) return channel.close(`${maxConnections} connections are busy on this socket.`);
    const agent = new ClaudeFrameAgent(services, repeats, channel, () => quota.touch(agent));
    agents.add(agent);
    quota.add(agent);
    services.browsers.agentPresence(true);
    channel.onClose(() => {
      services.browsers.agentPresence(false);
      agents.delete(agent);
      quota.remove(agent);
    });
  });
  const silence = services.browsers.onNotice((browserId, method, params) => {
    for (const agent of agents) agent.notice(browserId, method, params);
  });
  const close = async () => {
    silence();
    for (const agent of agents) agent.close(stopped);
    await stopListening();
    repeats.end(stopped);
  };
  let closed: Promise<void> | null = null;
  return { close: () => (closed ??= close()) };
}

async function listen(
  path: string,
  inFolder: boolean,
  welcome: (socket: Socket) => void,
): Promise<() => Promise<void>> {
  const folder = dirname(path);
  const isPipe = path.startsWith('\\\\');
  if (!isPipe && inFolder) await openSocketFolder(folder);
  else if (!isPipe) {
    await mkdir(folder, { recursive: true });
    // The file of old versions has the folder's name; the other one never was a folder.
    if (!path.endsWith('.sock')) await giveUpSocketFolder(path);
  }
  const listening = await listenWellKnown(path, welcome);
  return async () => {
    await listening.close();
    if (!isPipe && inFolder) await closeSocketFolder(folder);
  };
}
