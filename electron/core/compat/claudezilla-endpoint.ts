// The endpoint of spec 000: its places, and everything that stands behind all of them.
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { claudezillaPlaces } from '../../../native-host/endpoints/claudezilla-place.ts';
import { holdsSocket, processMark, socketHolder } from '../../../native-host/endpoints/socket-peer.ts';
import { partyOf } from '../agent-connections/agent-connection.ts';
import { ClaudezillaAgents, claudezillaClientId, processLives } from './claudezilla-agents.ts';
import { ClaudezillaCalls } from './claudezilla-calls.ts';
import { ClaudezillaDesk } from './claudezilla-commands.ts';
import { ClaudezillaSpot } from './claudezilla-listener.ts';
import { ClaudezillaOpening } from './claudezilla-opening.ts';
import { ClaudezillaTabs } from './claudezilla-tab-commands.ts';
import { ClaudezillaPools } from './tab-pool-registry.ts';
import type { ClaudezillaRequest } from '../../../native-host/dialects/claudezilla.ts';
import type { Verdict } from '../trace/tap.ts';
import type { IncomingRequest, Reply } from '../wire/incoming-request.ts';
import type { ClaudezillaAgent } from './claudezilla-agents.ts';
import type { ClaudezillaSpotOptions } from './claudezilla-listener.ts';
import type { CompatEndpoint } from './compat-endpoints.ts';
import type { CompatServices } from './endpoint-services.ts';

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
    title: 'Claudezilla, for its own MCP servers',
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
): Promise<Reply> {
  const startedAt = hall.agents.callStarted(asker.agentId);
  let verdict: Verdict | undefined;
  const onVerdict = (ended: Verdict) => {
    verdict = ended;
  };
  const wanted = request.params as ClaudezillaRequest;
  const reply = await desk.answer({ asker, wanted, request, onVerdict }).then(
    (result): Reply => ({ result }),
    (error: unknown): Reply => ({ error }),
  );
  const outcome = verdict?.outcome ?? ('error' in reply ? 'error' : 'ok');
  hall.agents.callEnded(asker.agentId, request.signal.aborted ? 'cancelled' : outcome, startedAt, verdict?.waitedMs);
  return verdict ? { ...reply, verdict } : reply;
}
