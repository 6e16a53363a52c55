// A web page asks: whose it is, what it says, what it would get, which tools, for how long; and the two answers.
import { Lock, LockOpen } from 'lucide-react';
import { useRef } from 'react';
import { originParts } from '../../../../contract/origin-parts.ts';
import { lettersOn } from '../../../frame/keys.ts';
import { Foreign } from '../../../parts/foreign.tsx';
import { Origin, SiteMark } from '../../../parts/origin.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { AnswerButtons } from '../../../parts/prompts/answer-buttons.tsx';
import { TimeLeft } from '../../../parts/prompts/prompt-time.tsx';
import { useArmed } from '../../../parts/prompts/use-armed.ts';
import { Say } from '../../../parts/say.tsx';
import { formatCountdown } from '../../../words/format.ts';
import { browserName } from '../../../words/identity.ts';
import { t } from '../../../words/language.ts';
import { questionTab } from '../../../words/site-words.ts';
import { AskedScopes } from './asked-scopes.tsx';
import { AskedTools } from './asked-tools.tsx';
import { SiteLifetimes } from './site-lifetimes.tsx';
import { useSiteAnswer } from './use-site-answer.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';
import type { SiteQuestion } from '../../../../contract/schemas/web-agent.ts';

interface SiteCardProps {
  readonly question: SiteQuestion;
  readonly now: number;
  readonly onLeave: () => void;
}

export function SiteQuestionCard({ question, now, onLeave }: SiteCardProps) {
  const box = useRef<HTMLDivElement>(null);
  const armed = useArmed(JSON.stringify([question.id, question.version]), box);
  const answering = useSiteAnswer(question, armed);
  const { ticks, lifetime, choose, sent, answer } = answering;
  const letters = lettersOn();
  const labels = { allow: t('Allow'), deny: t('Deny'), leave: t('Leave waiting') };
  return (
    <div className="card site-card" aria-labelledby="site-question" role="group" tabIndex={-1} ref={box}>
      <Head question={question} now={now} />
      <Reason reason={question.reason} />
      <AskedScopes question={question} ticked={ticks.ticked} />
      {question.tools === null ? null : <AskedTools tools={question.tools} ticks={ticks} />}
      <SiteLifetimes question={question} lifetime={lifetime} letters={letters} onChoose={choose} />
      <p className="card-note">
        <Say text="Kept as: {kept}" values={{ kept: <b>{answering.kept}</b> }} />
      </p>
      <AnswerButtons {...{ armed, sent, letters, labels, answer, onLeave }} size="large" />
      <TimeLeft prompt={{ ...question, calls: 1 }} now={now} />
    </div>
  );
}

function Head({ question, now }: { question: SiteQuestion; now: number }) {
  const snapshot = useSnapshot();
  const { origin, expiresAt } = question;
  return (
    <div className="card-head">
      <SiteMark large origin={question.origin} />
      <div className="fill">
        <p className="subtle line text-xs">
          <span className="fill">{t('This page wants to use your assistant')}</span>
          <span className="whitespace-nowrap">
            {t('refused in {left}', { left: formatCountdown(expiresAt - now) })}
          </span>
        </p>
        <h2 className="site-name" id="site-question">
          <Origin origin={origin} whole bare />
        </h2>
        <Connection snapshot={snapshot} question={question} />
        <Embedder origin={question.embeddedIn} />
      </div>
    </div>
  );
}

/** `encrypted, tab “Orders” in Chromium “Work”, asks for the first time`. */
function Connection({ snapshot, question }: { snapshot: Snapshot; question: SiteQuestion }) {
  const { origin, tab, askedBefore } = question;
  const { isOpen } = originParts(origin);
  const isFile = origin.startsWith('file:');
  const Mark = isOpen ? LockOpen : Lock;
  const place = t('tab {tab} in {browser}', {
    tab: questionTab(snapshot, question),
    browser: browserName(snapshot, tab.browserId),
  });
  return (
    <p className="subtle line text-xs">
      {isFile ? null : <Mark className="icon-12" aria-hidden="true" />}
      <span>
        {isFile ? null : isOpen ? `${t('not encrypted')}, ` : `${t('encrypted')}, `}
        <Foreign text={place} max={120} />,{' '}
        <span className="muted">{askedBefore ? t('has asked before') : t('asks for the first time')}</span>
      </span>
    </p>
  );
}

/** A frame asks in its own name, within a page that the user may take for the asker. */
function Embedder({ origin }: { origin: string | null }) {
  if (origin === null) return null;
  return (
    <p className="subtle line text-xs">
      <Say text="It is a frame on a page of {origin}" values={{ origin: <Origin origin={origin} whole bare /> }} />
    </p>
  );
}

/** What the page says stands apart from what we say. */
function Reason({ reason }: { reason: string | null }) {
  if (reason === null) return null;
  return (
    <blockquote className="page-says">
      <small>{t('The page says; nobody has checked it')}</small>
      <p>
        “<Foreign text={reason} />”
      </p>
    </blockquote>
  );
}
