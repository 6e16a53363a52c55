// What the hub asks of the page: its tools, its agents, its suggestions. Each is answered once.

import { apiError, messageOf } from './errors.ts';
import { hear, say } from './messages.ts';
import { nothing, own, settle, type Values } from './values.ts';
import type { PageErrorCode } from '../../../../contract/web-agent.ts';

const answers = nothing<(payload: unknown) => unknown>();

/** `answer` may come later and may throw. */
export function answerAsk(type: string, answer: (payload: unknown) => unknown): void {
  answers[type] = answer;
}

export function startAsks(): void {
  hear('ask', told => {
    const id = own(told, 'id');
    const type = own(told, 'type') as string;
    const reply = (answer: Values): void => say({ answer: { id, ...answer } });
    const refuse = (error: unknown): void => {
      const code = own(error, 'code') ?? ('ERR_HANDLER_FAILED' satisfies PageErrorCode);
      reply({
        ok: false,
        error: { code: code, message: messageOf(error, `${type} failed.`) },
      });
    };
    const accept = (result: unknown): void => {
      try {
        reply({ ok: true, result });
      } catch (error) {
        refuse({
          message: `What the page answered to ${type} cannot be sent: ${messageOf(error, 'it cannot be copied')}`,
        });
      }
    };
    void settle(() => answerTo(type)(own(told, 'payload')), accept, refuse);
  });
}

function answerTo(type: string): (payload: unknown) => unknown {
  const answer = answers[type];
  if (!answer) throw apiError('ERR_NOT_IMPLEMENTED', `The page answers no ${type}.`);
  return answer;
}
