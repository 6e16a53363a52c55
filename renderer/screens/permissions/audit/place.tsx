// Where a call of the audit went.
import { Foreign } from '../../../parts/foreign.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { named } from '../../../words/named.ts';
import type { AuditEntry } from '../../../../contract/schemas/audit.ts';

/** An entry of an older version may have it as a text alone. */
export function Place({ entry: { place, where } }: { entry: AuditEntry }) {
  const names = useSnapshot();
  return place ? <ReasonText reason={named(place, names)} /> : <Foreign text={where} />;
}
