// What the signed clients of a gateway come to in this process: tokens that are taken, grants, and the shared servers that they speak of.
import { createHash } from 'node:crypto';
import { markColours } from '../../../contract/entities.ts';
import { hubError } from '../../../words/hub-error.ts';
import { toolId } from '../tools/tool-names.ts';
import type { Client } from '../../../contract/schemas/entities.ts';
import type { GatewayClient, GatewayGrant } from '../../../contract/schemas/fleet-gateway.ts';
import type { Grant } from '../../../contract/schemas/permissions.ts';
import type { Server } from '../../../contract/schemas/servers.ts';
import type { FleetShares } from '../fleet/shared/fleet-shares.ts';
import type { SeesServer } from '../gateway/view-options.ts';
import type { NewGrant } from '../permissions/grant-registry.ts';
import type { Registries } from './registries.ts';

export interface GatewayAccessOptions
  extends Pick<Registries, 'clients' | 'agents' | 'grants' | 'servers' | 'catalogue'> {
  readonly shares: Pick<FleetShares, 'use'>;
  /** One could not be put in force: it is not there then. Null once it is, or is not to be. */
  onFault(id: string, error: unknown): void;
}

/** What could not be put in force is tried again: a disk is full for a while. */
const retryMs = 5_000;

interface Held {
  readonly client: GatewayClient;
  /** By the id that the server has here; empty until it is in force. */
  servers: ReadonlyMap<string, readonly GatewayGrant[]>;
}

export class GatewayAccess {
  readonly #options: GatewayAccessOptions;
  readonly #held = new Map<string, Held>();
  /** What was told of those that could not be put in force. */
  readonly #faults = new Map<string, string>();
  /** One change after the other. */
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;
  #wasSettled = false;

  constructor(options: GatewayAccessOptions) {
    this.#options = options;
  }

  /** Whether all that was there when this is asked first is in force, and the servers that it speaks of were tried. */
  get isSettled(): boolean {
    this.#wasSettled ||= this.#waiting === 0 && this.#options.servers.list().every(wasTried);
    return this.#wasSettled;
  }

  /** Whoever has lost a credential is answered no more from here on; what it may do follows. */
  taken(id: string, client: GatewayClient | null): void {
    const { clients, agents } = this.#options;
    const held = this.#held.get(id);
    const before = held?.client;
    if (client) this.#held.set(id, { client, servers: narrowed(held?.servers, client.grants) });
    else this.#held.delete(id);
    // What it may do no more it may do no more from here on, whatever is still at work for others.
    this.#revokeLost(id);
    if (before && before.secretHash !== client?.secretHash) {
      if (clients.hasCredential(id)) clients.drop(id);
      agents.disconnectClient(id, { kind: 'gateway-client-gone', client: before.name });
    }
    this.#settleNext(id);
  }

  /** What is not in what it may do now, as far as its servers are known; what it may do besides follows in its turn. */
  #revokeLost(id: string): void {
    const wanted = wantedOf(id, this.#held.get(id)?.servers ?? new Map());
    this.#options.grants.clientKeeps(id, grant => wanted.some(one => isSame(one, grant)));
  }

