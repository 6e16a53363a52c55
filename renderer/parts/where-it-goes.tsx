// Where something goes that is sent to a model: it stays on this machine, or leaves it for somewhere.
import { ArrowUpRight, Lock } from 'lucide-react';
import { t } from '../words/language.ts';
import { Foreign } from './foreign.tsx';
import { Say } from './say.tsx';
import type { ModelProvider } from '../../contract/schemas/models.ts';

/** `provider` is the one that would be asked. */
export function WhereItGoes({ provider }: { provider: Pick<ModelProvider, 'goesTo'> }) {
  return provider.goesTo === null ? (
    <span className="where-it-goes">
      <Lock className="icon-12" aria-hidden="true" />
      {t('stays on this machine')}
    </span>
  ) : (
    <span className="where-it-goes leaves">
      <ArrowUpRight className="icon-12" aria-hidden="true" />
      <span className="ellipsis">
        <Say text="goes to {host}" values={{ host: <Foreign text={provider.goesTo} max={60} /> }} />
      </span>
    </span>
  );
}
