// The panel of another hub, looked at from here: requests go there, its events come back. One that is lost is over; whoever looks opens another.

import { toErrorValue } from '../../../../contract/errors.ts';
import { isRecord } from '../../../../contract/json.ts';
import { aliveMs, FleetPanelFrameSchema, FleetPanelOpenedSchema } from '../../../../contract/schemas/fleet-panel.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { askHub } from '../link/fleet-asks.ts';
import { hear } from '../link/hear.ts';
import { PartJoiner } from '../link/parts.ts';
import { readEvent, readReply } from './remote-values.ts';
import type { Subscription } from '@nats-io/transport-node';
import type { Reason } from '../../../../contract/reasons.ts';
import type { FleetPanelAsk, FleetPanelFrame, FleetPanelRight } from '../../../../contract/schemas/fleet-panel.ts';
import type { PanelEvent } from '../../../../contract/schemas/panel-events.ts';
import type { PanelReply } from '../../../../contract/schemas/panel-requests.ts';
import type { PanelConnection } from '../../panel/panel-server.ts';
import type { FleetWire } from '../link/fleet-wire.ts';

export interface RemotePanelOptions {
  readonly wire: FleetWire;
  /** Whose panel. */
  readonly owner: string;
  readonly version: string;
  /** A name for this look that nobody else has. */
  readonly view: string;
  readonly listener: (event: PanelEvent) => void;
  /** It is over, and not by `close`. */
  readonly onLost: (reason: Reason) => void;
}

interface Waiting {
  readonly name: string;
  settle(reply: PanelReply): void;
}

const answerMs = 5_000;
/** A request there may start a browser, or ask a model. */
const requestMs = 60_000;
/** The state of a busy hub is some MB. */
const mostBytes = 64 * 1024 * 1024;

export class RemotePanel implements PanelConnection {
  readonly #options: RemotePanelOptions;
  readonly #joiner = new PartJoiner(mostBytes);
  readonly #waiting = new Map<number, Waiting>();
  readonly #frames: Subscription;
  /** Null once it is open; why it is not otherwise. */
  readonly opened: Promise<Reason | null>;
  #right: FleetPanelRight = 'read';
  #expected = 0;
  #lastId = 0;
  #asks = 0;
  #over: Reason | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: RemotePanelOptions) {
    this.#options = options;
    const { connection, subjects } = options.wire;
    // Only what the owner itself publishes: the fourth token is the sender's.
    const subject = `${subjects.prefix}.re.${subjects.hub}.${options.owner}.${options.view}`;
    this.#frames = hear(connection, subject, message => this.#take(message.data));
    this.opened = this.#open();
  }

  async request(name: string, params: unknown): Promise<PanelReply> {
    const reason = (await this.opened) ?? this.#over;
    if (reason) return failed(reason);
    const id = (this.#lastId += 1);
    return new Promise(resolve => {
      const late = setTimeout(() => settle(failed(this.#away)), requestMs).unref();
      const settle = (reply: PanelReply) => {
        clearTimeout(late);
        this.#waiting.delete(id);
        resolve(reply);
      };
      this.#waiting.set(id, { name, settle });
      this.#say('panel-request', { id, name, params });
    });
  }

  close(): void {
    if (this.#over) return;
    this.#say('panel-close', {});
    this.#end({ kind: 'panel-of-hub-gone', whose: this.#options.owner });
  }

  get #away(): Reason {
    return { kind: 'panel-of-hub-away', whose: this.#options.owner };
  }

  async #open(): Promise<Reason | null> {
    const opened = await this.#ask('panel-open', { version: this.#options.version });
    if (opened) this.#lose(opened);
    else this.#beatLater();
    return opened;
  }

  #beatLater(): void {
    if (!this.#over) this.#timer = setTimeout(() => void this.#beat(), aliveMs).unref();
  }

  async #beat(): Promise<void> {
    const reason = await this.#ask('panel-alive', {});
    if (reason) this.#lose(reason);
    else this.#beatLater();
  }

  /** Null where the owner agrees. */
  async #ask(ask: FleetPanelAsk, fields: Readonly<Record<string, unknown>>): Promise<Reason | null> {
    const { wire, owner, view } = this.#options;
    const text = JSON.stringify({ view, ...fields });
    try {
      const id = `${view}-${(this.#asks += 1)}`;
      const message = await askHub(wire, { to: owner, what: ask, id, text, waitMs: answerMs });
      const read = FleetPanelOpenedSchema.safeParse(message.json());
      if (!read.success) return { kind: 'panel-of-hub-unreadable', whose: owner };
      if (!read.data.ok) return read.data.reason;
      this.#right = read.data.right;
      return null;
    } catch {
      return this.#away;
    }
  }

  #say(ask: FleetPanelAsk, fields: Readonly<Record<string, unknown>>): void {
    const { wire, owner, view } = this.#options;
    if (wire.connection.isClosed()) return this.#lose(this.#away);
    wire.connection.publish(wire.subjects.request(owner, ask), JSON.stringify({ view, ...fields }));
  }

  #take(part: Uint8Array): void {
    const joined = this.#joiner.take(part);
    if (joined.kind === 'waits') return;
    const { owner } = this.#options;
    if (joined.kind === 'broken') return this.#lose({ kind: 'panel-of-hub-behind', whose: owner });
    const frame = FleetPanelFrameSchema.safeParse(parsed(joined.message));
    if (!frame.success) return this.#lose({ kind: 'panel-of-hub-unreadable', whose: owner });
    if (frame.data.n !== this.#expected) return this.#lose({ kind: 'panel-of-hub-behind', whose: owner });
    this.#expected += 1;
    this.#heard(frame.data);
  }

  #heard(frame: FleetPanelFrame): void {
    if (frame.kind === 'closed') return this.#lose(frame.reason);
    const { owner, listener } = this.#options;
    const remote = { hub: owner, right: this.#right };
    if (frame.kind === 'event') {
      const event = readEvent(frame.event, frame.data);
      if (event) listener(stamped(event, remote));
      return;
    }
    const waiting = this.#waiting.get(frame.id);
    const reply = waiting && readReply(waiting.name, frame.reply);
    waiting?.settle(reply ? stamped(reply, remote) : failed({ kind: 'panel-of-hub-unreadable', whose: owner }));
  }

  #lose(reason: Reason): void {
    if (this.#over) return;
    this.#end(reason);
    this.#options.onLost(reason);
  }

  #end(reason: Reason): void {
    this.#over = reason;
    if (this.#timer) clearTimeout(this.#timer);
    this.#frames.unsubscribe();
    for (const { settle } of [...this.#waiting.values()]) settle(failed(reason));
  }
}

function failed(reason: Reason): PanelReply {
  return { ok: false, error: toErrorValue(hubError('ERR_SERVER_UNAVAILABLE', reason)) };
}

function parsed(message: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(message.buffer, message.byteOffset, message.length).toString('utf8'));
  } catch {
    return null;
  }
}

/** Says in the state whose it is, so that its page does; over whatever the other hub says of that. */
function stamped<T extends PanelEvent | PanelReply>(told: T, remote: Readonly<Record<string, unknown>>): T {
  const key = 'data' in told ? 'data' : 'value';
  const value = (told as Readonly<Record<string, unknown>>)[key];
  if (!isRecord(value) || !isRecord(value.hub)) return told;
  return { ...told, [key]: { ...value, hub: { ...value.hub, remote } } };
}
