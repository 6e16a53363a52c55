// agent.run: a model that calls tools for a page, within budgets. It writes as chat answers are written; its steps become the page's events.

import { inEnglish } from '../../../words/english.ts';
import { AnswerRun } from '../chat/answer/answer-run.ts';
import { routeSources } from '../chat/answer/route-sources.ts';
import { HubModels } from '../chat/hub-models.ts';
import { use } from './carry-out.ts';
import { expectOffered, followOffer, writing } from './offered.ts';
import { needText, numberIn, textIn, textsIn } from './page-asked.ts';
import { PageFault } from './page-fault.ts';
import { modelForPage } from './page-model.ts';
import { runCalls } from './run-calls.ts';
import { RunEvents } from './run-events.ts';
import { ownSource, runTools } from './run-tools.ts';
import type { KeptAnswer, KeptQuestion } from '../../../contract/schemas/chat-kept.ts';
import type { OfferedTool } from '../chat/answer/tool-offer.ts';
import type { OwnTools } from './own-tool-family.ts';
import type { PageAsked, PageFamily } from './page-asked.ts';
import type { PageServices } from './page-services.ts';

/** Calls where the page names no number; rounds beside them. */
const defaults = { calls: 5, rounds: 12 } as const;
const runMs = 10 * 60_000;

export function runFamily(services: PageServices, own: OwnTools): PageFamily {
  return { handlers: { 'agent.run': asked => run(services, own, asked) } };
}

async function run(services: PageServices, own: OwnTools, asked: PageAsked): Promise<null> {
  const task = needText(asked, 'task');
  const { page } = asked;
  const model = modelForPage(
    services,
    page,
    textIn(asked.payload, 'provider', 100),
    textIn(asked.payload, 'model', 300),
  );
  // It is text that a model writes, in whatever way a page comes to it.
  expectOffered(services, page, writing);
  const offer = followOffer(services, page, writing);
  try {
    await use(services, asked, { place: { kind: 'at-model', model } }, async (expectAllowed, signal) => {
      expectAllowed();
      await write(services, asked, { task, model, own, signal: AbortSignal.any([signal, offer.signal]) });
    });
  } finally {
    offer.end();
  }
  return null;
}

interface Written {
  readonly task: string;
  readonly model: string | null;
  readonly signal: AbortSignal;
  readonly own: OwnTools;
}

async function write(services: PageServices, asked: PageAsked, { task, model, signal, own }: Written): Promise<void> {
  const { page, payload } = asked;
  const names = textsIn(asked, 'tools');
  const chosen = runTools(services, page, { names, all: payload.useAllTools === true, own });
  const servers = chosen.isChosen ? 'all' : 'picked';
  const sources = routeSources(chosen.facts(), task, false, { servers, chosen: [] });
  const picked = new Set(sources.flatMap(source => (source.picked || source.id === ownSource ? [source.id] : [])));
  const events = new RunEvents(asked, { citations: payload.requireCitations === true });
  const run = answerRun(services, asked, { task, model, events, own, tools: () => chosen.offered(picked) });
  events.status(`Asking ${picked.size} of ${sources.length} sources of tools`);
  const stop = () => run.stop('hub');
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  const ended = await run.run().finally(() => signal.removeEventListener('abort', stop));
  if (signal.aborted) throw signal.reason;
  expectAnswered(ended);
  events.final(ended);
}

interface Parts extends Pick<Written, 'task' | 'model' | 'own'> {
  readonly events: RunEvents;
  readonly tools: () => readonly OfferedTool[];
}

/** As an answer of chat, of a conversation that nobody keeps. */
function answerRun(services: PageServices, asked: PageAsked, { task, model, events, own, tools }: Parts): AnswerRun {
  const { platform } = services;
  const { page, payload, request } = asked;
  const now = () => platform.now();
  const question: KeptQuestion = { kind: 'question', id: 'q', parent: null, at: now(), text: task, files: [] };
  let answer = begun(services, asked, now());
  return new AnswerRun({
    ...{ answer, tools, now, seq: request.seq, files: new Map(), use: 'sites' },
    mark: platform.randomBytes(6).toString('hex'),
    models: new HubModels(services.models),
    sink: {
      put: next => events.put((answer = next)),
      text: (next, piece) => events.text((answer = next), piece),
    },
    modelNow: () => model,
    systemNow: () => textIn(payload, 'systemPrompt') ?? '',
    path: () => [question, answer],
    agent: runCalls(services, asked, own),
    asker: { kind: 'origin', id: page.origin, agentId: page.site.agentId },
    totals: () => ({ calls: null, cost: null }),
    spentMore: () => {},
  });
}

function expectAnswered({ steps }: KeptAnswer): void {
  const last = steps.at(-1);
  if (last?.kind === 'failed') throw new PageFault('ERR_MODEL_FAILED', inEnglish(last.why));
  if (last?.kind !== 'budget') return;
  const { of, used, max } = last;
  throw new PageFault('ERR_BUDGET_EXCEEDED', `The run has used up its budget (${of}: ${used} of ${max}).`, {
    of,
    used,
    max,
  });
}

/** What the page asks for, within what the user lets a run have (spec 003 "Rate Limiting"). */
function begun({ limiter }: PageServices, { payload }: PageAsked, at: number): KeptAnswer {
  const wanted = Math.trunc(numberIn(payload, 'maxToolCalls') ?? defaults.calls);
  const maxCalls = Math.min(Math.max(0, wanted), limiter.limits.maxCallsPerRun);
  return {
    ...{ kind: 'answer', id: 'a', parent: 'q', at, state: 'running', model: null, steps: [], sources: [] },
    spent: {
      ...{ calls: 0, maxCalls, rounds: 0, maxRounds: Math.max(defaults.rounds, maxCalls + 2), contextTokens: 0 },
      ...{ inputTokens: null, outputTokens: null, ms: 0, at, maxMs: runMs, cost: null, maxCost: null },
    },
  };
}
