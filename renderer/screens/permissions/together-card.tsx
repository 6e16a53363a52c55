// All questions of one agent on one card: the same answer to each. What may destroy is allowed on its own card only.
import { useRef } from 'react';

import type { Prompt } from '../../../electron/contract/permissions.ts';
import { AgentMark } from '../../parts/agent-mark.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { useAct, usePanelParts, useSnapshot } from '../../parts/panel-context.tsx';
import { clientIdentity } from '../../store/identity.ts';
import { say } from '../../store/panel-store.ts';
import {
  commonBreadths,
  commonBreadthWords,
  firstChoice,
  lifetimeLabel,
  offeredLifetimes,
  shownWaits,
  type Choice,
} from '../../words/answer-words.ts';
import { formatCountdown, formatCounted } from '../../words/format.ts';
import { objectsOf } from '../../words/object-words.ts';
import { promptParts } from '../../words/prompt-words.ts';
import { AnswerForm, type Effect } from './answer-form.tsx';
import { cardSignature } from './card-signature.ts';
import { cardKey } from './kept-choice.ts';
import type { PromptGroup } from './prompt-order.ts';
import { Parts } from './sentence-parts.tsx';
import { useArmed } from './use-armed.ts';

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
  const asks = `asks ${prompts.length} questions`;
  const [first] = prompts;
  if (!first) return null;
  const who = clientIdentity(snapshot, first.clientId, first.agentName);
  return (
    <div className="card" aria-labelledby="together-sentence" role="group" tabIndex={-1} ref={box}>
      <div className="top">
        <AgentMark who={{ ...who, active: true }} size="l" />
        <div className="fill">
          <p className="ask" id="together-sentence">
            <Foreign text={who.name} max={60} /> {asks}
          </p>
          <p className="mm text-xs mt-0.5">One answer to all of them, as they are listed here.</p>
        </div>
      </div>
      <Questions prompts={prompts} now={now} />
      <AnswerForm
        armed={armed}
        breadths={commonBreadths(prompts).map(breadth => ({ breadth, label: commonBreadthWords[breadth] }))}
        lifetimes={offeredLifetimes({ locks: snapshot.hub.locks, waits: prompts.every(shownWaits) })}
        inTab={prompts.some(({ tab }) => tab !== null)}
        card={cardKey(prompts)}
        first={firstChoice(prompts)}
        kept={choice => keptSentence(prompts, choice)}
        labels={labelsFor(prompts)}
        spoken={`${who.name} ${asks}`}
        send={send}
        onLeave={onLeave}
      />
    </div>
  );
}

function labelsFor(prompts: readonly Prompt[]) {
  const allowed = allowable(prompts).length;
  const all = allowed === prompts.length ? 'all ' : '';
  return {
    allow: allowed === 0 ? null : `Allow ${all}${allowed}`,
    deny: `Deny all ${prompts.length}`,
    leave: 'One by one',
  };
}

function allowable(prompts: readonly Prompt[]): Prompt[] {
  return prompts.filter(({ destructive }) => !destructive);
}

function keptSentence(prompts: readonly Prompt[], { breadth, lifetime }: Choice): string {
  const kept =
    lifetime === 'use'
      ? 'Your answer is for these calls alone; nothing is kept.'
      : `Kept for each: ${commonBreadthWords[breadth]}, ${lifetimeLabel(lifetime, false)}.`;
  const single = prompts.length - allowable(prompts).length;
  if (single === 0) return kept;
  const those = single === 1 ? 'The one that may destroy something is' : `The ${single} that may destroy something are`;
  return `${kept} ${those} not allowed from here.`;
}

function useSend(prompts: readonly Prompt[]) {
  const act = useAct();
  const { store } = usePanelParts();
  return async (effect: Effect, choice: Choice) => {
    const promptIds = (effect === 'allow' ? allowable(prompts) : prompts).map(({ id }) => id);
    const done = await act('prompts:answer-all', { promptIds, effect, ...choice });
    if (done) say(store, `${effect === 'allow' ? 'Allowed' : 'Denied'}: ${formatCounted(done.answered, 'question')}`);
    // Those that stay are asked about on this same card.
    return done !== undefined && promptIds.length === prompts.length;
  };
}

function Questions({ prompts, now }: { prompts: readonly Prompt[]; now: number }) {
  const snapshot = useSnapshot();
  return (
    <ul className="well scrolls together" aria-label="Questions answered together" tabIndex={0}>
      {prompts.map(prompt => (
        <li key={prompt.id}>
          <b>
            <Parts parts={promptParts(snapshot, prompt).slice(1)} />
          </b>
          {prompt.destructive ? <span className="text-crashed font-medium"> may destroy</span> : null}
          <div className="mm">
            <Foreign text={prompt.tool} className="mono" max={60} />
            {prompt.site === null ? (
              <>
                , <Foreign text={prompt.where} max={100} middle />
              </>
            ) : null}
            , ends in {formatCountdown(prompt.expiresAt - now)}
          </div>
          <div className="mm">
            <Foreign text={objectsOf(prompt.argumentsText).join(', ')} />
          </div>
        </li>
      ))}
    </ul>
  );
}
