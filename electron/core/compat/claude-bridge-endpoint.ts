// The local bridge of Claude Code: a loopback WebSocket, off until the user switches it on, because no credential exists on it.
import { platform as osPlatform } from 'node:os';
import { isRecord } from '../../../contract/json.ts';
import { dialects } from '../../../native-host/dialects/dialects.ts';
import { bridgePath, bridgePort, listenBridge } from '../../../native-host/endpoints/bridge-websocket.ts';
import { EndpointHeldError } from '../../../native-host/endpoints/held-error.ts';
import { ConnectionQuota } from '../../../native-host/framing/connection-quota.ts';
import { inEnglish } from '../../../words/english.ts';
import { AgentConnection } from '../agent-connections/agent-connection.ts';
import { portHolder } from '../http/port-holder.ts';
import { ReadableRun } from '../wire/readable-run.ts';
import type { WebSocket } from 'ws';
import type { Reason } from '../../../contract/reasons.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { ToolCallParams, ToolResult } from '../../../contract/schemas/messages.ts';
import type { AgentWire } from '../agents/agent-wire.ts';
import type { BrowserRegistry } from '../browsers/browser-registry.ts';
import type { ClaudeServices } from './claude-connection.ts';
import type { CompatEndpoint, OpenEndpoint } from './compat-endpoints.ts';

const clientId = 'compat-claude-bridge';
const maxQueueBytes = 64 * 1024 * 1024;
/** Nobody shows a credential here, so all of them are one client's. */
const maxConnections = 32;
const stopped = { kind: 'endpoint-off' } as const;
/** RFC 6455 section 7.4.1. */
const goingAway = 1001;
const unsupported = 1007;
const tooSlow = 1008;
const lastWordsMs = 1_000;
/** Of the registry for section 7.4.1: try again later. */
const crowdedOut = 1013;

export function claudeBridgeEndpoint(services: ClaudeServices): CompatEndpoint {
  const address = `ws://127.0.0.1:${bridgePort}${bridgePath}`;
  return {
    id: 'claude-bridge',
    onByDefault: false,
    places: [{ address, open: onCrowded => openBridge(services, bridgePort, onCrowded) }],
  };
}

/** Port 0 takes a free one; the answer tells which. */
export async function openBridge(
  services: ClaudeServices,
  port: number,
  onCrowded: () => void = () => {},
): Promise<OpenEndpoint & { readonly port: number }> {
  const connections = new Set<BridgeConnection>();
  const quota = new ConnectionQuota<BridgeConnection>({
    max: maxConnections,
    isIdle: connection => connection.inFlight === 0,
    // Who says nothing goes first, then who never called.
    rank: connection => connection.rank,
    end: connection => connection.end({ kind: 'made-room', most: maxConnections }, crowdedOut),
    onCrowded,
  });
  const welcome = (socket: WebSocket) => {
    if (quota.makeRoom()) return dismiss(socket, crowdedOut, `${maxConnections} connections are busy here.`);
    const connection = new BridgeConnection(services, socket, () => quota.touch(connection));
    connections.add(connection);
    quota.add(connection);
    socket.on('close', () => {
      connections.delete(connection);
      quota.remove(connection);
    });
  };
  const listening = await listenBridge(port, welcome, onCrowded).catch(error => sayWhoHolds(port, error));
  const silence = services.browsers.onNotice((browserId, method, params) => {
    for (const { connection } of connections)
      if (connection && services.agentServices.agents.get(connection.agentId)?.browserId === browserId)
        connection.notify(method, params);
  });
  return {
    port: listening.port,
    close: () => {
      silence();
      for (const { connection } of connections) connection?.dismiss(stopped);
      return listening.close();
    },
  };
}

/** Rejects always: where another program has the port, with its process. */
async function sayWhoHolds(port: number, error: unknown): Promise<never> {
  const busy = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  throw busy ? new EndpointHeldError(`Port ${port}`, await portHolder(port)) : error;
}

