// With which hubs of the fleet a server is shared: by name, or by a role that the signed policy gives them.
import { t } from '../../words/language.ts';
import { PaneHead } from '../layout.tsx';
import { useSnapshot } from '../panel-context.tsx';
import { useRequest } from '../use-request.ts';
import { PickList } from './pick-list.tsx';
import { ticked } from './share-form.ts';

interface WithWhomProps {
  readonly hubs: readonly string[];
  readonly roles: readonly string[];
  readonly onChange: (changed: { readonly hubs: readonly string[] } | { readonly roles: readonly string[] }) => void;
  readonly isFirst: boolean;
}

export function WithWhom({ hubs, roles, onChange, isFirst }: WithWhomProps) {
  const { hub, fleetHubs } = useSnapshot();
  const version = hub.fleet?.policy?.version ?? null;
  const policy = useRequest(`roles ${version}`, link => link.request('fleet:policy', {}));
  const given = policy.kind === 'there' ? policy.value.roles : {};
  const known = Object.values(fleetHubs).flatMap(({ name, isSelf }) => (isSelf ? [] : [name]));
  const countOf = (role: string) => Object.values(given).filter(all => all.includes(role)).length;
  return (
    <>
      <PaneHead title={t('With whom')} note={t('they see its name, and their agents may call it')} />
      <div className="section share-whom">
        <h3>{t('Hubs')}</h3>
        <PickList
          label={t('Hubs')}
          none={t('No other hub is known yet.')}
          items={sorted([...known, ...hubs]).map(name => ({ name }))}
          picked={hubs}
          onPick={(name, on) => onChange({ hubs: ticked(hubs, name, on) })}
          first={isFirst}
        />
        <h3>{t('Roles')}</h3>
        <PickList
          label={t('Roles')}
          none={t('The policy gives no roles. What a hub says of its own roles opens nothing.')}
          items={sorted([...Object.values(given).flat(), ...roles]).map(name => ({
            name,
            note: t('{count, plural, one {# hub} other {# hubs}} by the policy', { count: countOf(name) }),
          }))}
          picked={roles}
          onPick={(name, on) => onChange({ roles: ticked(roles, name, on) })}
        />
      </div>
    </>
  );
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort((one, other) => one.localeCompare(other));
}
