// The right side of Connect: browsers, who answers in them, the companion's folder, and those that are known.
import { useNow } from '../../../parts/panel-context.tsx';
import { t } from '../../../words/language.ts';
import { BrowsersSection } from './browsers-section.tsx';
import { KnownBrowsers } from './known-browsers.tsx';
import { LoadCompanion } from './load-companion.tsx';
import { UnknownExtensions } from './unknown-extensions.tsx';
import { WhoAnswersSection } from './who-answers.tsx';
import type { MachineBrowsers } from './use-machine-browsers.ts';

interface BrowsersPaneProps {
  readonly found: MachineBrowsers;
  readonly withAnswers?: boolean;
}

export function BrowsersPane({ found, withAnswers }: BrowsersPaneProps) {
  const now = useNow();
  return (
    <div className="pane fill">
      <div className="scrolls" tabIndex={0} role="region" aria-label={t('Browsers and their extensions')}>
        <UnknownExtensions />
        <BrowsersSection found={found} />
        {withAnswers ? <WhoAnswersSection answers={found.who} said={found.whoSaid} /> : null}
        <LoadCompanion browsers={found.browsers} />
        <KnownBrowsers now={now} />
      </div>
    </div>
  );
}

export function WhoPane({ found }: { found: MachineBrowsers }) {
  return (
    <div className="pane fill">
      <div className="scrolls" tabIndex={0} role="region" aria-label={t('Browsers and their extensions')}>
        <WhoAnswersSection answers={found.who} said={found.whoSaid} />
      </div>
    </div>
  );
}
