// The signed list that the policy names: whose it is, how old, what is wrong with it; fetched by a click and not before.
import { ActButton } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { type Fact, Facts, PaneHead } from '../../../parts/layout.tsx';
import { useAct } from '../../../parts/panel-context.tsx';
import { ReasonParts } from '../../../parts/reason-text.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { formatAge, formatMoment } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { reasonParts } from '../../../words/reason-words.ts';
import type { PolicyListState } from '../../../../contract/schemas/policy-state.ts';

export function SignedList({ list, now }: { list: PolicyListState; now: number }) {
  const act = useAct();
  const { expires, fault, refreshing, version } = list;
  return (
    <section aria-label={t('Signed list')}>
      <PaneHead
        title={t('Signed list')}
        note={
          version === null ? t('not fetched yet') : t('version {version} is in force', { version: String(version) })
        }
      >
        <ActButton
          disabled={refreshing}
          onClick={() => void act('policy:refresh', {}, t('The signed list was fetched.'))}
        >
          {refreshing ? t('Is fetched …') : t('Refresh')}
        </ActButton>
      </PaneHead>
      {fault === null ? null : (
        <div className="state crashed my-3" role="alert">
          <Shape tone="crashed" />
          <b>{version === null ? t('No signed list is in force') : t('The list from before stays in force')}</b>
          <span />
          <p>
            <ReasonParts parts={reasonParts(fault)} />
          </p>
        </div>
      )}
      {expires !== null && expires <= now ? (
        <p className="state waiting my-3" role="status">
          <Shape tone="waiting" />
          <b>{t('It has expired and stays in force until a newer one is fetched.')}</b>
        </p>
      ) : null}
      <div className="section">
        <Facts facts={factsOf(list, now)} />
      </div>
    </section>
  );
}

function factsOf({ address, fingerprint, version, rules, fetchedAt, expires }: PolicyListState, now: number): Fact[] {
  const named: Fact[] = [
    [t('Address'), <Foreign key="address" text={address} className="mono" />],
    [t('Key'), <Foreign key="key" text={fingerprint ?? t('none')} className="mono" />],
  ];
  if (version === null) return named;
  return [
    ...named,
    [t('Version'), String(version)],
    [t('Rules'), String(rules)],
    ...(fetchedAt === null ? [] : [[t('Fetched'), formatAge(fetchedAt, now)] as const]),
    ...(expires === null ? [] : [[t('Expires'), formatMoment(expires)] as const]),
  ];
}
