// The five links of the chain from the hub to a page, each judged on its own: proven, failed, waiting for another, or not tried.
import { formatClock } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { agentJudgement } from './agent-step.ts';
import { answerJudgement } from './answer-step.ts';
import { browserJudgement } from './browser-step.ts';
import { extensionJudgement } from './extension-step.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { AgentFact } from './agent-step.ts';
import type { AnswerFact } from './answer-step.ts';
import type { BrowserFact } from './browser-step.ts';

export const stepIds = ['hub', 'agent', 'browser', 'extension', 'answer'] as const;
export type StepId = (typeof stepIds)[number];

/** What the step's button does. */
export type Remedy =
  | { readonly kind: 'connect-agent'; readonly agentId: string; readonly name: string }
  | { readonly kind: 'compare-agent'; readonly agentId: string; readonly name: string }
  | { readonly kind: 'other-agent' }
  | { readonly kind: 'connect-browser'; readonly browserId: string; readonly name: string }
  | { readonly kind: 'repair-browser'; readonly browserId: string; readonly name: string }
  | { readonly kind: 'start-browser'; readonly browserId: string; readonly name: string }
  | { readonly kind: 'open-extensions'; readonly browserId: string; readonly name: string; readonly page: string }
  | { readonly kind: 'approve-browser'; readonly browserId: string; readonly name: string; readonly code: string | null }
  | { readonly kind: 'custom-folder' };

/**
 * `proven`: by an answer. `failed`: tried, with its remedy where there is one. `waits`: for the step that it names. `untried`: not
 * tried yet, or too long ago.
 */
export interface Judgement {
  readonly state: 'proven' | 'failed' | 'waits' | 'untried';
  readonly text: string;
  readonly remedy: Remedy | null;
}

export interface Step extends Judgement {
  readonly id: StepId;
  /** The one that is to be done next: it alone has the primary button. */
  readonly isNext: boolean;
}

export interface LadderFacts {
  readonly endpoints: readonly EndpointFact[];
  readonly hubSince: number;
  /** Null while they are looked for. */
  readonly agents: readonly AgentFact[] | null;
  /** How many are connected now. */
  readonly agentsHere: number;
  /** Null while they are looked for. */
  readonly browsers: readonly BrowserFact[] | null;
  readonly answer: AnswerFact;
  readonly now: number;
}

interface EndpointFact {
  readonly id: string;
  readonly address: string;
  readonly state: { readonly kind: 'listening' | 'off' } | { readonly kind: 'held' | 'failed'; readonly why: Reason };
}

export function connectSteps(facts: LadderFacts): readonly Step[] {
  const { agents, browsers, agentsHere, answer, now } = facts;
  const hub = hubJudgement(facts);
  const agent = agentJudgement(agents, agentsHere);
  const browser = browserJudgement(browsers);
  const extension = extensionJudgement(browsers, browser, now);
  const judged = { hub, agent, browser, extension, answer: answerJudgement(answer, { agent, extension }, now) };
  const next = nextStep(judged);
  return stepIds.map(id => ({ id, ...judged[id], isNext: id === next }));
}

/** What failed comes before what nobody tried, and what nobody can press leads nowhere. */
function nextStep(judged: Readonly<Record<StepId, Judgement>>): StepId | null {
  const failed = stepIds.find(id => judged[id].state === 'failed' && judged[id].remedy !== null);
  const open = stepIds.find(id => judged[id].state !== 'proven' && judged[id].remedy !== null);
  const last = stepIds.find(id => judged[id].state === 'failed' || judged[id].state === 'untried');
  return failed ?? open ?? last ?? null;
}

function hubJudgement({ endpoints, hubSince }: LadderFacts): Judgement {
  const open = endpoints.filter(({ state }) => state.kind === 'listening');
  const own = endpoints.find(({ id }) => id === 'hub');
  const shut = endpoints.filter(({ state }) => state.kind === 'held' || state.kind === 'failed').length;
  if (own?.state.kind !== 'listening')
    return { state: 'failed', text: t('Its own socket is not open: no agent and no browser can reach it.'), remedy: null };
  const first = endpoints.find(({ id, state }) => id === 'mcp-http' && state.kind === 'listening') ?? own;
  const text = t('{address} and {count, plural, =0 {no other endpoint} one {# other endpoint} other {# other endpoints}}, since {time}.', {
    address: first.address.replace(/^https?:\/\//, '').replace(/\/mcp$/, ''),
    count: open.length - 1,
    time: formatClock(hubSince).slice(0, 5),
  });
  const more = t('{count, plural, one {# is not open.} other {# are not open.}}', { count: shut });
  return { state: 'proven', text: shut > 0 ? `${text} ${more}` : text, remedy: null };
}
