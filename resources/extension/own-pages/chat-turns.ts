// The turns of a conversation in the side panel: questions, answers, and what was called for them.
import { cutEnd, visibleText } from '../../../contract/visible-text.ts';
import { el, foreign, icon } from './dom.ts';
import { markOf } from './mark.ts';
import { markedText } from './marked-text.ts';
import { clock, span, words } from './words/words.ts';
import type { ChatCall, ChatStep, ChatTurn } from '../../../contract/schemas/chat.ts';

type Answer = Extract<ChatTurn, { kind: 'answer' }>;
type Question = Extract<ChatTurn, { kind: 'question' }>;

export function turnView(turn: ChatTurn): HTMLElement {
  return turn.kind === 'question' ? questionView(turn) : answerView(turn);
}

function questionView({ at, text, files }: Question): HTMLElement {
  return el(
    'div',
    { class: 'turn' },
    el('div', { class: 'who' }, el('b', {}, words.chat.you), el('span', { class: 'mm' }, clock(at))),
    markedText(text),
    ...files.map(({ name }) =>
      el('span', { class: 'file' }, icon('page', 'i12'), foreign(cutEnd(visibleText(name), 80))),
    ),
  );
}

function answerView({ steps, state, spent }: Answer): HTMLElement {
  const { outputTokens } = spent;
  const isRunning = state === 'running';
  const seconds = `${(spent.ms / 1_000).toFixed(1)} s`;
  const done = outputTokens === null ? seconds : words.chat.tokens(outputTokens, seconds);
  const body = steps.map(stepView);
  return el(
    'div',
    { class: 'turn', at: { 'aria-busy': String(isRunning) } },
    el(
      'div',
      { class: 'who' },
      markOf({ mono: 'CH', colour: 'you' }, true),
      el('b', {}, words.chat.me),
      el('span', { class: 'mm' }, isRunning ? words.chat.thinking : done),
    ),
    ...body,
    isRunning ? el('span', { class: 'caret', at: { 'aria-hidden': 'true' } }) : null,
  );
}

function stepView(step: ChatStep): HTMLElement | null {
  switch (step.kind) {
    case 'text':
      return step.text === '' ? null : markedText(step.text);
    case 'calls':
      return el('ul', { class: 'steps' }, ...step.calls.map(callView));
    case 'stopped':
      return el('p', { class: 'note' }, words.chat.stopped);
    case 'budget':
      return el('p', { class: 'note attention' }, words.chat.budgetOver);
    case 'failed':
      return el('p', { class: 'note fault', at: { role: 'alert' } }, words.chat.error);
    case 'urged':
      return null;
  }
}

function callView({ tool, summary, state, latencyMs, argumentsText, result }: ChatCall): HTMLElement {
  const isBad = state.kind === 'refused' || state.kind === 'failed' || (state.kind === 'done' && state.isError);
  const mark = isBad ? icon('no', 'i12 noc') : icon(state.kind === 'done' ? 'check' : 'wait', 'i12 okc');
  const end = endWords(state.kind, latencyMs);
  const head = el(
    'summary',
    { class: 'step' },
    icon('right', 'i12 turns'),
    mark,
    foreign(visibleText(tool), { class: 'mono cut' }),
    el('span', { class: 'cut mm' }, visibleText(summary)),
    el('span', { class: 'num' }, end),
  );
  return el(
    'li',
    {},
    el(
      'details',
      { class: isBad ? 'bad' : '' },
      head,
      el('pre', { class: 'code', at: { tabindex: '0' } }, argumentsText),
      result && el('pre', { class: 'code', at: { tabindex: '0' } }, result.text),
    ),
  );
}

function endWords(kind: ChatCall['state']['kind'], latencyMs: number | null): string {
  if (kind === 'waiting') return words.chat.waits;
  if (kind === 'refused') return words.chat.refused;
  if (kind === 'failed') return words.chat.failedCall;
  if (kind === 'stopped') return words.chat.stoppedCall;
  if (kind === 'running' || latencyMs === null) return words.chat.running;
  return latencyMs < 1_000 ? `${Math.round(latencyMs)} ms` : span(latencyMs);
}
