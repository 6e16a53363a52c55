// A token that is shown this once, and the variable that a file names in its place.
import { tokenVariable } from '../../../../contract/agent-configs.ts';
import { Button } from '../../../parts/button.tsx';
import { CommandLine } from '../../../parts/copy.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { Say } from '../../../parts/say.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { t } from '../../../words/language.ts';

interface TokenOnceProps {
  readonly name: string;
  readonly token: string;
  readonly onDone: () => void;
}

export function TokenOnce({ name, token, onDone }: TokenOnceProps) {
  return (
    <section aria-label={t('Token of {name}', { name })}>
      <div className="wash attention line px-4 py-2 text-xs">
        <span className="text-attention">
          <Shape tone="attention" />
        </span>
        <p className="fill">
          <b className="strong">
            <Say text="The token of {name} is shown this once." values={{ name: <Foreign text={name} /> }} />
          </b>{' '}
          <span className="muted">
            <Say
              text="The hub keeps only its hash. A file that names a variable asks for it as {variable}."
              values={{ variable: <code className="mono">{tokenVariable}</code> }}
            />
          </span>
        </p>
        <Button size="small" onClick={onDone}>
          {t('Done')}
        </Button>
      </div>
      <div className="connect-block">
        <CommandLine text={token} what={t('Token')} />
      </div>
    </section>
  );
}
