// Which grants the policy of the fleet takes something from, asked again whenever either of them has changed.
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { useRequest } from '../../../parts/use-request.ts';
import { t } from '../../../words/language.ts';
import type { FleetState } from '../../../../contract/schemas/fleet.ts';
import type { FleetNarrowed } from '../../../../contract/schemas/fleet-policy-requests.ts';

export interface Narrowed extends FleetNarrowed {
  readonly policy: NonNullable<FleetState['policy']>;
}

/** By the id of the grant. */
export function useNarrowed(): ReadonlyMap<string, Narrowed> {
  const { hub, grants } = useSnapshot();
  const policy = hub.fleet?.policy ?? null;
  const key = policy === null ? null : `narrows ${policy.version} ${Object.keys(grants).sort().join(' ')}`;
  const asked = useRequest(key, link => link.request('fleet:policy-narrows', {}));
  if (policy === null || asked.kind !== 'there') return new Map();
  return new Map(asked.value.narrowed.map(one => [one.grant.id, { ...one, policy }]));
}

/** In the row of the grant. */
export function narrowedWords({ isWhole }: Narrowed): string {
  return isWhole ? t('denied by the fleet') : t('narrowed by the fleet');
}

/** In the grant's detail: which rule, and who has signed it. */
export function narrowedFact({ rule, reason, isWhole, policy }: Narrowed): string {
  const facts = { rule, version: String(policy.version), signer: policy.signedBy };
  const what = isWhole
    ? t('rule {rule} of policy {version}, signed by {signer}, denies all of it', facts)
    : t('rule {rule} of policy {version}, signed by {signer}, denies a part of it', facts);
  return reason === null ? what : `${what}: ${reason}`;
}
