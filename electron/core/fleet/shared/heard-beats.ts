// Beats with an address for answers: where nobody hears one the server says so at once, for none is ever answered otherwise.

import { senderOf } from '../link/fleet-subjects.ts';
import { hear } from '../link/hear.ts';
import { askerTokenOf } from './shared-frames.ts';
import type { Subscription } from '@nats-io/transport-node';
import type { FleetWire } from '../link/fleet-wire.ts';
import type { SharedFrame } from './shared-frames.ts';

export class HeardBeats {
  readonly #wire: Pick<FleetWire, 'connection' | 'subjects'>;
  /** Of this run: there may be another of the same name. */
  readonly #own: string;

  constructor(wire: Pick<FleetWire, 'connection' | 'subjects'>, own: string) {
    this.#wire = wire;
    this.#own = own;
  }

  /** With a beat; undefined for all else that a taker says. */
  addressOf(to: string, { t, call }: SharedFrame): string | undefined {
    if (t !== 'beat') return undefined;
    const { subjects } = this.#wire;
    return subjects.reply(subjects.hub, `beat.${this.#own}.${to}.${askerTokenOf(call)}`);
  }

  /** Tells of each that nobody has heard. */
  listen(nobody: (asker: string, token: string) => void): Subscription {
    const { connection, subjects } = this.#wire;
    return hear(connection, subjects.reply(subjects.hub, `beat.${this.#own}.>`), ({ subject, headers }) => {
      if (senderOf(subject) !== subjects.hub || headers?.code !== 503) return;
      const [asker = '', token = ''] = subject.split('.').slice(-2);
      nobody(asker, token);
    });
  }
}
