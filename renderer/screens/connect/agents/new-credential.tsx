// What is shown this once: the token of a credential that was made, with the commands and addresses that use it.
import { tokenVariable } from '../../../../contract/agent-configs.ts';
import { Button } from '../../../parts/button.tsx';
import { CommandLine } from '../../../parts/copy.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { Say } from '../../../parts/say.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { t } from '../../../words/language.ts';
import type { ReactNode } from 'react';
import type { PanelResult } from '../../../../contract/schemas/panel-requests.ts';

interface NewCredentialProps {
  readonly made: PanelResult<'clients:create'>;
  readonly onDone: () => void;
}

/** Of a client that was made by hand. */
export function NewCredential({ made: { client, stdio, http }, onDone }: NewCredentialProps) {
  return (
    <ShownOnce
      label={t('Credential for {name}', { name: client.name })}
      title={<Say text="{name} may connect now." values={{ name: <Foreign text={client.name} /> }} />}
      text={t('The token is shown this once; the hub keeps only its hash. Copy what you need, then press Done.')}
      onDone={onDone}
      lines={[
        { title: t('stdio command'), note: t('works from any program, without your PATH'), text: stdio.line },
        http.url === null
          ? { title: t('URL'), note: t('MCP over HTTP is not open; Endpoints below says why'), text: null }
          : { title: t('URL'), note: t('for a client that speaks HTTP'), text: http.url },
        { title: t('Token'), note: t('as Authorization: Bearer'), text: http.token },
      ]}
    />
  );
}

interface NewTokenProps {
  readonly name: string;
  readonly token: string;
  readonly onDone: () => void;
}

/** Of an agent of the table, whose file names a variable for it or held the one before. */
export function NewToken({ name, token, onDone }: NewTokenProps) {
  return (
    <ShownOnce
      label={t('Token of {name}', { name })}
      title={<Say text="The token of {name} is shown this once." values={{ name: <Foreign text={name} /> }} />}
      text={
        <Say
          text="The hub keeps only its hash. A file that names a variable asks for it as {variable}."
          values={{ variable: <code className="mono">{tokenVariable}</code> }}
        />
      }
      onDone={onDone}
      lines={[{ title: t('Token'), note: t('as Authorization: Bearer'), text: token }]}
    />
  );
}

interface ShownOnceProps {
  readonly label: string;
  readonly title: ReactNode;
  readonly text: ReactNode;
  /** A line without text says in its note why there is none. */
  readonly lines: readonly { readonly title: string; readonly note: string; readonly text: string | null }[];
  readonly onDone: () => void;
}

function ShownOnce({ label, title, text, lines, onDone }: ShownOnceProps) {
  return (
    <section aria-label={label}>
      <div className="wash attention line px-4 py-2 text-xs">
        <span className="text-attention">
          <Shape tone="attention" />
        </span>
        <p className="fill">
          <b className="strong">{title}</b> <span className="muted">{text}</span>
        </p>
        <Button size="small" onClick={onDone}>
          {t('Done')}
        </Button>
      </div>
      <ul className="credential-facts">
        {lines.map(line => (
          <li key={line.title}>
            <span className="two-lines">
              <span className="strong">{line.title}</span>
              <small>{line.note}</small>
            </span>
            {line.text === null ? null : <CommandLine text={line.text} what={line.title} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
