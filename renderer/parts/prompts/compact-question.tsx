// A question where it was asked: the same as on its large card, with the sentence that will be kept as the form.
import { useRef } from 'react';
import { firstChoice, offeredLifetimes, shownWaits } from '../../../contract/prompt-choice.ts';
import { isCommand, lettersOn, useKeys, useShortcut } from '../../frame/keys.ts';
import { permissionPath } from '../../frame/permission-paths.ts';
import { routeHref } from '../../frame/route.ts';
import { answerLetters } from '../../words/answer-words.ts';
import { t } from '../../words/language.ts';
import { promptParts, promptSentence } from '../../words/prompt-words.ts';
import { useNow, useSnapshot } from '../panel-context.tsx';
import { Parts } from '../sentence-parts.tsx';
import { useTyping } from '../use-typing.ts';
import { AnswerButtons } from './answer-buttons.tsx';
import { cardSignature } from './card-signature.ts';
import { cardKey } from './kept-choice.ts';
import { KeptFields } from './kept-fields.tsx';
import { AlsoAsked, Arguments } from './prompt-arguments.tsx';
import { Told } from './prompt-card.tsx';
import { RiskAndTime, TimeLeft } from './prompt-time.tsx';
import { type Effect, useAnswering } from './use-answering.ts';
import { type Armed, useArmed } from './use-armed.ts';
import { useSendAnswer } from './use-send-answer.ts';
import type { Prompt } from '../../../contract/schemas/permissions.ts';

interface CompactQuestionProps {
  readonly prompt: Prompt;
  readonly onLeave: () => void;
}

export function CompactQuestion({ prompt, onLeave }: CompactQuestionProps) {
  const snapshot = useSnapshot();
  const box = useRef<HTMLDivElement>(null);
  const armed = useArmed(cardSignature(snapshot, prompt), box);
  const typing = useTyping();
  const waits = shownWaits(prompt);
  const lifetimes = offeredLifetimes({ locks: snapshot.hub.locks, waits, elsewhere: Boolean(snapshot.hub.remote) });
  const answering = useAnswering({
    ...{ armed, breadths: prompt.breadths, lifetimes, card: cardKey([prompt]), first: firstChoice([prompt]) },
    spoken: promptSentence(snapshot, prompt),
    mayAllow: true,
    send: useSendAnswer(prompt),
    // Up and down scroll what stands around it.
    only: ({ ArrowUp: _up, ArrowDown: _down, ...keys }) => keys,
  });
  useAltAnswers(armed, answering.answer);
  // Before the screen around it, where Escape means other things.
  useKeys({ Escape: onLeave }, true);
  const name = `question-${prompt.id}`;
  return (
    <div className="card compact" aria-labelledby={name} role="group" tabIndex={-1} ref={box}>
      <Head prompt={prompt} name={name} />
      <Arguments key={`${prompt.id} ${prompt.call}`} promptId={prompt.id} asked={prompt} />
      <AlsoAsked prompt={prompt} />
      {waits ? null : <Told others={prompt.calls > 0} />}
      <Kept prompt={prompt} lifetimes={lifetimes} {...answering} />
      <AnswerButtons
        {...{ armed, onLeave, sent: answering.sent, answer: answering.answer }}
        letters={lettersOn() && !typing}
        escapes={!typing}
        labels={{ allow: t('Allow'), deny: t('Deny'), leave: t('Leave waiting') }}
      />
      <TimeLeft prompt={prompt} now={useNow()} />
    </div>
  );
}

function Head({ prompt, name }: { prompt: Prompt; name: string }) {
  return (
    <div className="compact-head">
      <p className="card-question" id={name}>
        <Parts parts={promptParts(useSnapshot(), prompt)} />
      </p>
      <p className="subtle line flex-wrap text-xs">
        <RiskAndTime prompt={prompt} now={useNow()} />
      </p>
    </div>
  );
}

function Kept(fields: Parameters<typeof KeptFields>[0]) {
  return (
    <div className="compact-kept">
      <KeptFields {...fields} />
      <a className="link" href={routeHref('permissions', permissionPath('questions'))}>
        {t('Why was I asked?')}
      </a>
    </div>
  );
}

/** Alt and the letter answer from within a text field, where the letter alone is text. */
function useAltAnswers(armed: Armed, answer: (effect: Effect) => void): void {
  const effectOf = ({ altKey, code }: KeyboardEvent): Effect | null => {
    // With Alt some keyboards write other letters, so it is the place of the key that counts.
    const letter = altKey && code.length === 4 ? code.slice(-1) : null;
    if (letter === answerLetters.allow) return 'allow';
    return letter === answerLetters.deny ? 'deny' : null;
  };
  useShortcut(
    event => effectOf(event) !== null && !isCommand(event) && !event.shiftKey,
    event => {
      const effect = effectOf(event);
      if (effect !== null && armed.pressed(event)) answer(effect);
    },
  );
}
