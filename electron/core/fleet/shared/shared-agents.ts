// Other hubs as agents of this one: what they ask of a shared server goes the way of every agent, with this hub's rules, limits and questions.
import { hash } from 'node:crypto';
import { isRecord, parseJson } from '../../../../contract/json.ts';
import { rpcErrors } from '../../../../contract/rpc-errors.ts';
import { inEnglish } from '../../../../words/english.ts';
import { AgentConnection } from '../../agent-connections/agent-connection.ts';
import { HttpError } from '../../http/replies.ts';
import { readEnvelope } from '../../http/stateless/envelope.ts';
import { StatelessAgent } from '../../http/stateless/stateless-agent.ts';
import { toRpcError } from '../../wire/rpc-error.ts';
import { takeAskedBy } from './asked-by.ts';
import { ClientCalls, mostCalls } from './client-calls.ts';
import { mostClientsOfHub } from './fleet-client.ts';
import { hubRequestIn } from './hub-request.ts';
import { sharedAnswer, shareRefusal, withinShare } from './share-rules.ts';
import type { JSONRPCRequest, RequestId } from '@modelcontextprotocol/server';
import type { ShareUnable } from '../../../../contract/fleet.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { Client } from '../../../../contract/schemas/entities.ts';
import type { MessageError } from '../../../../contract/schemas/messages.ts';
import type { AgentServices } from '../../agent-connections/agent-services.ts';
import type { StatelessRequest } from '../../http/stateless/stateless-request.ts';
import type { AskedBy } from './asked-by.ts';
import type { BegunCall } from './asker-calls.ts';
import type { OwnShare, ShareRegistry } from './share-registry.ts';
import type { ShareFacts } from './share-rules.ts';

export interface SharedAgentsOptions {
  readonly services: AgentServices;
  readonly shares: Pick<ShareRegistry, 'get'>;
  readonly facts: ShareFacts;
  /** Why the server cannot be called; null where it can. */
  unable(serverId: string): ShareUnable | null;
  /** The client that an agent of a hub is here, or that hub itself; made when it first asks. Null where there is no room for one more. */
  clientOf(hub: string, by: AskedBy | null): Promise<Client | null>;
  readonly randomBytes: (size: number) => Buffer;
  report(error: unknown): void;
  /** Whether a call is still to be answered. */
  isOpen(asker: string, call: string): boolean;
  /** An agent has ended, by its owner's wish or because nothing of it was open for long: what it had under way there has no answer. */
  onEnded(agent: string, share: string): void;
}

interface SharedAgent {
  readonly asker: string;
  readonly clientId: string;
  readonly share: string;
  readonly agent: StatelessAgent;
}

/** Of one hub at one share; each agent there is as many as it has declared different things. */
const mostOfShare = 100;
const mostOfId = 1_000;
/** Of one agent of another hub at one share: as many as of one credential here. */
const mostDeclarations = 8;

export class SharedAgents {
  readonly #options: SharedAgentsOptions;
  readonly #agents = new Map<string, SharedAgent>();
  readonly #calls: ClientCalls;

  constructor(options: SharedAgentsOptions) {
    this.#options = options;
    this.#calls = new ClientCalls((asker, call) => options.isOpen(asker, call));
  }