  #settleNext(id: string): void {
    this.#waiting += 1;
    this.#last = this.#last
      .then(() => this.#settle(id))
      .catch((error: unknown) => this.#failed(id, error))
      .finally(() => {
        this.#waiting -= 1;
      });
  }

  /** It is let in by nothing until it is tried again, or another version comes. */
  #failed(id: string, error: unknown): void {
    const { clients, onFault } = this.#options;
    const [held, said] = [this.#held.get(id), String(error)];
    if (clients.hasCredential(id)) clients.drop(id);
    if (this.#faults.get(id) !== said) onFault(id, error);
    this.#faults.set(id, said);
    if (!held) return;
    const timer = setTimeout(() => {
      if (this.#held.get(id) === held && !clients.hasCredential(id)) this.#settleNext(id);
    }, retryMs);
    timer.unref();
  }

  #solved(id: string): void {
    if (this.#faults.delete(id)) this.#options.onFault(id, null);
  }

  /** What the others know it by: of two that were signed under one name the later one is another. */
  idOf(clientId: string): string | null {
    const client = this.#held.get(clientId)?.client;
    if (!client) return null;
    return createHash('sha256').update(`${client.id} ${client.secretHash}`).digest('hex').slice(0, 32);
  }

  /** In constant time; null for every other. */
  verify(token: string): Client | null {
    const client = this.#options.clients.verifyToken(token);
    return client && this.#held.has(client.id) ? client : null;
  }

  readonly sees: SeesServer = (clientId, serverId, what) => {
    const grants = this.#held.get(clientId)?.servers.get(serverId) ?? [];
    if (!what) return grants.length > 0;
    if (what === 'reads') return grants.some(isWhole);
    return grants.some(({ tools, reading }) => (tools?.includes(what.name) ?? true) && (!reading || what.readOnly));
  };

  /** To what stands now: of several changes that wait the newest counts. */
  async #settle(id: string): Promise<void> {
    const { clients, agents, grants, catalogue } = this.#options;
    const held = this.#held.get(id);
    // What is built in stays what it is.
    if (clients.get(id) && !clients.hasCredential(id))
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'gateway-client-refused', client: id, so: 'does-not-fit' });
    if (!held) {
      await grants.revokeClient(id);
      return this.#solved(id);
    }
    const servers = new Map<string, GatewayGrant[]>();
    for (const grant of held.client.grants) {
      const serverId = await this.#serverOf(grant);
      servers.set(serverId, [...(servers.get(serverId) ?? []), grant]);
    }
    // Of one that has changed meanwhile nothing comes into force, not for a moment.
    if (this.#held.get(id) !== held) return;
    const wanted = wantedOf(id, servers);
    grants.clientKeeps(id, grant => wanted.some(one => isSame(one, grant)));
    const have = grants.all().filter(({ subject }) => subject.kind === 'client' && subject.id === id);
    await grants.addAll(wanted.filter(one => !have.some(grant => isSame(one, grant))));
    // Meanwhile it may be another, or gone, and has then lost what was being written.
    if (this.#held.get(id) !== held) return this.#revokeLost(id);
    held.servers = servers;
    clients.hold(rowOf(held.client));
    this.#solved(id);
    for (const agent of agents.connected()) if (agent.clientId === id) catalogue.listedOtherwise(agent.id);
  }

  /** Who signed the grant has approved its use. */
  async #serverOf(address: GatewayGrant): Promise<string> {
    const { shares, servers } = this.#options;
    const id = await shares.use(address);
    const server = servers.get(id);
    if (server?.state.kind === 'blocked') await servers.changes.approve(id, server.hash);
    return id;
  }
}

/** The first try may come before it is known who shares it, or meet a hub that has gone: one that waits is tried once more. */
function wasTried({ state, starts }: Pick<Server, 'state' | 'starts'>): boolean {
  return state.kind !== 'starting' && (state.kind !== 'waiting' || starts > 1);
}

/** Who may use some tools of a server may use those alone. */
function isWhole({ tools }: Pick<GatewayGrant, 'tools'>): boolean {
  return tools === null;
}

/** Prompts and resources of a server that it may use. */
const readsAll = { tools: null, reading: false };

function wantedOf(id: string, servers: Held['servers']): NewGrant[] {
  return [...servers].flatMap(([serverId, all]) => [
    ...all.map(grant => grantOf(id, serverId, grant)),
    ...(all.some(isWhole) ? [grantOf(id, serverId, readsAll, 'servers:read')] : []),
  ]);
}

/** Of the servers that are known already, what is granted of them now. */
function narrowed(before: Held['servers'] | undefined, grants: readonly GatewayGrant[]): Held['servers'] {
  const next = new Map<string, readonly GatewayGrant[]>();
  for (const [serverId, old] of before ?? []) {
    const now = grants.filter(grant => old.some(({ hub, share }) => grant.hub === hub && grant.share === share));
    if (now.length > 0) next.set(serverId, now);
  }
  return next;
}

function grantOf(
  clientId: string,
  serverId: string,
  { tools, reading }: Pick<GatewayGrant, 'tools' | 'reading'>,
  scope: Extract<Grant['scope'], 'servers:call' | 'servers:read'> = 'servers:call',
): NewGrant {
  return {
    subject: { kind: 'client', id: clientId },
    agentId: null,
    effect: 'allow',
    scope,
    tools: tools?.map(name => toolId(serverId, name)) ?? null,
    reading,
    resource: { kind: 'server', serverId },
    lifetime: 'always',
    tab: null,
  };
}

function isSame(wanted: NewGrant, grant: Grant): boolean {
  const facts = ({ scope, tools, reading, resource }: NewGrant) => JSON.stringify([scope, tools, reading, resource]);
  return facts(wanted) === facts(grant);
}

function rowOf({ id, name, secretHash, signedAt }: GatewayClient) {
  const colour = 1 + ([...id].reduce((sum, char) => sum + char.charCodeAt(0), 0) % markColours);
  return {
    ...{ id, name, colour, start: 'ask' as const, seesHub: false, createdAt: Date.parse(signedAt), lastSeenAt: null },
    secretHash: secretHash ?? '',
  };
}
