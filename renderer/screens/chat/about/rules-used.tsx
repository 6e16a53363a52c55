// The rules that decided calls of this conversation, and how often; the link leads to all that Chat was given.
import { Ban, Check } from 'lucide-react';
import { chatClientId } from '../../../../contract/chat.ts';
import { permissionPath } from '../../../frame/permission-paths.ts';
import { routeHref } from '../../../frame/route.ts';
import { Foreign } from '../../../parts/foreign.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { RuleLink } from '../../../parts/rule-link.tsx';
import { formatCount } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import type { ChatRule } from '../../../../contract/schemas/chat.ts';

export function RulesUsed({ rules }: { rules: readonly ChatRule[] }) {
  const snapshot = useSnapshot();
  const own = Object.values(snapshot.grants).filter(
    ({ subject }) => subject.kind === 'client' && subject.id === chatClientId,
  ).length;
  return (
    <section className="section" aria-label={t('Rules used')}>
      <h3 className="line">
        {t('Rules used')}
        <span className="fill" />
        <a className="link text-2xs" href={routeHref('permissions', permissionPath('grants'))}>
          {t('all of Chat: {count, number}', { count: own })}
        </a>
      </h3>
      {rules.length === 0 ? <p className="subtle text-xs">{t('No rule has decided a call yet.')}</p> : null}
      <ul className="rules-used">
        {rules.map(rule => (
          <Rule key={`${rule.rule} ${rule.sourceId} ${rule.effect}`} rule={rule} />
        ))}
      </ul>
    </section>
  );
}

function Rule({ rule: { rule, sourceId, effect, times } }: { rule: ChatRule }) {
  const { servers } = useSnapshot();
  const Icon = effect === 'refused' ? Ban : Check;
  const source =
    sourceId === null ? null : sourceId === 'browser' ? t('browser') : (servers[sourceId]?.name ?? sourceId);
  return (
    <li className={effect}>
      <Icon className="icon-12" aria-hidden="true" />
      <span className="ellipsis">
        <span className="visually-hidden">{effect === 'refused' ? t('refused') : t('allowed')} </span>
        <RuleLink rule={rule} />
        {source === null ? null : (
          <>
            , <Foreign text={source} max={40} />
          </>
        )}
      </span>
      <small>{t('{times}×', { times: formatCount(times) })}</small>
    </li>
  );
}
