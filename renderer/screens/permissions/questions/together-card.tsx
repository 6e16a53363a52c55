// All questions of one agent on one card: the same answer to each. What may destroy is allowed on its own card only.
import { useRef } from 'react';
import { type Choice, firstChoice, offeredLifetimes, shownWaits } from '../../../../contract/prompt-choice.ts';
import { AgentMark } from '../../../parts/agent-mark.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { useAct, usePanelParts, useSnapshot } from '../../../parts/panel-context.tsx';
import { AnswerForm } from '../../../parts/prompts/answer-form.tsx';
import { cardSignature } from '../../../parts/prompts/card-signature.ts';
import { cardKey } from '../../../parts/prompts/kept-choice.ts';
import { useArmed } from '../../../parts/prompts/use-armed.ts';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Say } from '../../../parts/say.tsx';
import { Parts } from '../../../parts/sentence-parts.tsx';
import { say } from '../../../store/panel-store.ts';
import { commonBreadths, commonBreadthWords, lifetimeLabel } from '../../../words/answer-words.ts';
import { formatCountdown } from '../../../words/format.ts';
import { askerIdentity, type Identity } from '../../../words/identity.ts';
import { t } from '../../../words/language.ts';
import { objectsOf } from '../../../words/object-words.ts';
import { promptParts } from '../../../words/prompt-words.ts';
import type { Prompt } from '../../../../contract/schemas/permissions.ts';
import type { Effect } from '../../../parts/prompts/use-answering.ts';
import type { PromptGroup } from './prompt-order.ts';

interface TogetherCardProps {
  readonly group: PromptGroup;
  readonly now: number;
  readonly onLeave: () => void;
}

export function TogetherCard({ group: { prompts }, now, onLeave }: TogetherCardProps) {
  const snapshot = useSnapshot();
  const box = useRef<HTMLDivElement>(null);
  const armed = useArmed(JSON.stringify(prompts.map(prompt => cardSignature(snapshot, prompt))), box);
  const send = useSend(prompts);
  const [first] = prompts;
  if (!first) return null;
  const who = askerIdentity(snapshot, first);
  return (
    <div className="card" aria-labelledby="together-sentence" role="group" tabIndex={-1} ref={box}>
      <Head who={who} count={prompts.length} />
      <Questions prompts={prompts} now={now} />
      <AnswerForm
        armed={armed}
        breadths={commonBreadths(prompts).map(breadth => ({ breadth, label: commonBreadthWords[breadth] }))}
        lifetimes={offeredLifetimes({
          locks: snapshot.hub.locks,
          waits: prompts.every(shownWaits),
          elsewhere: Boolean(snapshot.hub.remote),
        })}
        inTab={prompts.some(({ tab }) => tab !== null)}
        card={cardKey(prompts)}
        first={firstChoice(prompts)}
        kept={choice => keptSentence(prompts, choice)}
        labels={labelsFor(prompts)}
        spoken={t('{name} asks {count, plural, one {# question} other {# questions}}', {
          name: who.name,
          count: prompts.length,
        })}
        send={send}
        onLeave={onLeave}
      />
    </div>
  );
}

function Head({ who, count }: { who: Identity; count: number }) {
  return (
    <div className="card-head">
      <AgentMark who={{ ...who, active: true }} size="large" />
      <div className="fill">
        <p className="card-question" id="together-sentence">
          <Say
            text="{name} asks {count, plural, one {# question} other {# questions}}"
            values={{ name: <Foreign text={who.name} max={60} />, count }}
          />
        </p>
        <p className="subtle text-xs mt-0.5">{t('One answer to all of them, as they are listed here.')}</p>
      </div>
    </div>
  );
}

function labelsFor(prompts: readonly Prompt[]) {
  const allowed = allowable(prompts).length;
  const count = prompts.length;
  const some = allowed === 0 ? null : t('Allow {count, number}', { count: allowed });
  return {
    allow: allowed === count ? t('Allow all {count, number}', { count }) : some,
    deny: t('Deny all {count, number}', { count }),
    leave: t('One by one'),
  };
}

function allowable(prompts: readonly Prompt[]): Prompt[] {
  return prompts.filter(prompt => !prompt.destructive && !isLong(prompt));
}

/** Its own card shows only the beginning of the arguments at first: nothing of that kind is allowed among others. */
function isLong({ argumentsText, argumentsChars }: Prompt): boolean {
  return argumentsChars > argumentsText.length;
}

function keptSentence(prompts: readonly Prompt[], { breadth, lifetime }: Choice): string {
  const kept =
    lifetime === 'use'
      ? t('Your answer is for these calls alone; nothing is kept.')
      : t('Kept for each: {breadth}, {lifetime}.', {
          breadth: commonBreadthWords[breadth],
          lifetime: lifetimeLabel(lifetime, false),
        });
  const destructive = prompts.filter(prompt => prompt.destructive).length;
  const long = prompts.filter(prompt => !prompt.destructive && isLong(prompt)).length;
  const apart = [
    destructive > 0 &&
      t(
        '{count, plural, one {The one that may destroy something is not allowed from here.} other {The # that may destroy something are not allowed from here.}}',
        { count: destructive },
      ),
    long > 0 &&
      t(
        '{count, plural, one {The one with long arguments is not allowed from here.} other {The # with long arguments are not allowed from here.}}',
        { count: long },
      ),
  ];
  return [kept, ...apart].filter(Boolean).join(' ');
}

function answeredWords(effect: Effect, count: number): string {
  return effect === 'allow'
    ? t('{count, plural, =0 {Allowed: no questions} one {Allowed: # question} other {Allowed: # questions}}', { count })
    : t('{count, plural, =0 {Denied: no questions} one {Denied: # question} other {Denied: # questions}}', { count });
}

function useSend(prompts: readonly Prompt[]) {
  const act = useAct();
  const { store } = usePanelParts();
  return async (effect: Effect, choice: Choice) => {
    const promptIds = (effect === 'allow' ? allowable(prompts) : prompts).map(({ id }) => id);
    const done = await act('prompts:answer-all', { promptIds, effect, ...choice });
    if (done) say(store, answeredWords(effect, done.answered));
    // Those that stay are asked about on this same card.
    return done !== undefined && promptIds.length === prompts.length;
  };
}

function Questions({ prompts, now }: { prompts: readonly Prompt[]; now: number }) {
  const snapshot = useSnapshot();
  return (
    <ul className="well scrolls together" aria-label={t('Questions answered together')} tabIndex={0}>
      {prompts.map(prompt => (
        <li key={prompt.id}>
          <b>
            <Parts parts={promptParts(snapshot, prompt).slice(1)} />
          </b>
          {prompt.destructive ? <span className="text-crashed font-medium"> {t('may destroy')}</span> : null}
          <div className="subtle">
            <Foreign text={prompt.tool} className="mono" max={60} />
            {prompt.site === null ? (
              <>
                , <ReasonText reason={prompt.where} max={100} />
              </>
            ) : null}
            , {t('ends in {left}', { left: formatCountdown(prompt.expiresAt - now) })}
          </div>
          <div className="subtle">
            <Foreign text={objectsOf(prompt.argumentsText).join(', ')} />
            {isLong(prompt) ? (
              <span className="text-attention">
                {' '}
                {t(
                  '{count, plural, one {# character of arguments, not all shown here} other {# characters of arguments, not all shown here}}',
                  {
                    count: prompt.argumentsChars,
                  },
                )}
              </span>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  );
}
