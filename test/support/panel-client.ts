// The panel as a program: opens the WebSocket as the page does, keeps the snapshot with its patches, and makes requests.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { PanelFrameSchema } from '../../contract/schemas/panel-events.ts';
import { PatchSchema } from '../../contract/schemas/snapshot.ts';
import { openLane } from './jitter.ts';
import type { ErrorValue } from '../../contract/errors.ts';
import type { PanelParams, PanelReply, PanelRequestName, PanelResult } from '../../contract/schemas/panel-requests.ts';
import type { Patch, Snapshot } from '../../contract/schemas/snapshot.ts';

/** A bound for what hangs; a busy machine must not reach it. */
const patienceMs = 60_000;

/** Looks again every 20 ms. Rejects with a sentence that names `what` when it does not come true in time. */
export async function until(
  isTrue: () => boolean | Promise<boolean>,
  what: string,
  timeMs = patienceMs,
): Promise<void> {
  const deadline = Date.now() + timeMs;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`It did not happen within ${timeMs / 1000} s that ${what}.`);
    await sleep(20);
  }
}

export interface Closed {
  readonly code: number;
  readonly reason: string;
}

/** A request that the core refused. */
export class PanelError extends Error {
  readonly code: string;

  constructor({ code, message }: ErrorValue) {
    super(message);
    this.code = code;
  }
}

/** The hub as a program sees it, whichever way it came there. */
export type HubView = Pick<PanelClient, 'snapshot' | 'request' | 'waitFor'>;

/** The snapshot with its patches, of which some may come before it. */
export class KeptSnapshot {
  #snapshot: Snapshot | null = null;
  #early: Patch[] = [];

  get now(): Snapshot {
    if (!this.#snapshot) throw new Error('The snapshot has not come yet.');
    return this.#snapshot;
  }

  begin(snapshot: Snapshot): void {
    this.#snapshot = this.#early.splice(0).reduce(patched, snapshot);
  }

  take(patch: Patch): void {
    if (this.#snapshot) this.#snapshot = patched(this.#snapshot, patch);
    else this.#early.push(patch);
  }
}

export class PanelClient {
  readonly socket: WebSocket;
  /** What the one-time token was traded for. */
  readonly key: string;
  readonly address: string;
  readonly closed: Promise<Closed>;
  readonly #waiting = new Map<number, (reply: PanelReply) => void>();
  readonly #out = openLane('program');
  readonly #kept = new KeptSnapshot();
  #nextId = 1;

  private constructor(socket: WebSocket, key: string, address: string) {
    this.socket = socket;
    this.key = key;
    this.address = address;
    const back = openLane('program');
    this.closed = closing(socket).then(how => new Promise(resolve => back(() => resolve(how))));
    socket.on('message', data => back(() => this.#take(String(data))));
  }

  /** With the printed one-time address, or with the key of an earlier connection. Rejects with a close code when refused. */
  static async open(url: string, key?: string): Promise<PanelClient> {
    const { origin, hash } = new URL(url);
    const socket = await openSocket(origin);
    const closed = closing(socket);
    const proof = key === undefined ? { token: new URLSearchParams(hash.slice(1)).get('token') } : { key };
    const answer = once(socket, 'message').then(([data]) => PanelFrameSchema.parse(JSON.parse(String(data))));
    socket.send(JSON.stringify(proof));
    const frame = await Promise.race([answer, closed]);
    if (!('key' in frame)) throw new Error(`The panel closed the connection: ${JSON.stringify(frame)}.`);
    const client = new PanelClient(socket, frame.key, origin);
    const snapshot = await client.request('state:get', {});
    client.#kept.begin(snapshot);
    return client;
  }

  get snapshot(): Snapshot {
    return this.#kept.now;
  }

  /** Rejects with PanelError when the core refuses. */
  async request<N extends PanelRequestName>(name: N, params: PanelParams<N>): Promise<PanelResult<N>> {
    const reply = await this.send(name, params);
    if (!reply.ok) throw new PanelError(reply.error);
    return reply.value as PanelResult<N>;
  }

  /** Any name and params, as they are. */
  send(name: string, params: unknown): Promise<PanelReply> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, resolve);
      void this.closed.then(({ code }) => reject(new Error(`The panel's connection closed with ${code}.`)));
      this.#out(() => this.socket.send(JSON.stringify({ id, name, params })));
    });
  }

  /** Takes in all that the hub knows now, also what it has not told yet. */
  async catchUp(): Promise<void> {
    const known = await this.request('state:get', {});
    if (known.seq > this.snapshot.seq) this.#kept.begin(known);
  }

  waitFor(isTrue: (snapshot: Snapshot) => boolean, what: string, timeMs?: number): Promise<void> {
    return until(() => isTrue(this.snapshot), what, timeMs);
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.closed;
  }

  #take(text: string): void {
    const frame: unknown = JSON.parse(text);
    const parsed = PanelFrameSchema.parse(frame);
    if ('id' in parsed) {
      this.#waiting.get(parsed.id)?.(parsed);
      this.#waiting.delete(parsed.id);
    } else if ('event' in parsed && parsed.event === 'state:patch') {
      this.#kept.take(PatchSchema.parse(parsed.data));
    }
  }
}

/** Opens the panel's WebSocket without saying anything on it; `headers` replace the page's own. */
export async function openSocket(origin: string, headers: Record<string, string> = {}): Promise<WebSocket> {
  const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/panel`, { headers: { origin, ...headers } });
  await once(socket, 'open');
  return socket;
}

/** How the socket closed. A connection that breaks closes too, so this never rejects. */
export function closing(socket: WebSocket): Promise<Closed> {
  socket.on('error', () => {});
  return new Promise(resolve => {
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
}

/** A gap in the numbers is an error here: on a connection that stays open none may happen. */
function patched(snapshot: Snapshot, patch: Patch): Snapshot {
  if (patch.seq <= snapshot.seq) return snapshot;
  if (patch.seq !== snapshot.seq + 1) throw new Error(`Patch ${patch.seq} follows snapshot ${snapshot.seq}.`);
  const next: Record<string, unknown> = { ...snapshot, seq: patch.seq, hub: patch.hub ?? snapshot.hub };
  const collections = new Map<string, Map<string, unknown>>();
  for (const { collection, id, value } of patch.changes) {
    const entries = collections.get(collection) ?? new Map(Object.entries(next[collection] as object));
    collections.set(collection, entries);
    if (value === null) entries.delete(id);
    else entries.set(id, value);
  }
  for (const [collection, entries] of collections) next[collection] = Object.fromEntries(entries);
  return next as Snapshot;
}

/** The sentence of a refusal; what is not refused, or fails otherwise, is an error. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof PanelError) return error.message;
  throw new Error('It was not refused.');
}
