// The answer to a page's question: what is ticked, for how long, its keys, and the answer itself, sent once and only while it is armed.
import { useState } from 'react';
import { useKeys } from '../../../frame/keys.ts';
import { useAct, useLive, usePanelParts, useSnapshot } from '../../../parts/panel-context.tsx';
import { type Effect, useSpoken } from '../../../parts/prompts/use-answering.ts';
import { say } from '../../../store/panel-store.ts';
import { answerLetters } from '../../../words/answer-words.ts';
import { t } from '../../../words/language.ts';
import { siteQuestionSentence } from '../../../words/site-words.ts';
import { siteDigits } from './site-lifetimes.tsx';
import { type ToolTicks, useToolTicks } from './tool-ticks.ts';
import type { SiteAnswer, SiteQuestion } from '../../../../contract/schemas/web-agent.ts';
import type { Armed } from '../../../parts/prompts/use-armed.ts';

type Lifetime = SiteAnswer['lifetime'];

export function useSiteAnswer(question: SiteQuestion, armed: Armed) {
  const live = useLive();
  const act = useAct();
  const { store } = usePanelParts();
  const isElsewhere = Boolean(useSnapshot().hub.remote);
  const ticks = useToolTicks(question);
  const [lifetime, choose] = useState<Lifetime>('once');
  const [sent, setSent] = useState(false);
  const sentence = siteQuestionSentence(question);
  useSpoken(armed, sentence);
  const answer = (effect: Effect) => {
    if (sent || !live) return;
    setSent(true);
    void act('sites:answer', answerOf(question, { effect, lifetime, ticks })).then(done => {
      if (done)
        say(
          store,
          effect === 'allow'
            ? t('Allowed: {question}', { question: sentence })
            : t('Denied: {question}', { question: sentence }),
        );
      setSent(done !== undefined);
    });
  };
  const answering = (effect: Effect) => (event: KeyboardEvent) => {
    if (armed.pressed(event)) answer(effect);
  };
  const lasting = (next: Lifetime) => (event: KeyboardEvent) => {
    if (armed.pressed(event)) choose(next);
  };
  useKeys({
    [answerLetters.allow.toLowerCase()]: answering('allow'),
    [answerLetters.deny.toLowerCase()]: answering('deny'),
    [siteDigits.once]: lasting('once'),
    // Another hub answers once and no longer.
    ...(!isElsewhere && { [siteDigits.always]: lasting('always') }),
  });
  return { ticks, lifetime, choose, sent, answer, kept: keptWords(question, lifetime, ticks.ticked.length) };
}

interface Given {
  readonly effect: Effect;
  readonly lifetime: Lifetime;
  readonly ticks: ToolTicks;
}

/** To what was shown: it names all scopes of the question, and of its tools those that are ticked. */
export function answerOf({ id, version, scopes }: SiteQuestion, { effect, lifetime, ticks }: Given): SiteAnswer {
  const tools = effect === 'allow' ? ticks.ticked.map(tool => tool.id) : [];
  return { id, version, effect, lifetime, scopes: scopes.map(({ scope }) => scope), tools };
}

/** `https://shop.example, 3 scopes, 1 tool, 10 minutes.` */
function keptWords({ origin, scopes, tools }: SiteQuestion, lifetime: Lifetime, ticked: number): string {
  const span = lifetime === 'once' ? t('10 minutes') : t('until you revoke it');
  const given = { origin, scopes: scopes.length, tools: ticked, span };
  return tools === null
    ? t('{origin}, {scopes, plural, one {# scope} other {# scopes}}, {span}.', given)
    : t(
        '{origin}, {scopes, plural, one {# scope} other {# scopes}}, {tools, plural, =0 {no tool} one {# tool} other {# tools}}, {span}.',
        given,
      );
}
