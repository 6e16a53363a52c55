// For how long an answer to a page is kept: once, or always.
import { RadioGroup } from 'radix-ui';
import { lifetimeDigits } from '../../../../contract/prompt-choice.ts';
import { Foreign } from '../../../parts/foreign.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { Say } from '../../../parts/say.tsx';
import { t } from '../../../words/language.ts';
import { originName, questionTab } from '../../../words/site-words.ts';
import type { SiteAnswer, SiteQuestion } from '../../../../contract/schemas/web-agent.ts';

type Lifetime = SiteAnswer['lifetime'];

interface LifetimesProps {
  readonly question: SiteQuestion;
  readonly lifetime: Lifetime;
  /** Whether the digits pick. */
  readonly letters: boolean;
  readonly onChoose: (lifetime: Lifetime) => void;
}

const names: Readonly<Record<Lifetime, string>> = { once: t('once'), always: t('always') };

/** The first and the last of the digits that every question has. */
export const siteDigits: Readonly<Record<Lifetime, string>> = {
  once: lifetimeDigits.use,
  always: lifetimeDigits.always,
};

export function SiteLifetimes({ question, lifetime, letters, onChoose }: LifetimesProps) {
  const { origin } = question;
  const snapshot = useSnapshot();
  const site = <Foreign text={originName(origin)} />;
  return (
    <div className="site-lifetimes">
      <RadioGroup.Root
        className="segmented"
        aria-label={t('How long')}
        value={lifetime}
        onValueChange={next => onChoose(next as Lifetime)}
        orientation="horizontal"
      >
        {(snapshot.hub.remote ? (['once'] as const) : (['once', 'always'] as const)).map(each => (
          <RadioGroup.Item key={each} value={each} aria-label={names[each]}>
            {letters ? <kbd className="keycap" data-key={siteDigits[each]} aria-hidden="true" /> : null}
            {names[each]}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
      <span className="subtle text-2xs">
        {lifetime === 'once' ? (
          <Say
            text="once: 10 minutes, or until tab {tab} closes or leaves {site}"
            values={{ tab: <Foreign text={questionTab(snapshot, question)} />, site }}
          />
        ) : (
          <Say text="always: on every page of {site}, until you revoke it" values={{ site }} />
        )}
      </span>
    </div>
  );
}
