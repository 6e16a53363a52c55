// Where what is sent to a model goes: it stays on this machine, or it goes to a host.
import { ArrowUpRight, Lock } from 'lucide-react';
import { Foreign } from '../../parts/foreign.tsx';
import { Say } from '../../parts/say.tsx';
import { t } from '../../words/language.ts';

/** `host` is null where it stays. */
export function GoesTo({ host }: { host: string | null }) {
  const Icon = host === null ? Lock : ArrowUpRight;
  return (
    <span className={`goes-to ${host === null ? '' : 'away'}`}>
      <Icon className="icon-12" aria-hidden="true" />
      <span className="ellipsis">
        {host === null ? (
          t('stays on this machine')
        ) : (
          <Say text="goes to {host}" values={{ host: <Foreign text={host} max={80} middle /> }} />
        )}
      </span>
    </span>
  );
}
