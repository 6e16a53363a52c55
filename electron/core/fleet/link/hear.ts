// Hears subjects of the fleet. What a message makes fail ends with that message: thrown into the client, it would end the reading of the whole connection.
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';

export interface HearOptions {
  /** Of those that hear it in one queue, each message has one. */
  readonly queue?: string;
  /** What the server says of the subscription, and what `heard` throws. Not told, where nothing can be done about it. */
  failed?(error: unknown): void;
}

export function hear(
  connection: NatsConnection,
  subject: string,
  heard: (message: Msg) => void,
  { queue, failed }: HearOptions = {},
): Subscription {
  return connection.subscribe(subject, {
    ...(queue !== undefined && { queue }),
    callback: (error, message) => {
      try {
        if (error) throw error;
        heard(message);
      } catch (fault) {
        failed?.(fault);
      }
    },
  });
}