  /** Answers in any case. */
  serve(call: BegunCall): void {
    this.#serve(call)
      .catch((error: unknown) => {
        const failed = error instanceof HttpError ? { code: error.code, message: error.message } : toRpcError(error);
        call.answer(errorText(idIn(call.text), failed));
      })
      .catch(this.#options.report);
  }

  /** A share holds no more, or others than before: what these agents have under way ends. */
  endWhere(isMeant: (agent: { readonly asker: string; readonly share: string }) => boolean, reason: Reason): void {
    for (const [key, one] of [...this.#agents])
      if (isMeant(one)) {
        this.#agents.delete(key);
        one.agent.end(reason, false);
      }
  }

  async #serve(call: BegunCall): Promise<void> {
    const message = parseJson(call.text);
    const first = this.#refusal(call, message);
    if (first) return call.answer(refusalText(message, first));
    const asked = hubRequestIn(message);
    if (!asked)
      return call.answer(
        errorText(idIn(call.text), {
          code: rpcErrors.invalidRequest,
          message: 'Hubs speak MCP 2026-07-28 to each other.',
        }),
      );
    const { by, request } = takeAskedBy(asked);
    const client = await this.#options.clientOf(call.asker, by);
    // Making the client waited: the share may be another by now, or nobody waits for an answer.
    if (call.isGone()) return;
    const own = this.#options.shares.get(call.share);
    const refusal = this.#refusal(call, message);
    if (refusal || !own)
      return call.answer(refusalText(message, refusal ?? { kind: 'fleet-unshared', share: call.share }));
    if (!client)
      return call.answer(
        refusalText(message, { kind: 'fleet-clients-full', whose: call.asker, most: mostClientsOfHub }),
      );
    if (!this.#calls.begin(call.asker, client.id, call.id))
      return call.answer(
        refusalText(message, { kind: 'fleet-taker-busy', hub: this.#options.facts.self, most: mostCalls }),
      );
    const one = this.#agentOf(call, own, client, request);
    if (!one)
      return call.answer(refusalText(message, { kind: 'fleet-agents-busy', share: call.share, most: mostOfShare }));
    call.onOver = one.awake();
    await one.serve(this.#requestOf(call, own, withinShare(own, request)));
  }

  #refusal({ share, asker }: BegunCall, message: unknown): Reason | null {
    const { shares, facts, unable } = this.#options;
    const own = shares.get(share);
    const refusal = shareRefusal(own, { name: share, asker, message }, facts);
    const so = own && unable(own.serverId);
    // Of one that was never there it is not known what only reads.
    if (!so || (refusal && refusal.kind !== 'fleet-share-only-reads')) return refusal;
    // One that is on its way is waited for.
    if (so === 'starting' && !refusal) return null;
    return { kind: 'fleet-share-unable', share, hub: facts.self, so, ofGroup: false };
  }

  #agentOf(call: BegunCall, own: OwnShare, client: Client, { params }: JSONRPCRequest): StatelessAgent | null {
    const { declares } = readEnvelope(params).introduction;
    const { asker, share } = call;
    const instance = `fleet ${share} ${digest(declares)}`;
    const key = `${asker} ${client.id} ${instance}`;
    call.agent = key;
    const known = this.#agents.get(key);
    if (known) return known.agent;
    if (!this.#makeRoom(asker, share, client.id)) return null;
    const { services, randomBytes } = this.#options;
    const agent: StatelessAgent = new StatelessAgent({
      catalogue: services.catalogue,
      randomBytes,
      clientId: client.id,
      serverId: own.serverId,
      ofHub: true,
      connect: (send, disconnect) =>
        new AgentConnection(services, { client, instance, transport: 'http', program: null, disconnect }, send, {
          serverId: own.serverId,
          hubName: this.#options.facts.self,
          waits: (id, waitsFor) => agent.waits(id, waitsFor),
        }),
      onEnd: () => {
        if (this.#agents.get(key)?.agent === agent) this.#agents.delete(key);
        this.#options.onEnded(key, share);
      },
    });
    this.#agents.set(key, { asker, clientId: client.id, share, agent });
    return agent;
  }

  /** False where all of that hub are at work. One that declares ever other things ends its own, whatever they do. */
  #makeRoom(asker: string, share: string, clientId: string): boolean {
    const same = [...this.#agents].filter(([, one]) => one.asker === asker && one.share === share);
    const idle = ([, { agent }]: (typeof same)[number]) => !agent.isBusy;
    const own = same.filter(([, one]) => one.clientId === clientId);
    if (own.length < mostDeclarations && same.length < mostOfShare) return true;
    const [key, oldest] = own.length < mostDeclarations ? (same.find(idle) ?? []) : (own.find(idle) ?? own[0] ?? []);
    if (key === undefined || !oldest) return false;
    this.#agents.delete(key);
    oldest.agent.end({ kind: 'other-abilities' });
    return true;
  }

  #requestOf(call: BegunCall, own: OwnShare, message: JSONRPCRequest): StatelessRequest {
    return {
      message,
      text: call.text,
      isGone: () => call.isGone(),
      checkParams: () => {},
      reply: (onGone = () => {}) => {
        call.onGone = onGone;
        return {
          waits: waitsFor => {
            call.waits = waitsFor === 'target' ? null : waitsFor === 'turn' ? 'turn' : 'owner';
          },
          tell: text => {
            call.tell(text);
            return !call.isGone();
          },
          answer: (_id, text) => call.answer(sharedAnswer(own, message.method, text, this.#options.facts)),
        };
      },
      stream: onEnd => {
        call.onGone = () => onEnd(false);
        let last: string | null = null;
        return {
          // The last that is said on a stream is the answer to its request.
          event: (_name, data) => {
            if (isAnswer(data)) last = data;
            else call.tell(data);
            return !call.isGone();
          },
          end: () => {
            call.answer(last ?? errorText(message.id, { code: rpcErrors.internal, message: 'The stream has ended.' }));
            onEnd(false);
          },
        };
      },
    };
  }
}

/** What calls a tool reads why as its result, so that a model sees it; every other request has an error. */
export function refusalText(message: unknown, reason: Reason): string {
  const { method } = isRecord(message) ? message : {};
  const id = idOf(message);
  const text = inEnglish(reason);
  if (method !== 'tools/call') return errorText(id, { code: rpcErrors.invalidRequest, message: text });
  const result = { resultType: 'complete', isError: true, content: [{ type: 'text', text }] };
  return JSON.stringify({ jsonrpc: '2.0', id, result });
}

export function errorText(id: RequestId | null, error: MessageError): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error });
}

export function idIn(text: string): RequestId | null {
  return idOf(messageIn(text));
}

/** Null for what no request of a hub has as its id: whoever says something cannot have all of it said again. */
function idOf(message: unknown): RequestId | null {
  const id = isRecord(message) ? message.id : null;
  const isId = typeof id === 'string' ? id.length <= mostOfId : Number.isSafeInteger(id);
  return isId ? (id as RequestId) : null;
}

/** Null for what is no JSON. */
export function messageIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

function isAnswer(text: string): boolean {
  const message = parseJson(text);
  return isRecord(message) && !('method' in message);
}

function digest(value: unknown): string {
  return hash('sha256', JSON.stringify(value)).slice(0, 16);
}
