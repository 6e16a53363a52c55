// The sentences of a conversation: its models, its answers and how they ended, its budgets.
import { formatCost, formatCount, formatDecimal, formatDuration, formatShort, formatSpan } from '../../words/format.ts';
import { language, t } from '../../words/language.ts';
import type { ChatModel, ChatRow, ChatSource, ChatSpent, ChatStep, ChatTurn } from '../../../contract/schemas/chat.ts';

export type Question = Extract<ChatTurn, { kind: 'question' }>;
export type Answer = Extract<ChatTurn, { kind: 'answer' }>;
export type BudgetStep = Extract<ChatStep, { kind: 'budget' }>;

/** Its title; of a branch, whose it is. */
export function titleOf({ title, isBranch }: Pick<ChatRow, 'title' | 'isBranch'>): string {
  if (title === '') return t('New conversation');
  return isBranch ? t('Branch of: {title}', { title }) : title;
}

/** `qwen2.5:14b, Ollama, this machine`. */
export function modelLine({ model, provider, goesTo }: ChatModel): string {
  return goesTo === null ? t('{model}, {provider}, this machine', { model, provider }) : `${model}, ${provider}`;
}

/** `Ollama on this machine, calls tools, cannot read pictures`. */
export function modelFacts({ provider, goesTo, callsTools, readsPictures }: ChatModel): string {
  const where = goesTo === null ? t('{provider} on this machine', { provider }) : provider;
  const tools = callsTools ? t('calls tools') : t('writes calls as text, which are read');
  return `${where}, ${tools}, ${readsPictures ? t('reads pictures') : t('cannot read pictures')}`;
}

/** What goes in and comes out over all rounds; null where the model did not say. */
export function tokensOf({ inputTokens, outputTokens }: ChatSpent): number | null {
  return inputTokens === null && outputTokens === null ? null : (inputTokens ?? 0) + (outputTokens ?? 0);
}

/** `1,204 tokens, 7.6 s`, and the cost where it is known. */
export function spentLine(spent: ChatSpent, currency: string): string {
  const tokens = tokensOf(spent);
  const parts = [
    ...(tokens === null ? [] : [t('{tokens} tokens', { tokens: formatCount(tokens) })]),
    spent.ms < 1000 ? formatDuration(spent.ms) : runningTime(spent.ms),
    ...(spent.cost === null ? [] : [formatCost(spent.cost, currency)]),
  ];
  return parts.join(', ');
}

/** How long an answer has taken so far, without what the user was waited for; it counts on while it runs and nobody is waited for. */
export function msNow({ spent, state, steps }: Answer, now: number): number {
  return state === 'running' && !waitsForUser(steps) ? spent.ms + Math.max(0, now - spent.at) : spent.ms;
}

export function waitsForUser(steps: readonly ChatStep[]): boolean {
  return steps.some(step => step.kind === 'calls' && step.calls.some(({ state }) => state.kind === 'waiting'));
}

/** A time that runs, in tenths of a second, so that it does not flicker: `4.1 s`, `2 min 50 s`. */
export function runningTime(ms: number): string {
  return ms < 60_000 ? `${formatDecimal(ms / 1000)}\u00a0s` : formatSpan(ms);
}

/** `1.2 k`, as German writes it in words. */
export function tokensShort(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  return language === 'de' ? t('{count} thousand', { count: formatShort(tokens).replace(/k$/, '') }) : spaced(tokens);
}

function spaced(tokens: number): string {
  return formatShort(tokens).replace(/[kM]$/, unit => `\u00a0${unit}`);
}

/** How it was stopped, and what had been written by then. */
export function stoppedSentence({ by, tokens }: Extract<ChatStep, { kind: 'stopped' }>): string {
  if (by === 'hub') return t('Pilothouse ended while it was written. What was there by then is kept.');
  return tokens > 0
    ? t('Stopped by you after {tokens} tokens.', { tokens: tokensShort(tokens) })
    : t('Stopped by you before it began.');
}

/** `10 of 10 calls used.` */
export function budgetSentence({ of, used, max }: BudgetStep, currency: string): string {
  const values = { used: formatCount(used), max: formatCount(max) };
  switch (of) {
    case 'calls':
      return t('{used} of {max} calls used.', values);
    case 'rounds':
      return t('{used} of {max} rounds used.', values);
    case 'time':
      return t('{used} of {max} used.', { used: formatDuration(used), max: formatDuration(max) });
    case 'cost':
      return t('{used} of {max} spent.', { used: formatCost(used, currency), max: formatCost(max, currency) });
    case 'total-calls':
      return t('{used} of {max} calls of this conversation used.', values);
    case 'total-cost':
      return t('{used} of {max} of this conversation spent.', {
        used: formatCost(used, currency),
        max: formatCost(max, currency),
      });
  }
}

/** `“invoices”, 8 tools`, `score 0.5`, `not running`: why a source was picked or not. */
export function sourceNote({ picked, because, words, byFile, tools, score, isRunning }: ChatSource): string {
  const count = t('{tools, plural, one {# tool} other {# tools}}', { tools });
  if (picked && because === 'hit' && words[0] !== undefined)
    return t('“{word}”, {count}', { word: words.slice(0, 2).join(', '), count });
  if (picked && byFile) return t('attached file, {count}', { count });
  if (picked && because === 'no-hit') return t('nothing hit, {count}', { count });
  if (picked) return count;
  if (!isRunning) return t('not running, {count}', { count });
  return because === 'none' && score > 0 ? t('score {score}', { score: String(Math.round(score * 10) / 10) }) : count;
}

/** What was said last and can be taken along. */
export function answerText({ steps }: Answer): string {
  return steps.flatMap(step => (step.kind === 'text' && step.text !== '' ? [step.text] : [])).join('\n\n');
}

/** A share from 0 to 1; without a bound there is none. */
export function shareOf(used: number, max: number | null): number | null {
  return max === null || max <= 0 ? null : Math.min(1, used / max);
}

/** The newest answer; null before the first. */
export function lastAnswer(turns: readonly ChatTurn[]): Answer | null {
  return turns.findLast((turn): turn is Answer => turn.kind === 'answer') ?? null;
}

export function lastQuestion(turns: readonly ChatTurn[]): Question | null {
  return turns.findLast((turn): turn is Question => turn.kind === 'question') ?? null;
}
