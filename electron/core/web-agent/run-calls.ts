// The calls of a run: each by the router, in the name of its page, with the page's permission for that very tool.

import { toErrorValue } from '../../../contract/errors.ts';
import { reasonOf } from '../../../contract/reason.ts';
import { callTool } from './call-tool.ts';
import { calling, expectOffered, followOffer } from './offered.ts';
import { callOwnTool } from './own-tools.ts';
import { PageFault } from './page-fault.ts';
import { expectMayCall, findTool } from './page-tools.ts';
import type { ChatAgentAnswer, ChatAgentCall } from '../chat/chat-agent.ts';
import type { Verdict } from '../trace/tap.ts';
import type { OwnTools } from './own-tool-family.ts';
import type { PageAsked } from './page-asked.ts';
import type { PageServices } from './page-services.ts';

/** Spec 003 "Rate Limiting": `defaultTimeoutMs`. */
const toolMs = 30_000;

/** As an answer of chat has its calls made; `turns` where calls of several of them wait for each other. */
export function runCalls(
  services: PageServices,
  asked: Pick<PageAsked, 'page' | 'request' | 'policy'>,
  own: Pick<OwnTools, 'find'>,
  turns = turnsOf(services),
): { call(call: ChatAgentCall): Promise<ChatAgentAnswer> } {
  return { call: one => turns.take(() => carryOut(services, asked, own, one)) };
}

export function turnsOf({ limiter }: Pick<PageServices, 'limiter'>): Turns {
  return new Turns(() => limiter.limits.maxConcurrentPerOrigin);
}

/** A model may want many calls at once, of which its origin has few: those wait for each other. */
class Turns {
  readonly #most: () => number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(most: () => number) {
    this.#most = most;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    while (this.#running >= Math.max(1, this.#most())) await new Promise<void>(resolve => this.#waiting.push(resolve));
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }
}

async function carryOut(
  services: PageServices,
  asked: Pick<PageAsked, 'page' | 'request' | 'policy'>,
  own: Pick<OwnTools, 'find'>,
  { tool, arguments: args, parent, signal, onBegun, onWait }: ChatAgentCall,
): Promise<ChatAgentAnswer> {
  const ownTool = own.find(asked.page, tool);
  const offer = followOffer(services, asked.page, ownTool ? null : calling);
  const ends = AbortSignal.any([signal, offer.signal]);
  const request = { ...asked.request, seq: parent ?? asked.request.seq, signal: ends };
  let verdict: Verdict | null = null;
  onBegun(request.seq);
  try {
    if (!ownTool) expectOffered(services, asked.page, calling);
    if (!ownTool) expectMayCall(services, asked.page, tool, findTool(services, asked.page, tool));
    const call = {
      ...asked,
      request,
      policy: { ...asked.policy, timeoutMs: toolMs },
      decided: (said: Verdict) => (verdict = said),
    };
    const result = await (ownTool
      ? callOwnTool(services, call, ownTool, args, onWait)
      : callTool(services, call, { name: tool, arguments: { ...args } }, onWait));
    return answerOf(verdict, { outcome: result.isError ? 'error' : 'ok', code: null, why: null, result });
  } catch (failure) {
    const error: unknown = offer.signal.aborted ? offer.signal.reason : failure;
    return answerOf(verdict, failureOf(error, signal.aborted));
  } finally {
    offer.end();
  }
}

function failureOf(error: unknown, isCancelled: boolean): Pick<ChatAgentAnswer, 'outcome' | 'code' | 'why' | 'result'> {
  const { message } = toErrorValue(error);
  const code = error instanceof PageFault ? error.code : 'ERR_TOOL_FAILED';
  const result = { content: [{ type: 'text', text: message }], isError: true };
  const isRefused = /^ERR_(PERM|TOOL_NOT_ALLOWED$|FEATURE_DISABLED$)/.test(code);
  const outcome = isCancelled ? 'cancelled' : isRefused ? 'refused' : 'error';
  return { outcome, code, why: reasonOf(error), result };
}

function answerOf(
  verdict: Verdict | null,
  said: Pick<ChatAgentAnswer, 'outcome' | 'code' | 'why' | 'result'>,
): ChatAgentAnswer {
  return { ...said, rule: verdict?.rule ?? null, waitedMs: verdict?.waitedMs ?? 0 };
}
