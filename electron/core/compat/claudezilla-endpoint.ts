// The endpoint of spec 000: its places, and everything that stands behind all of them.
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { claudezillaPlaces } from '../../../native-host/endpoints/claudezilla-place.ts';
import { holdsSocket, processMark, socketHolder } from '../../../native-host/endpoints/socket-peer.ts';
import { partyOf } from '../agent-connections/agent-connection.ts';
import { ClaudezillaAgents, claudezillaClientId, processLives } from './claudezilla-agents.ts';
import { ClaudezillaCalls } from './claudezilla-calls.ts';
import { ClaudezillaDesk } from './claudezilla-commands.ts';
import { ClaudezillaOpening } from './claudezilla-opening.ts';
import { ClaudezillaPools } from './claudezilla-pools.ts';
import { ClaudezillaSpot } from './claudezilla-spot.ts';
import { ClaudezillaTabs } from './claudezilla-tabs.ts';
import type { ClaudezillaRequest } from '../../../native-host/dialects/claudezilla.ts';
import type { IncomingRequest } from '../wire/peer.ts';
import type { ClaudezillaAgent } from './claudezilla-agents.ts';
import type { ClaudezillaSpotOptions } from './claudezilla-spot.ts';
import type { CompatEndpoint } from './compat-endpoints.ts';
import type { CompatServices } from './endpoints.ts';

const sweepMs = 30_000;
/** These speak of an agent that may be gone, and must not bring it back. */
const aboutAnother = new Set(['cleanupOrphanedTabs', 'goodbye']);

export function createClaudezillaEndpoint(services: CompatServices): CompatEndpoint {
  const { platform, hall } = services;
  const { agents, desk } = createDesk(services);
  const door: ClaudezillaSpotOptions['door'] = {
    hub: hall.hub,
    tap: hall.tap,
    endOf: socket => platform.peerInode(socket),
    askerOf: ({ command, agentId }, end) => {
      // Leaving closes tabs, so nobody else says it for a process that runs.
      if (command === 'goodbye' && agentId !== null) agents.expectOwn(agentId, end);
      return agents.arrive(aboutAnother.has(command) ? null : agentId, end);
    },
    partyOf: asker => partyOf(agents.agent(asker)),
    handle: (asker, request) => handle(services, desk, asker, request),
  };
  let sweep: NodeJS.Timeout | undefined;
  const spots = claudezillaPlaces({
    platform: platform.os,
    env: platform.env,
    homeDir: platform.machine.homeDir,
    tempDir: tmpdir(),
    uid: platform.machine.uid,
    root: platform.wellKnownRoot,
    exists: existsSync,
  }).map(
    place =>
      new ClaudezillaSpot({
        place,
        door,
        onOpened: () => (sweep ??= setInterval(() => agents.sweep(), sweepMs).unref()),
        // The places are closed together; who works at another one has to come back as well.
        onClosing: () => {
          clearInterval(sweep);
          sweep = undefined;
          agents.close('The endpoint was closed.');
        },
      }),
  );
  return {
    id: 'claudezilla',
    onByDefault: true,
    places: spots,
    rotateToken: () => rotateAll(spots),
  };
}

/** Every place tries, and the first that could not rejects. */
async function rotateAll(spots: readonly ClaudezillaSpot[]): Promise<void> {
  const ends = await Promise.allSettled(spots.map(spot => spot.rotateToken()));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

function createDesk(services: CompatServices) {
  const { platform, hall, clients, browsers, tabs, mode, loop } = services;
  const now = () => platform.now();
  const peers = { holdsSocket, socketHolder, processMark };
  const agents = new ClaudezillaAgents({ agents: hall.agents, clients, now, isAlive: processLives, peers });
  const calls = new ClaudezillaCalls({ agents, browsers, tabs, router: hall.router });
  const pools = new ClaudezillaPools({ agents, calls, browsers, tabs, now });
  const opening = new ClaudezillaOpening({ agents, calls, pools, now });
  const poolTabs = new ClaudezillaTabs({ agents, calls, pools, now });
  const { version } = hall;
  const client = () => clients.get(claudezillaClientId);
  const parts = { agents, calls, pools, opening, poolTabs, tabs, loop };
  return { agents, desk: new ClaudezillaDesk({ ...parts, version, mode: () => mode.mode, client, now }) };
}

async function handle(
  { hall }: CompatServices,
  desk: ClaudezillaDesk,
  asker: ClaudezillaAgent,
  request: IncomingRequest,
): Promise<unknown> {
  const startedAt = hall.agents.callStarted(asker.agentId);
  let outcome: 'ok' | 'error' = 'error';
  try {
    const result = await desk.answer({ asker, wanted: request.params as ClaudezillaRequest, request });
    outcome = 'ok';
    return result;
  } finally {
    const ended = request.signal.aborted ? 'cancelled' : (request.verdict?.outcome ?? outcome);
    hall.agents.callEnded(asker.agentId, ended, startedAt, request.verdict?.waitedMs);
  }
}
