// The questions that wait for the user: the card of one of them, why it was asked, and the list of all, in order.
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { type KeyTable, lettersOn, useKeys } from '../../../frame/keys.ts';
import { Empty, PaneHead } from '../../../parts/layout.tsx';
import { useNow, useSnapshot } from '../../../parts/panel-context.tsx';
import { isForQueue } from '../../../parts/prompts/answer-keys.ts';
import { PromptCard } from '../../../parts/prompts/prompt-card.tsx';
import { openConfirmations } from '../../../store/attention.ts';
import { connectedPrograms } from '../../../store/connected-agents.ts';
import { t } from '../../../words/language.ts';
import { Confirmations } from './confirmations.tsx';
import { EndedSite } from './ended-site.tsx';
import { QueueList } from './queue-list.tsx';
import { SiteQuestionCard } from './site-question-card.tsx';
import { TogetherCard } from './together-card.tsx';
import { type PromptQueueState, usePromptQueue } from './use-prompt-queue.ts';
import { WhyAsked } from './why-asked.tsx';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';

export function PromptQueue() {
  const now = useNow();
  const queue = usePromptQueue();
  const section = useRef<HTMLElement>(null);
  const focus = useKeptFocus(section, queue.order.join());
  useKeys(queueKeys(queue));
  const held = openConfirmations(useSnapshot()).length;
  const { order, current, site } = queue;
  const at = order.indexOf((current ?? site)?.id ?? '') + 1;
  return (
    <section className="pane question-pane" aria-label={t('Waiting for you')} ref={section} {...focus}>
      <PaneHead title={t('Waiting for you')} note={placeWords(at, order.length)}>
        {order.length > 1 && lettersOn() ? (
          <>
            <span className="note">{t('Next')}</span>
            <kbd className="keycap">{'J'}</kbd>
          </>
        ) : null}
      </PaneHead>
      <Confirmations now={now} />
      <EndedSite shownId={site?.id ?? null} />
      {card(queue, now) ?? (held > 0 && order.length === 0 ? null : <Quiet waiting={order.length} />)}
      <QueueList queue={queue} now={now} />
    </section>
  );
}

/** `2 of 5, oldest first`; `at` is 0 where none is shown. */
function placeWords(at: number, count: number): string | undefined {
  if (count === 0) return undefined;
  return at > 0
    ? t('{at, number} of {count, number}, oldest first', { at, count })
    : t('{count, number}, oldest first', { count });
}

function card({ current, site, together, leave, answerTogether }: PromptQueueState, now: number): ReactNode {
  if (together)
    return <TogetherCard key={together.agentId} group={together} now={now} onLeave={() => answerTogether(null)} />;
  if (site) return <SiteQuestionCard key={`${site.id}@${site.askedAt}`} question={site} now={now} onLeave={leave} />;
  if (!current) return null;
  return (
    <>
      <PromptCard key={current.id} prompt={current} now={now} onLeave={leave} />
      <WhyAsked key={`why ${current.id}`} prompt={current} />
    </>
  );
}

function queueKeys({ order, current, site, together, step, leave, answerTogether }: PromptQueueState): KeyTable {
  if (order.length === 0) return {};
  const mine = (act: () => void) => (event: KeyboardEvent) => {
    if (!isForQueue(event)) return false;
    act();
    return true;
  };
  const [next, previous] = [mine(() => step(1)), mine(() => step(-1))];
  const leaving = together ? mine(() => answerTogether(null)) : (current ?? site) ? mine(leave) : undefined;
  return { j: next, ArrowRight: next, k: previous, ArrowLeft: previous, Escape: leaving };
}

/** Whoever had focus in here finds it on the card when what had it is gone. */
function useKeptFocus(section: React.RefObject<HTMLElement | null>, order: string) {
  const inside = useRef(false);
  useLayoutEffect(() => {
    if (inside.current && document.activeElement === document.body)
      section.current?.querySelector<HTMLElement>('.card, .quiet')?.focus();
  }, [section, order]);
  return {
    onFocus: () => void (inside.current = true),
    onBlur: ({ relatedTarget }: { readonly relatedTarget: EventTarget | null }) => {
      if (relatedTarget instanceof Node && !section.current?.contains(relatedTarget)) inside.current = false;
    },
  };
}

function Quiet({ waiting }: { waiting: number }) {
  const snapshot = useSnapshot();
  return (
    <div className="quiet" tabIndex={-1}>
      {waiting === 0 ? (
        <Empty title={t('Nothing waits for you')} text={quietSentence(snapshot)} />
      ) : (
        <Empty
          title={t('{count, plural, one {# question left waiting} other {# questions left waiting}}', {
            count: waiting,
          })}
          text={t('Choose one below, or press J. Who asked is told to call again when its patience ends.')}
        />
      )}
    </div>
  );
}

function quietSentence(snapshot: Snapshot): string {
  const agents = connectedPrograms(snapshot).length;
  if (agents === 0) return t('No agent is connected. When one is, its first use of each permission is asked here.');
  return t(
    '{agents, plural, one {# agent works} other {# agents work}} within {grants, plural, =0 {no grants} one {# grant} other {# grants}}.',
    { agents, grants: Object.keys(snapshot.grants).length },
  );
}