/** A WebSocket, which is an agent once it has said something. */
class BridgeConnection {
  readonly #socket: WebSocket;
  readonly #agent: (id: string) => Agent | null;
  connection: AgentConnection | null = null;
  #isOver = false;

  constructor(services: ClaudeServices, socket: WebSocket, onUsed: () => void) {
    this.#socket = socket;
    this.#agent = id => services.agentServices.agents.get(id);
    const run = new ReadableRun(reason => socket.close(unsupported, inEnglish(reason)));
    socket.on('message', data => {
      if (this.#isOver) return;
      onUsed();
      this.connection ??= arrive(services, socket);
      const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer);
      run.note(this.connection.receiveBytes(bytes));
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.#leave({ kind: 'left-page' }));
  }

  get inFlight(): number {
    return this.connection?.inFlight ?? 0;
  }

  get rank(): number {
    if (!this.connection) return 0;
    return this.#agent(this.connection.agentId)?.lastCallAt == null ? 1 : 2;
  }

  end(reason: Reason, code: number): void {
    this.connection?.dismiss(reason);
    this.#leave(reason);
    dismiss(this.#socket, code, inEnglish(reason));
  }

  /** Who never called has left nothing to come back to. */
  #leave(reason: Reason): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.connection?.closed(reason, this.rank === 2);
  }
}

/** Who does not answer the close keeps its connection, and that takes room too. */
function dismiss(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason.slice(0, 120));
  setTimeout(() => socket.terminate(), lastWordsMs).unref();
}

function arrive(services: ClaudeServices, socket: WebSocket): AgentConnection {
  const { agentServices, clients, platform } = services;
  const client = clients.expect(clientId);
  const connecting = {
    client,
    instance: agentServices.agents.loneOrphan(client.id) ?? platform.randomBytes(16).toString('hex'),
    transport: 'claude-bridge' as const,
    program: null,
    disconnect: (reason: Reason) => {
      connection.dismiss(reason);
      socket.close(goingAway, inEnglish(reason).slice(0, 120));
    },
  };
  const send = (text: string) => {
    if (socket.bufferedAmount > maxQueueBytes) socket.close(tooSlow, 'The client does not read.');
    else if (socket.readyState === socket.OPEN) socket.send(text);
  };
  const connection: AgentConnection = new AgentConnection(
    agentServices,
    connecting,
    send,
    wireOf(services, () => connection),
  );
  clients.seen(client.id);
  return connection;
}

function wireOf(services: ClaudeServices, connection: () => AgentConnection): AgentWire {
  const { browsers } = services;
  return {
    dialect: dialects['claude-bridge'].agent(),
    methods: {
      'claude/connect': params => {
        const claimed = isRecord(params) && typeof params.client_type === 'string' ? params.client_type : '';
        connection().introduce(claimed, '');
        return { client_type: claimed };
      },
      'claude/extensions': () => ({ extensions: extensionsOf(browsers) }),
    },
    call: async (agent, params, run) => {
      // `permission_mode` decides nothing: authority never comes from a field, and a plan holds in every mode.
      const problem = chooseBrowser(services, agent, params);
      return problem ?? run(params);
    },
  };
}

function extensionsOf(browsers: Pick<BrowserRegistry, 'connected'>) {
  return browsers.connected().map(({ id, name, os, state }) => ({
    deviceId: id,
    osPlatform: os || osPlatform(),
    connectedAt: state.since,
    name,
  }));
}

/** `target_device_id` names a browser of extensionsOf; the agent works in it from then on. */
function chooseBrowser(services: ClaudeServices, agent: Agent, params: ToolCallParams): ToolResult | null {
  const { target_device_id: target } = params;
  const isThere = target === agent.browserId && !agent.moved;
  if (typeof target !== 'string' || isThere) return null;
  const connected = services.browsers.connected();
  if (connected.some(({ id }) => id === target)) {
    services.agentServices.agents.choose(agent.id, target);
    return null;
  }
  const text = `No connected browser is called ${JSON.stringify(target.slice(0, 100))}; list_extensions names the ${connected.length} that are there.`;
  return { content: [{ type: 'text', text }], isError: true };
}
