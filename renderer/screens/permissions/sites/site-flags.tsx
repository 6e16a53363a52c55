// What pages of a site find at all: the six flags of the API, each as all pages have it or changed.
import { Undo2 } from 'lucide-react';
import { pageFlags } from '../../../../contract/web-agent.ts';
import { ActButton } from '../../../parts/button.tsx';
import { Switch } from '../../../parts/choices.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { useAct, useLive, useSnapshot } from '../../../parts/panel-context.tsx';
import { t } from '../../../words/language.ts';
import { pageFlagNames, pageFlagWords } from '../../../words/page-scope-words.ts';
import type { PageFlag } from '../../../../contract/web-agent.ts';
import type { SiteRow } from './site-rows.ts';

export function SiteFlags({ row: { id: origin, site } }: { row: SiteRow }) {
  const act = useAct();
  const changed = pageFlagNames.filter(flag => site.flags[flag] !== undefined);
  const reset = () => void act('sites:set', { origin, flags: Object.fromEntries(changed.map(flag => [flag, null])) });
  const note = t(
    'what the page is offered at all; {count, plural, =0 {none differs} one {# differs} other {# differ}} from your default',
    { count: changed.length },
  );
  return (
    <section aria-label={t('Flags')}>
      <PaneHead title={t('Flags')} note={note}>
        <ActButton look="ghost" size="small" icon={Undo2} disabled={changed.length === 0} onClick={reset}>
          {t('Back to default')}
        </ActButton>
      </PaneHead>
      <ul className="flag-rows two">
        {pageFlagNames.map(flag => (
          <Row key={flag} flag={flag} origin={origin} own={site.flags[flag]} />
        ))}
      </ul>
    </section>
  );
}

/** `own` is undefined where it is as all pages have it. */
function Row({ flag, origin, own }: { flag: PageFlag; origin: string; own: boolean | undefined }) {
  const { siteRules } = useSnapshot().hub;
  const act = useAct();
  const live = useLive();
  return (
    <li>
      <Switch
        label={pageFlagWords[flag]}
        on={own ?? (siteRules?.flags ?? pageFlags)[flag]}
        disabled={!live}
        onSwitch={on => void act('sites:set', { origin, flags: { [flag]: on } })}
      />
      <span className="two-lines">
        <span className="ellipsis">{pageFlagWords[flag]}</span>
        <small className="mono ellipsis">{flag}</small>
      </span>
      <span className="subtle text-2xs">{own === undefined ? t('default') : t('changed')}</span>
    </li>
  );
}
