// The endpoint of spec 000: its place, its token, its connections and everything that stands behind them.
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { ClaudezillaToken, makeClaudezillaFolder } from '../../../native-host/endpoints/claudezilla-token.ts';
import { claudezillaPlace } from '../../../native-host/endpoints/claudezilla-place.ts';
import { ProofThrottle } from '../../../native-host/endpoints/proof-throttle.ts';
import { listenWellKnown } from '../../../native-host/endpoints/well-known-socket.ts';
import { partyOf } from '../agents/agent-connection.ts';
import { ClaudezillaAgents, processLives } from './claudezilla-agents.ts';
import { ClaudezillaCalls } from './claudezilla-calls.ts';
import { ClaudezillaDesk } from './claudezilla-commands.ts';
import { acceptClaudezilla } from './claudezilla-connection.ts';
import { ClaudezillaTabs } from './claudezilla-tabs.ts';
import type { ClaudezillaRequest } from '../../../native-host/dialects/claudezilla.ts';
import type { CompatEndpoint, OpenEndpoint } from './compat-endpoints.ts';
import type { ClaudezillaAgent } from './claudezilla-agents.ts';
import type { ClaudezillaDoor } from './claudezilla-connection.ts';
import type { CompatServices } from './endpoints.ts';
import type { IncomingRequest } from '../wire/peer.ts';

const sweepMs = 30_000;
/** The real host takes 10 and closes the others without a word. */
const maxConnections = 512;
const tooMany = `${JSON.stringify({ success: false, error: `${maxConnections} connections are open already; call again.` })}\n`;
/** These speak of an agent that may be gone, and must not bring it back. */
const aboutAnother = new Set(['cleanupOrphanedTabs', 'goodbye']);

export function createClaudezillaEndpoint(services: CompatServices): CompatEndpoint {
  const { platform, hall } = services;
  const place = claudezillaPlace({
    platform: platform.os,
    env: platform.env,
    homeDir: platform.machine.homeDir,
    tempDir: tmpdir(),
    root: platform.wellKnownRoot,
    exists: existsSync,
  });
  const token = new ClaudezillaToken(place.token);
  const { agents, desk } = createDesk(services);
  const throttle = new ProofThrottle();
  let isOpen = false;

  const door: ClaudezillaDoor = {
    hub: hall.hub,
    tap: hall.tap,
    accepts: given => {
      const right = token.accepts(given);
      if (!right) throttle.noteBadProof(performance.now());
      return right;
    },
    delayMs: () => throttle.delayMs(performance.now()),
    askerOf: ({ command, agentId }) => agents.arrive(aboutAnother.has(command) ? null : agentId),
    partyOf: asker => partyOf(agents.agent(asker)),
    handle: (asker, request) => handle(services, desk, asker, request),
  };

  const open = async (): Promise<OpenEndpoint> => {
    const removeFolder = await makeClaudezillaFolder(place);
    let connections = 0;
    const listening = await listenWellKnown(place.socket, socket => {
      connections += 1;
      socket.once('close', () => (connections -= 1));
      if (connections <= maxConnections) acceptClaudezilla(socket, door);
      else socket.end(tooMany);
    });
    try {
      // In the order of the real host: the token is written only where nobody else listens.
      await token.renew();
    } catch (error) {
      await listening.close();
      throw error;
    }
    isOpen = true;
    const sweep = setInterval(() => agents.sweep(), sweepMs).unref();
    const close = async () => {
      isOpen = false;
      clearInterval(sweep);
      await token.withdraw();
      agents.close('The endpoint was closed.');
      await listening.close();
      await removeFolder();
    };
    let closed: Promise<void> | null = null;
    return { close: () => (closed ??= close()) };
  };

  return {
    id: 'claudezilla',
    title: 'Claudezilla, for its own MCP servers',
    address: place.socket,
    onByDefault: true,
    open,
    rotateToken: async () => {
      if (isOpen) await token.renew();
    },
  };
}

function createDesk(services: CompatServices) {
  const { platform, hall, clients, browsers, tabs, mode, loop } = services;
  const now = () => platform.now();
  const agents = new ClaudezillaAgents({ agents: hall.agents, clients, now, isAlive: processLives });
  const calls = new ClaudezillaCalls({ agents, browsers, tabs, router: hall.router });
  const pools = new ClaudezillaTabs({ agents, calls, browsers, tabs, now });
  const { version } = hall;
  const desk = new ClaudezillaDesk({ agents, calls, pools, tabs, loop, version, mode: () => mode.mode, now });
  return { agents, desk };
}

async function handle(
  { hall }: CompatServices,
  desk: ClaudezillaDesk,
  asker: ClaudezillaAgent,
  request: IncomingRequest,
): Promise<unknown> {
  hall.agents.callStarted(asker.agentId);
  let outcome: 'ok' | 'error' = 'error';
  try {
    const result = await desk.answer({ asker, wanted: request.params as ClaudezillaRequest, request });
    outcome = 'ok';
    return result;
  } finally {
    const ended = request.signal.aborted ? 'cancelled' : (request.verdict?.outcome ?? outcome);
    hall.agents.callEnded(asker.agentId, ended);
  }
}
