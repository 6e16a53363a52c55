// What all views of this panel have in common on their way out: whether there is a connection, each event as text once, and how much may be under way.
import { isHeard } from './panel-rights.ts';
import { shownPatch } from './shown-state.ts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { PanelEvent } from '../../../../contract/schemas/panel-events.ts';

/** As much as one panel of a browser may be behind. */
const mostUnderWay = 64 * 1024 * 1024;

export class ShownTraffic {
  readonly #connection: NatsConnection;
  readonly #most: number;
  #isConnected = true;
  #underWay = 0;
  #confirming = false;
  #last: { readonly event: PanelEvent; readonly text: string | null } | null = null;

  constructor(connection: NatsConnection, most = mostUnderWay) {
    this.#connection = connection;
    this.#most = most;
    void this.#follow();
  }

  /** Whether more can be said: the client keeps what is said in an outage, and what a slow server does not take, all of it. */
  get isOpen(): boolean {
    return this.#isConnected && this.#underWay <= this.#most && !this.#connection.isClosed();
  }

  /** The fields of its frame; null where other hubs do not hear it. Every view is told the same one. */
  textOf(event: PanelEvent): string | null {
    if (this.#last?.event !== event) this.#last = { event, text: textOf(event) };
    return this.#last.text;
  }

  sent(bytes: number): void {
    this.#underWay += bytes;
    if (!this.#confirming) void this.#confirm();
  }

  /** The answer of the server comes once it has taken all that was sent before. */
  async #confirm(): Promise<void> {
    this.#confirming = true;
    while (this.#underWay > 0 && this.#isConnected) {
      const asked = this.#underWay;
      const isTaken = await this.#connection.flush().then(
        () => true,
        () => false,
      );
      if (!isTaken) break;
      this.#underWay = Math.max(0, this.#underWay - asked);
    }
    this.#confirming = false;
  }

  async #follow(): Promise<void> {
    for await (const { type } of this.#connection.status()) {
      if (type === 'reconnect') this.#isConnected = true;
      if (type === 'disconnect') this.#isConnected = false;
      // What was not confirmed went with it.
      if (type === 'disconnect') this.#underWay = 0;
    }
  }
}

function textOf(event: PanelEvent): string | null {
  if (!isHeard(event.event)) return null;
  const data = event.event === 'state:patch' ? shownPatch(event.data) : event.data;
  return JSON.stringify({ kind: 'event', event: event.event, data });
}
