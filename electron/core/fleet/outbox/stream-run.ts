// Some messages of a stream, one after another, by a consumer whose filter is part of the subject that makes it: rights can so say what is read.

import { randomBytes } from 'node:crypto';
import { AckPolicy } from '@nats-io/jetstream';
import { createInbox, errors, nanos } from '@nats-io/transport-node';
import { hear } from '../link/hear.ts';
import type { ConsumerConfig } from '@nats-io/jetstream';
import type { Msg, MsgHdrs } from '@nats-io/transport-node';
import type { FleetWire } from '../link/fleet-wire.ts';

export interface RunAsk {
  readonly stream: string;
  /** Which subject of it, or several by `*`. */
  readonly filter: string;
  readonly from: Pick<ConsumerConfig, 'deliver_policy' | 'opt_start_seq' | 'opt_start_time'>;
  readonly most: number;
  /** No more is waited for once there is so much. */
  readonly mostBytes?: number;
  readonly waitMs: number;
}

export interface RunMessage {
  readonly subject: string;
  readonly stream: number;
  readonly header: MsgHdrs | undefined;
  readonly text: string;
}

export interface StreamRun {
  readonly messages: readonly RunMessage[];
  /** How many follow what was read, as far as is known where it was read. */
  readonly waiting: number;
}

/** The server forgets a consumer that nobody listens to after so long; nobody has the right to take one away. */
const leftMs = 5_000;

/**
 * Rejects where it may not, or where less came in time than there is. The server sends only as many as may be without an acknowledgement, of which
 * there is none.
 */
export async function readRun({ connection, subjects, manager }: FleetWire, ask: RunAsk): Promise<StreamRun> {
  const { stream, filter, from, most, waitMs } = ask;
  const inbox = createInbox(subjects.inbox);
  const collected = new Collected(ask);
  const subscription = hear(connection, inbox, message => collected.take(message), {
    failed: error => collected.fail(error),
  });
  try {
    const { consumers } = await manager();
    const { num_pending: found } = await consumers.add(stream, {
      ...from,
      // Random: whoever knew it could change it.
      name: randomBytes(12).toString('hex'),
      deliver_subject: inbox,
      filter_subject: filter,
      ack_policy: AckPolicy.Explicit,
      max_ack_pending: most,
      inactive_threshold: nanos(leftMs),
      mem_storage: true,
      num_replicas: 1,
    });
    const messages = await collected.all(Math.min(found, most), waitMs);
    return { messages, waiting: Math.max(0, found - messages.length) };
  } finally {
    subscription.unsubscribe();
  }
}

class Collected {
  readonly #mostBytes: number;
  readonly #messages: RunMessage[] = [];
  #bytes = 0;
  #error: unknown = null;
  #changed: () => void = () => {};

  constructor({ mostBytes = Number.POSITIVE_INFINITY }: RunAsk) {
    this.#mostBytes = mostBytes;
  }

  fail(error: unknown): void {
    this.#error = error;
    this.#changed();
  }

  take(message: Msg): void {
    const stream = sequenceIn(message);
    if (stream !== null && this.#bytes < this.#mostBytes) {
      this.#messages.push({ subject: message.subject, stream, header: message.headers, text: message.string() });
      this.#bytes += message.data.length;
    }
    this.#changed();
  }

  all(count: number, waitMs: number): Promise<readonly RunMessage[]> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new errors.TimeoutError()), waitMs);
      this.#changed = () => {
        const isWhole = this.#messages.length >= count || this.#bytes >= this.#mostBytes;
        if (!this.#error && !isWhole) return;
        clearTimeout(late);
        if (this.#error) reject(this.#error);
        else resolve(this.#messages);
      };
      this.#changed();
    });
  }
}

/** `$JS.ACK.<stream>.<consumer>.<delivered>.<stream sequence>.…`; null for what no consumer has sent. */
function sequenceIn({ reply = '' }: Msg): number | null {
  const tokens = reply.split('.');
  if (tokens[0] !== '$JS' || tokens[1] !== 'ACK') return null;
  // With a domain and an account before it, as newer servers have it.
  const sequence = Number(tokens.length > 9 ? tokens[7] : tokens[5]);
  return Number.isSafeInteger(sequence) && sequence > 0 ? sequence : null;
}
