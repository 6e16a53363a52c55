// The five links of the chain from the hub to a page, each judged on its own, and which of them is next.
import { isScriptable } from '../../../../contract/sites.ts';
import { connectedPrograms } from '../../../store/connected-agents.ts';
import { formatWhen } from '../../../words/format.ts';
import { agentStep } from './agent-step.ts';
import { answerStep } from './answer-step.ts';
import { browserStep } from './browser-step.ts';
import { extensionStep } from './extension-step.ts';
import { hubStep } from './hub-step.ts';
import { type Judgement, type StepId, stepIds } from './judgement.ts';
import type { MachineBrowser } from '../../../../contract/schemas/browsers.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';
import type { AgentFact } from './agent-step.ts';
import type { AnswerFact } from './answer-step.ts';

export interface Step extends Judgement {
  readonly id: StepId;
  /** The one that is to be done now: it alone has the primary button. */
  readonly isNext: boolean;
}

export interface ChainFacts {
  readonly snapshot: Snapshot;
  /** Null while they are looked for. */
  readonly agents: readonly AgentFact[] | null;
  readonly browsers: readonly MachineBrowser[] | null;
  readonly question: string | null;
  readonly now: number;
}

export function connectSteps({ snapshot, agents, browsers, question, now }: ChainFacts): readonly Step[] {
  const known = Object.values(snapshot.browsers);
  const here = known.filter(({ state }) => state.kind === 'connected' || state.kind === 'pending');
  const connected = connectedPrograms(snapshot).length;
  const heard = Math.max(...Object.values(snapshot.clients).map(({ lastSeenAt }) => lastSeenAt ?? 0));
  const agent = agentStep(agents, connected, heard > 0 ? formatWhen(heard, now) : '');
  const browser = browserStep(browsers, here);
  const extension = extensionStep(known, browsers, browser, now);
  const judged: Readonly<Record<StepId, Judgement>> = {
    hub: hubStep(snapshot),
    agent,
    browser,
    extension,
    answer: answerStep(answersOf(snapshot), question, { agent, extension }, now),
  };
  const next = nextStep(judged, question !== null);
  return stepIds.map(id => ({ id, ...judged[id], isNext: id === next }));
}

function answersOf({ browsers, pageAnswers, tabs }: Snapshot): AnswerFact[] {
  const shown = Object.values(tabs).filter(({ url }) => isScriptable(url));
  return Object.entries(pageAnswers).map(([id, { at, tool }]) => {
    const state = browsers[id]?.state;
    const since = state?.kind === 'connected' ? state.since : null;
    return { at, tool, since, hasPage: shown.some(({ browserId }) => browserId === id) };
  });
}

/** What failed comes first, then what the user can do with a button, then what is left; nothing where all is proven. */
function nextStep(judged: Readonly<Record<StepId, Judgement>>, asked: boolean): StepId | null {
  const find = (fits: (step: Judgement) => boolean) => stepIds.find(id => fits(judged[id]));
  const broken = find(({ state, remedy }) => state === 'failed' && remedy !== null);
  if (broken) return broken;
  if (asked && judged.answer.state === 'untried') return 'answer';
  return find(({ remedy }) => remedy !== null) ?? find(({ state }) => state !== 'proven' && state !== 'waits') ?? null;
}
