// The answer to making a credential: the commands and the token, shown this once.
import { Button } from '../../../parts/button.tsx';
import { CommandLine } from '../../../parts/copy.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { Say } from '../../../parts/say.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { t } from '../../../words/language.ts';
import type { PanelResult } from '../../../../contract/schemas/panel-requests.ts';

export function NewCredential({ made, onDone }: { made: PanelResult<'clients:create'>; onDone: () => void }) {
  const { client, stdio, http } = made;
  return (
    <section aria-label={t('Credential for {name}', { name: client.name })}>
      <div className="wash attention line px-4 py-2 text-xs">
        <span className="text-attention">
          <Shape tone="attention" />
        </span>
        <p className="fill">
          <b className="strong">
            <Say text="{name} may connect now." values={{ name: <Foreign text={client.name} /> }} />
          </b>{' '}
          <span className="muted">
            {t('The token is shown this once; the hub keeps only its hash. Copy what you need, then press Done.')}
          </span>
        </p>
        <Button size="small" onClick={onDone}>
          {t('Done')}
        </Button>
      </div>
      <ul className="credential-facts">
        <Way title={t('stdio command')} note={t('works from any program, without your PATH')} text={stdio.line} />
        {http.url === null ? (
          <li>
            <span className="two-lines">
              <span className="strong">{t('URL')}</span>
              <small>{t('MCP over HTTP is not open; Endpoints below says why')}</small>
            </span>
          </li>
        ) : (
          <Way title={t('URL')} note={t('for a client that speaks HTTP')} text={http.url} />
        )}
        <Way title={t('Token')} note={t('as Authorization: Bearer')} text={http.token} />
      </ul>
    </section>
  );
}

function Way({ title, note, text }: { title: string; note: string; text: string }) {
  return (
    <li>
      <span className="two-lines">
        <span className="strong">{title}</span>
        <small>{note}</small>
      </span>
      <CommandLine text={text} what={title} />
    </li>
  );
}
