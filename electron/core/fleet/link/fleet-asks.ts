// One hub asks another and is answered. The answer comes on a subject that proves who has answered; no hub may publish what a request names.

import { errors } from '@nats-io/transport-node';
import { senderOf } from './fleet-subjects.ts';
import { hear } from './hear.ts';
import type { Msg } from '@nats-io/transport-node';
import type { FleetWire } from './fleet-wire.ts';

type AskingWire = Pick<FleetWire, 'connection' | 'subjects'>;

export interface FleetAsk {
  readonly to: string;
  /** The last token of the request's subject. */
  readonly what: string;
  /** Of letters, digits, `_` and `-`, at most 60; nobody else may guess it. */
  readonly id: string;
  readonly text: string;
  readonly waitMs: number;
}

const idPattern = /^[A-Za-z0-9_-]{1,60}$/;

/** Rejects where nobody listens, and where no answer came in time. What others than `to` say is not heard. */
export function askHub({ connection, subjects }: AskingWire, ask: FleetAsk): Promise<Msg> {
  const { to, what, id, text, waitMs } = ask;
  const subject = subjects.request(to, what);
  return new Promise((resolve, reject) => {
    const over = (settle: () => void) => {
      clearTimeout(late);
      answers.unsubscribe();
      settle();
    };
    const heard = (message: Msg) => {
      const sender = senderOf(message.subject);
      const isNobody = sender === subjects.hub && message.headers?.code === 503;
      if (isNobody) return over(() => reject(new errors.NoRespondersError(subject)));
      if (sender === to) over(() => resolve(message));
    };
    const failed = (error: unknown) => over(() => reject(error));
    const answers = hear(connection, `${subjects.prefix}.re.${subjects.hub}.*.${id}`, heard, { failed });
    // The address is this hub's own: the server says there that nobody listens, and the last token of it is what is answered to.
    connection.publish(subject, text, { reply: subjects.reply(subjects.hub, id) });
    const late = setTimeout(() => over(() => reject(new errors.TimeoutError())), waitMs).unref();
  });
}

/** Says it to the hub that has sent `message`, whatever address stands in it; nothing where no hub did, or none that waits. */
export function answerHub({ connection, subjects }: AskingWire, message: Msg, text: string): void {
  const to = senderOf(message.subject);
  const id = message.reply?.split('.').at(-1) ?? '';
  if (to === '' || !idPattern.test(id) || connection.isClosed()) return;
  connection.publish(subjects.reply(to, id), text);
}
