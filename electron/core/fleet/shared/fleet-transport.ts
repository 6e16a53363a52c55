// One run of a server that another hub shares, as the hub's own MCP client sees it: each of its requests is a call over the fleet.
import { isFleetName } from '../../../../contract/fleet.ts';
import { isRecord, parseJson } from '../../../../contract/json.ts';
import { rpcErrors } from '../../../../contract/rpc-errors.ts';
import { inEnglish } from '../../../../words/english.ts';
import { refusalText } from './shared-agents.ts';
import type { FleetAddress } from '../../../../contract/fleet.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { RunEnd, ServerTransport, TransportEvents } from '../../servers/lifecycle/server-transport.ts';
import type { AskedCall, CallAsker } from './call-asker.ts';

export interface FleetTransportOptions extends Pick<TransportEvents, 'onText' | 'onAsked'> {
  readonly address: FleetAddress;
  readonly asker: Pick<CallAsker, 'ask' | 'cancel'>;
  readonly newId: () => string;
  /** The request with these params was given to a hub of the group. */
  readonly onTaken?: (params: unknown, hub: string) => void;
  readonly onOver: () => void;
  /** A call begins to wait for the owner of another hub, or has ended to. */
  readonly onWaits?: (hub: string, isAsked: boolean) => void;
}

type RpcId = string | number;
type CallEnd = Parameters<AskedCall['ended']>[0];

const unsupportedVersion = -32022;
const spoken = '2026-07-28';

export class FleetTransport implements ServerTransport {
  readonly #options: FleetTransportOptions;
  /** Ids of calls, by those of the client's requests. */
  readonly #calls = new Map<RpcId, string>();
  #isOver = false;
  /** Why it ends once nothing is under way any more. */
  #leaving: Reason | null = null;
  #end: (end: RunEnd) => void = () => {};
  readonly pid = null;
  readonly stderr: string[] = [];
  readonly ended: Promise<RunEnd>;
  readonly gone: Promise<void>;

  constructor(options: FleetTransportOptions) {
    this.#options = options;
    this.ended = new Promise(resolve => {
      this.#end = resolve;
    });
    this.gone = this.ended.then(() => {});
  }

  send(text: string): void {
    if (this.#isOver) return;
    const message = parseJson(text);
    if (!isRecord(message)) return;
    const { id, method, params } = message;
    if (typeof id === 'string' || typeof id === 'number') this.#ask(id, String(method), params, text);
    else if (method === 'notifications/cancelled' && isRecord(params)) this.#cancel(params);
  }

  note(): void {}

  fail(reason: Reason): void {
    this.#finish({ cause: 'away', reason });
  }

  get address(): FleetAddress {
    return this.#options.address;
  }

  /** As `fail` does, but what is under way has its answer first. */
  leave(reason: Reason): void {
    this.#leaving = reason;
    this.#leaveSoon();
  }

  stop(): Promise<void> {
    this.#finish({ cause: 'ended', reason: { kind: 'was-stopped' } });
    return this.gone;
  }

  #ask(id: RpcId, method: string, params: unknown, text: string): void {
    // Hubs speak to each other without a handshake; said here, it costs no way there and back.
    if (method === 'initialize')
      return this.#refuse(id, unsupportedVersion, `Only MCP ${spoken} is spoken here.`, { supported: [spoken] });
    const { address, asker, newId, onText, onAsked, onWaits, onTaken } = this.#options;
    const call = newId();
    this.#calls.set(id, call);
    const kept = keptState(params, address.hub);
    const taken = (by: string) => onTaken?.(params, by);
    if (address.hub === null && kept) taken(kept.hub);
    asker.ask({
      id: call,
      share: address.share,
      hub: address.hub ?? kept?.hub ?? null,
      text: kept ? JSON.stringify({ jsonrpc: '2.0', id, method, params: kept.params }) : text,
      told: told => {
        if (!this.#isOver) onText(told);
      },
      asked: (by, isAsked) => {
        onAsked?.(id, isAsked);
        onWaits?.(by, isAsked);
      },
      taken,
      ended: end => this.#ended(id, method, end),
    });
  }

  /** What has just ended has its answer in a microtask. */
  #leaveSoon(): void {
    setImmediate(() => this.#leaveIfIdle());
  }

  #leaveIfIdle(): void {
    if (this.#leaving && this.#calls.size === 0) this.fail(this.#leaving);
  }

  #ended(id: RpcId, method: string, end: CallEnd): void {
    if (!this.#calls.delete(id) || this.#isOver) return;
    this.#tellEnd(id, method, end);
    if (this.#leaving) this.#leaveSoon();
  }

  #tellEnd(id: RpcId, method: string, end: CallEnd): void {
    if ('reason' in end) {
      // A model sees what a tool answers, and has to know that it may have begun.
      if (method === 'tools/call') return this.#answer(refusalText({ id, method }, end.reason));
      return this.#refuse(id, rpcErrors.internal, inEnglish(end.reason));
    }
    this.#options.onText(withKeeper(end));
  }

  #cancel({ requestId, reason }: Record<string, unknown>): void {
    if (typeof requestId !== 'string' && typeof requestId !== 'number') return;
    const call = this.#calls.get(requestId);
    if (call === undefined) return;
    this.#calls.delete(requestId);
    this.#leaveSoon();
    this.#options.asker.cancel(call, typeof reason === 'string' ? reason.slice(0, 2_000) : null);
  }

  #refuse(id: RpcId, code: number, message: string, data?: unknown): void {
    const error = { code, message, ...(data !== undefined && { data }) };
    this.#answer(JSON.stringify({ jsonrpc: '2.0', id, error }));
  }

  /** Whoever sends is still sending: an answer comes after that, as from every other transport. */
  #answer(text: string): void {
    queueMicrotask(() => {
      if (!this.#isOver) this.#options.onText(text);
    });
  }

  #finish(end: RunEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const call of this.#calls.values()) this.#options.asker.cancel(call, null);
    this.#calls.clear();
    this.#options.onOver();
    this.#end(end);
  }
}

/** A call that waits for input goes back to the hub that has it: its name stands before the state, so that nobody has to remember it. */
function withKeeper({ text, by }: { readonly text: string; readonly by: string }): string {
  // Read in full only where it may be there.
  if (!text.includes('"requestState"')) return text;
  const message = parseJson(text);
  if (!isRecord(message) || !isRecord(message.result) || typeof message.result.requestState !== 'string') return text;
  const requestState = `${by}:${message.result.requestState}`;
  return JSON.stringify({ ...message, result: { ...message.result, requestState } });
}

/** The hub that keeps a call, and its params as that one knows them; null for a call that is new, and for a state of another hub than is meant. */
function keptState(
  params: unknown,
  meant: string | null,
): { readonly hub: string; readonly params: Record<string, unknown> } | null {
  if (!isRecord(params) || typeof params.requestState !== 'string') return null;
  const end = params.requestState.indexOf(':');
  const hub = params.requestState.slice(0, Math.max(0, end));
  if (meant !== null && hub !== meant) return null;
  return isFleetName(hub) ? { hub, params: { ...params, requestState: params.requestState.slice(end + 1) } } : null;
}
