// One look of another hub at this panel: passes its requests on as far as it may make them, and tells it what panels hear.
import { toErrorValue } from '../../../../contract/errors.ts';
import { aliveMs } from '../../../../contract/schemas/fleet-panel.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { cutIntoParts } from '../link/parts.ts';
import { isForOwner, rightFor } from './panel-rights.ts';
import { shownSnapshot } from './shown-state.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { FleetPanelFrame, FleetPanelRight } from '../../../../contract/schemas/fleet-panel.ts';
import type { PanelEvent } from '../../../../contract/schemas/panel-events.ts';
import type { PanelReply } from '../../../../contract/schemas/panel-requests.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';
import type { PanelConnection, PanelServer } from '../../panel/panel-server.ts';
import type { FleetWire } from '../link/fleet-wire.ts';
import type { ShownTraffic } from './shown-traffic.ts';

export interface ShownViewOptions {
  readonly wire: FleetWire;
  readonly panel: Pick<PanelServer, 'connect'>;
  /** Who looks. */
  readonly hub: string;
  /** As it has named this look. */
  readonly id: string;
  readonly right: FleetPanelRight;
  readonly traffic: Pick<ShownTraffic, 'isOpen' | 'textOf' | 'sent'>;
  readonly onClosed: () => void;
}

type Unnumbered = FleetPanelFrame extends infer F ? (F extends FleetPanelFrame ? Omit<F, 'n'> : never) : never;

/** Requests of one view that are under way at once. */
const mostOpen = 100;

export class ShownView {
  readonly #options: ShownViewOptions;
  readonly #connection: PanelConnection;
  #right: FleetPanelRight;
  #sent = 0;
  #open = 0;
  #isClosed = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: ShownViewOptions) {
    this.#options = options;
    this.#right = options.right;
    const answers = () => this.#right === 'answer';
    this.#connection = options.panel.connect(event => this.#tell(event), { kind: 'hub', hub: options.hub, answers });
    this.alive();
  }

  get hub(): string {
    return this.#options.hub;
  }

  get right(): FleetPanelRight {
    return this.#right;
  }

  get isOpen(): boolean {
    return !this.#isClosed;
  }

  /** It is still looked at. */
  alive(): void {
    if (this.#isClosed) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.close(null), 3 * aliveMs).unref();
  }

  /** What its hub may do now; nothing closes it. */
  judge(right: FleetPanelRight | null): void {
    const { hub, wire } = this.#options;
    if (right === null) return this.close({ kind: 'panel-of-hub-not-allowed', hub, whose: wire.subjects.hub });
    this.#right = right;
  }

  async request(id: number, name: string, params: unknown): Promise<void> {
    if (this.#isClosed) return;
    const refusal = this.#refusal(name, params);
    if (refusal) return this.#reply(id, refused(refusal));
    this.#open += 1;
    const reply = await this.#connection.request(name, params);
    this.#open -= 1;
    this.#reply(
      id,
      name === 'state:get' && reply.ok ? { ok: true, value: shownSnapshot(reply.value as Snapshot) } : reply,
    );
  }

  /** With a reason it is told why. */
  close(reason: Reason | null): void {
    if (this.#isClosed) return;
    if (reason && this.#options.traffic.isOpen) this.#send({ kind: 'closed', reason });
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#connection.close();
    this.#options.onClosed();
  }

  #refusal(name: string, params: unknown): Reason | null {
    const { hub, wire } = this.#options;
    const owner = wire.subjects.hub;
    const needed = rightFor(name);
    if (needed === null) return { kind: 'panel-request-of-owner', whose: owner };
    if (needed === 'answer' && this.#right !== 'answer') return { kind: 'panel-answer-not-allowed', hub, whose: owner };
    if (isForOwner(name, params)) return { kind: 'panel-answer-of-owner', whose: owner };
    return this.#open < mostOpen ? null : { kind: 'panel-views-full', whose: owner, most: mostOpen };
  }

  #tell(event: PanelEvent): void {
    if (this.#isClosed) return;
    const text = this.#options.traffic.textOf(event);
    if (text !== null) this.#sendText(text);
  }

  #reply(id: number, reply: PanelReply): void {
    this.#send({ kind: 'reply', id, reply });
  }

  #send(frame: Unnumbered): void {
    if (this.#isClosed) return;
    this.#sendText(JSON.stringify(frame));
  }

  /** The text of an object, which the number of the frame goes into. */
  #sendText(text: string): void {
    const { wire, hub, id, traffic } = this.#options;
    const { connection, subjects } = wire;
    // Nothing is kept for it: it hears that it is over as soon as it asks, and asks for everything anew.
    if (!traffic.isOpen) return this.close(null);
    const n = this.#sent++;
    const bytes = new TextEncoder().encode(`{"n":${n},${text.slice(1)}`);
    const room = connection.info?.max_payload ?? 1_048_576;
    for (const part of cutIntoParts(bytes, n, room)) connection.publish(subjects.reply(hub, id), part);
    traffic.sent(bytes.length);
  }
}

function refused(reason: Reason): PanelReply {
  return { ok: false, error: toErrorValue(hubError('ERR_PERMISSION_DENIED', reason)) };
}
