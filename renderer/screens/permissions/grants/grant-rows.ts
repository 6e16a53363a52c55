// The grants as their table lists them.
import { grantName } from '../../../words/grant-words.ts';
import { clientIdentity } from '../../../words/identity.ts';
import { t } from '../../../words/language.ts';
import type { Grant } from '../../../../contract/schemas/permissions.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';

/** Those that hold a text in what their row says, the one used or made last first. */
export function filteredGrants(snapshot: Snapshot, filter: string): Grant[] {
  const wanted = filter.toLowerCase();
  return Object.values(snapshot.grants)
    .filter(grant => grantText(snapshot, grant).toLowerCase().includes(wanted))
    .sort((a, b) => (b.lastUsedAt ?? b.createdAt) - (a.lastUsedAt ?? a.createdAt));
}

function grantText(snapshot: Snapshot, grant: Grant): string {
  const via = viaWords(snapshot, grant) ?? '';
  return `grant ${grant.id} ${grant.effect} ${grantName(snapshot, grant)} ${grant.scope} ${grant.lifetime} ${via}`;
}

/** In whose window it was answered; null where that was Pilothouse's own. */
export function viaWords(snapshot: Snapshot, { via }: Grant): string | null {
  return via === undefined ? null : t('answered in {client}', { client: clientIdentity(snapshot, via, via).name });
}
