// The prompt card: what is asked, by whom, where, with what; how far and how long to answer; and the two answers.
import { useRef } from 'react';
import { firstChoice, offeredLifetimes, shownWaits } from '../../../contract/prompt-choice.ts';
import { breadthParts, keptParts } from '../../words/answer-words.ts';
import { askerIdentity } from '../../words/identity.ts';
import { t } from '../../words/language.ts';
import { promptParts, promptSentence } from '../../words/prompt-words.ts';
import { AgentMark } from '../agent-mark.tsx';
import { useSnapshot } from '../panel-context.tsx';
import { Say } from '../say.tsx';
import { Parts } from '../sentence-parts.tsx';
import { Shape } from '../shape.tsx';
import { AnswerForm } from './answer-form.tsx';
import { cardSignature } from './card-signature.ts';
import { isTold } from './is-told.ts';
import { cardKey } from './kept-choice.ts';
import { AlsoAsked, Arguments } from './prompt-arguments.tsx';
import { PromptFacts } from './prompt-facts.tsx';
import { PromptPicture } from './prompt-picture.tsx';
import { RiskAndTime, TimeLeft } from './prompt-time.tsx';
import { useArmed } from './use-armed.ts';
import { useSendAnswer } from './use-send-answer.ts';
import type { Prompt } from '../../../contract/schemas/permissions.ts';

interface PromptCardProps {
  readonly prompt: Prompt;
  readonly now: number;
  readonly onLeave: () => void;
}

export function PromptCard({ prompt, now, onLeave }: PromptCardProps) {
  const snapshot = useSnapshot();
  const send = useSendAnswer(prompt);
  const box = useRef<HTMLDivElement>(null);
  const armed = useArmed(cardSignature(snapshot, prompt), box);
  const waits = shownWaits(prompt);
  return (
    <div className="card" aria-labelledby="prompt-sentence" role="group" tabIndex={-1} ref={box}>
      <Top prompt={prompt} now={now} />
      <PromptFacts prompt={prompt} />
      {prompt.description?.hasPicture ? (
        <PromptPicture key={`picture ${prompt.id} ${prompt.call}`} prompt={prompt} description={prompt.description} />
      ) : null}
      <Arguments key={`${prompt.id} ${prompt.call}`} promptId={prompt.id} asked={prompt} folded={isTold(prompt)} />
      <AlsoAsked prompt={prompt} />
      {waits ? null : <Told others={prompt.calls > 0} />}
      <AnswerForm
        armed={armed}
        breadths={prompt.breadths.map(breadth => ({
          breadth,
          label: <Parts parts={breadthParts(prompt, breadth)} />,
        }))}
        lifetimes={offeredLifetimes({ locks: snapshot.hub.locks, waits, elsewhere: Boolean(snapshot.hub.remote) })}
        inTab={prompt.tab !== null}
        card={cardKey([prompt])}
        first={firstChoice([prompt])}
        kept={choice => <Kept parts={keptParts(snapshot, prompt, choice)} />}
        labels={{ allow: t('Allow'), deny: t('Deny'), leave: t('Leave waiting') }}
        spoken={promptSentence(snapshot, prompt)}
        send={send}
        onLeave={onLeave}
      />
      <TimeLeft prompt={prompt} now={now} />
    </div>
  );
}

function Top({ prompt, now }: { prompt: Prompt; now: number }) {
  const snapshot = useSnapshot();
  return (
    <div className="card-head">
      <AgentMark who={{ ...askerIdentity(snapshot, prompt), active: prompt.calls > 0 }} size="large" />
      <div className="fill">
        <p className="card-question" id="prompt-sentence">
          <Parts parts={promptParts(snapshot, prompt)} />
        </p>
        <p className="subtle line flex-wrap text-xs mt-0.5">
          <RiskAndTime prompt={prompt} now={now} />
        </p>
      </div>
    </div>
  );
}

/** Clients give up before people answer. */
export function Told({ others }: { others: boolean }) {
  return (
    <p className="told waiting">
      <Shape tone="waiting" />
      <span>
        {others
          ? t('The asker was told to call again; only the other calls wait now.')
          : t('The asker was told to call again, and no call waits now.')}{' '}
        {t('Your answer only stores the grant, which its next call will find.')}
      </span>
    </p>
  );
}

export function Kept({ parts }: { parts: ReturnType<typeof keptParts> }) {
  if (parts.length === 0)
    return t('Your answer is for this call alone: nothing is kept, and the next one is asked again.');
  const grant = (
    <b>
      <Parts parts={parts} between=", " />.
    </b>
  );
  return <Say text="Your answer is kept as: {grant}" values={{ grant }} />;
}
