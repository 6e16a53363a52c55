// The endpoint of spec 000: its places, and everything that stands behind all of them.
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { claudezillaPlaces } from '../../../../native-host/endpoints/claudezilla-place.ts';
import { holdsSocket, processMark, socketHolder } from '../../../../native-host/endpoints/socket-peer.ts';
import { partyOf } from '../../agent-connections/agent-connection.ts';
import { TabPoolRegistry } from '../tab-pool-registry.ts';
import { ClaudezillaAgents, claudezillaClientId, processLives } from './claudezilla-agents.ts';
import { ClaudezillaCalls } from './claudezilla-calls.ts';
import { ClaudezillaClearance } from './claudezilla-clearance.ts';
import { ClaudezillaCommands } from './claudezilla-commands.ts';
import { ClaudezillaConsent } from './claudezilla-consent.ts';
import { ClaudezillaListener } from './claudezilla-listener.ts';
import { ClaudezillaOpening } from './claudezilla-opening.ts';
import { ClaudezillaTabCommands } from './claudezilla-tab-commands.ts';
import { ClaudezillaWindows } from './claudezilla-windows.ts';
import type { ClaudezillaRequest } from '../../../../native-host/dialects/claudezilla/claudezilla.ts';
import type { Verdict } from '../../trace/tap.ts';
import type { Reply } from '../../wire/incoming-request.ts';
import type { CompatEndpoint } from '../compat-endpoints.ts';
import type { CompatServices } from '../compat-services.ts';
import type { CommandCall } from './claudezilla-calls.ts';
import type { ClaudezillaListenerOptions } from './claudezilla-listener.ts';

const sweepMs = 30_000;
/** These speak of an agent that may be gone, and must not bring it back. */
const aboutAnother = new Set(['cleanupOrphanedTabs', 'goodbye']);

export function createClaudezillaEndpoint(services: CompatServices): CompatEndpoint {
  const { platform } = services;
  const { agents, commands } = createCommands(services);
  const handler = createHandler(services, agents, commands);
  let sweep: NodeJS.Timeout | undefined;
  const listeners = claudezillaPlaces({
    platform: platform.os,
    env: platform.env,
    homeDir: platform.machine.homeDir,
    tempDir: tmpdir(),
    uid: platform.machine.uid,
    root: platform.wellKnownRoot,
    exists: existsSync,
  }).map(
    place =>
      new ClaudezillaListener({
        place,
        handler,
        onOpened: () => (sweep ??= setInterval(() => agents.sweep(), sweepMs).unref()),
        // The places are closed together; who works at another one has to come back as well.
        onClosing: () => {
          clearInterval(sweep);
          sweep = undefined;
          agents.close({ kind: 'endpoint-off' });
        },
      }),
  );
  return {
    id: 'claudezilla',
    onByDefault: true,
    places: listeners,
    rotateToken: () => rotateAll(listeners),
    tokens: () => listeners.flatMap(({ token }) => token ?? []),
  };
}

/** Every place tries, and the first that could not rejects. */
async function rotateAll(listeners: readonly ClaudezillaListener[]): Promise<void> {
  const ends = await Promise.allSettled(listeners.map(listener => listener.rotateToken()));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

function createCommands(services: CompatServices) {
  const { platform, agentServices, clients, browsers, tabs, mode, loop, pauses } = services;
  const now = () => platform.now();
  const peers = { holdsSocket, socketHolder, processMark };
  const agents = new ClaudezillaAgents({ agents: agentServices.agents, clients, now, isAlive: processLives, peers });
  const { router, catalogue, shortcuts, firstTabs, images } = agentServices;
  const calls = new ClaudezillaCalls({ agents, browsers, tabs, router, catalogue, shortcuts, firstTabs, images });
  const pools = new TabPoolRegistry({ agents, calls, browsers, tabs, now });
  const parts = { agents, calls, pools, now };
  const windows = new ClaudezillaWindows({ agents, calls, pools, tabs });
  const opening = new ClaudezillaOpening({ ...parts, windows });
  const tabCommands = new ClaudezillaTabCommands(parts);
  const { version } = agentServices;
  const client = () => clients.get(claudezillaClientId);
  const { tap } = agentServices;
  const clearance = new ClaudezillaClearance({ agents, pauses, tap, mode: () => mode.mode, client });
  const consent = new ClaudezillaConsent(calls);
  const more = { opening, tabCommands, windows, consent, tabs, loop, version, clearance };
  return { agents, commands: new ClaudezillaCommands({ ...parts, ...more }) };
}

function createHandler(
  services: CompatServices,
  agents: ClaudezillaAgents,
  commands: ClaudezillaCommands,
): ClaudezillaListenerOptions['handler'] {
  const { platform, agentServices } = services;
  return {
    hub: agentServices.hub,
    tap: agentServices.tap,
    endOf: socket => platform.peerInode(socket),
    askerOf: ({ command, agentId }, end, before) => {
      // Leaving closes tabs, so nobody else says it for a process that runs.
      if (command === 'goodbye' && agentId !== null) agents.expectOwn(agentId, end);
      if (agentId !== null && !aboutAnother.has(command)) return agents.arrive(agentId, end);
      return agents.arriveUnnamed(end, before);
    },
    partyOf: asker => partyOf(agents.agent(asker)),
    handle: (asker, request, connection) => handle(services, commands, { asker, request, connection }),
  };
}

async function handle(
  { agentServices, binding }: CompatServices,
  commands: ClaudezillaCommands,
  { asker, request, connection }: Pick<CommandCall, 'asker' | 'request' | 'connection'>,
): Promise<Reply> {
  const startedAt = agentServices.agents.calls.started(asker.agentId);
  const arrivedAs = agentServices.agents.expect(asker.agentId);
  // Its places are those of one browser, so where it goes on is decided before any of them is looked at.
  binding.goOn(arrivedAs);
  let verdict: Verdict | undefined;
  let waitedMs = 0;
  const onVerdict = (ended: Verdict) => {
    verdict = ended;
  };
  const onWaited = (ms: number) => {
    waitedMs += ms;
  };
  const wanted = request.params as ClaudezillaRequest;
  const until = wanted.namesTimeout ? performance.now() + wanted.timeoutMs : null;
  const wait = { until, onVerdict, onWaited };
  const reply = await commands.answer({ asker, connection, wanted, request, arrivedAs, ...wait }).then(
    (result): Reply => ({ result }),
    (error: unknown): Reply => ({ error }),
  );
  const outcome = verdict?.outcome ?? ('error' in reply ? 'error' : 'ok');
  agentServices.agents.calls.ended(
    asker.agentId,
    request.signal.aborted ? 'cancelled' : outcome,
    startedAt,
    waitedMs + (verdict?.waitedMs ?? 0),
  );
  return verdict ? { ...reply, verdict: { ...verdict, waitedMs: waitedMs + verdict.waitedMs } } : reply;
}
