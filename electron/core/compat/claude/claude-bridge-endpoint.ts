// The local bridge of Claude Code: a loopback WebSocket, off until the user switches it on, because no credential exists on it.
import { bridgePath, bridgePort, listenBridge } from '../../../../native-host/endpoints/bridge-websocket.ts';
import { EndpointHeldError } from '../../../../native-host/endpoints/held-error.ts';
import { ConnectionQuota } from '../../../../native-host/framing/connection-quota.ts';
import { inEnglish } from '../../../../words/english.ts';
import { AgentConnection } from '../../agent-connections/agent-connection.ts';
import { portHolder } from '../../http/port-holder.ts';
import { endOf } from '../../http/requester.ts';
import { ReadableRun } from '../../wire/readable-run.ts';
import { BridgeAgent } from './claude-bridge-agent.ts';
import { tellPeers } from './claude-bridge-peers.ts';
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { Reason } from '../../../../contract/reasons.ts';
import type { Agent } from '../../../../contract/schemas/entities.ts';
import type { ConnectingAgent } from '../../agents/arrived-agent.ts';
import type { CompatEndpoint, OpenEndpoint } from '../compat-endpoints.ts';
import type { ClaudeServices } from './claude-connection.ts';

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
  const welcome = (socket: WebSocket, opened: Socket) => {
    if (quota.makeRoom()) return dismiss(socket, crowdedOut, `${maxConnections} connections are busy here.`);
    const connection = new BridgeConnection(services, socket, endOf(opened), () => quota.touch(connection));
    connections.add(connection);
    quota.add(connection);
    socket.on('close', () => {
      connections.delete(connection);
      quota.remove(connection);
    });
  };
  const listening = await listenBridge(port, welcome, onCrowded).catch(error => sayWhoHolds(port, error));
  const silence = tellClients(services, connections);
  return {
    port: listening.port,
    close: () => {
      silence();
      for (const { client } of connections) client?.connection.dismiss(stopped);
      return listening.close();
    },
  };
}

/** What browsers say to those that work in them, and of browsers that come and go; until the function is called. */
function tellClients({ agentServices, browsers, state }: ClaudeServices, connections: Set<BridgeConnection>) {
  const silence = browsers.onNotice((browserId, method, params) => {
    for (const { client } of connections)
      if (client && agentServices.agents.get(client.connection.agentId)?.browserId === browserId)
        client.connection.notify(method, params);
  });
  const tell = (method: string, params: Record<string, unknown>) => {
    for (const { client } of connections) client?.bridge.peerChanged(method, params);
  };
  const leave = tellPeers({ browsers, state, tell });
  return () => {
    silence();
    leave();
  };
}

/** Rejects always: where another program has the port, with its process. */
async function sayWhoHolds(port: number, error: unknown): Promise<never> {
  const busy = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  throw busy ? new EndpointHeldError(`Port ${port}`, await portHolder(port)) : error;
}

interface BridgeClient {
  readonly bridge: BridgeAgent;
  readonly connection: AgentConnection;
}

/** A WebSocket, which is an agent once it has said something. */
class BridgeConnection {
  readonly #socket: WebSocket;
  readonly #agent: (id: string) => Agent | null;
  client: BridgeClient | null = null;
  #isOver = false;

  constructor(services: ClaudeServices, socket: WebSocket, end: ConnectingAgent['end'], onUsed: () => void) {
    this.#socket = socket;
    this.#agent = id => services.agentServices.agents.get(id);
    const run = new ReadableRun(reason => socket.close(unsupported, inEnglish(reason)));
    socket.on('message', data => {
      if (this.#isOver) return;
      onUsed();
      this.client ??= arrive(services, socket, end);
      const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer);
      run.note(this.client.connection.receiveBytes(bytes));
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.#leave({ kind: 'left-page' }));
  }

  get inFlight(): number {
    return this.client?.connection.inFlight ?? 0;
  }

  get rank(): number {
    if (!this.client) return 0;
    return this.#agent(this.client.connection.agentId)?.lastCallAt == null ? 1 : 2;
  }

  end(reason: Reason, code: number): void {
    this.client?.connection.dismiss(reason);
    this.#leave(reason);
    dismiss(this.#socket, code, inEnglish(reason));
  }

  /** Who never called has left nothing to come back to. */
  #leave(reason: Reason): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.client?.connection.closed(reason, this.rank === 2);
  }
}

/** Who does not answer the close keeps its connection, and that takes room too. */
function dismiss(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason.slice(0, 120));
  setTimeout(() => socket.terminate(), lastWordsMs).unref();
}

function arrive(services: ClaudeServices, socket: WebSocket, end: ConnectingAgent['end']): BridgeClient {
  const { agentServices, clients, platform } = services;
  const client = clients.expect(clientId);
  const connecting = {
    client,
    instance: agentServices.agents.returning.loneOrphan(client.id) ?? platform.randomBytes(16).toString('hex'),
    transport: 'claude-bridge' as const,
    program: null,
    end,
    disconnect: (reason: Reason) => {
      connection.dismiss(reason);
      socket.close(goingAway, inEnglish(reason).slice(0, 120));
    },
  };
  const send = (text: string) => {
    if (socket.bufferedAmount > maxQueueBytes) socket.close(tooSlow, 'The client does not read.');
    else if (socket.readyState === socket.OPEN) socket.send(text);
  };
  const bridge = new BridgeAgent(services, () => connection);
  const connection: AgentConnection = new AgentConnection(agentServices, connecting, send, bridge.wire());
  clients.seen(client.id);
  return { bridge, connection };
}
