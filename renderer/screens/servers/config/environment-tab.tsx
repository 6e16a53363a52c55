// The variables of a server, or the headers that it is called with: their values, and which of them are secrets.
import { useState } from 'react';
import { ActButton } from '../../../parts/button.tsx';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Say } from '../../../parts/say.tsx';
import { SetSecretSheet } from '../../../parts/set-secret-sheet.tsx';
import { Status } from '../../../parts/shape.tsx';
import { Unanswered } from '../../../parts/unanswered.tsx';
import { useRequest } from '../../../parts/use-request.ts';
import { t } from '../../../words/language.ts';
import { SignOut } from '../detail/sign-in.tsx';
import { inheritedSentence } from './environment-words.ts';
import { Value } from './given-table.tsx';
import { InheritedPart } from './inherited.tsx';
import type { PanelResult } from '../../../../contract/schemas/panel-requests.ts';
import type { Secret } from '../../../../contract/schemas/secrets.ts';
import type { Variable } from '../../../../contract/schemas/server-config.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';
import type { ConfigAnswer } from '../detail/use-config.ts';

export function EnvironmentTab({ server, config }: { server: Server; config: ConfigAnswer }) {
  const [setting, setSetting] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  const secrets = useRequest(`${server.id} ${server.state.since} ${turn}`, link => link.request('secrets:list', {}));
  if (config.kind !== 'there') return <Unanswered asked={config} />;
  const { variables } = config.value.config;
  const known = secrets.kind === 'there' ? secrets.value.secrets : [];
  return (
    <div className="scrolls" tabIndex={0} role="region" aria-label={t('Environment')}>
      {variables.length === 0 ? null : (
        <DataTable
          label={t('Variables')}
          columns={columnsFor(known, setSetting)}
          rows={variables}
          rowId={({ name }) => name}
        />
      )}
      <p className="subtle px-4 pt-3 text-xs">{inheritedSentence(server.kind, variables.length)}</p>
      {variables.some(variable => variable.secrets.length > 0) && secrets.kind === 'there' ? (
        <KeeperSentence keeper={secrets.value.keeper} />
      ) : null}
      {server.kind === 'stdio' ? <InheritedPart server={server} /> : null}
      {server.signedIn === true ? (
        <p className="line px-4 pt-3 text-xs muted">
          {t('You are signed in; its token is kept with the secrets.')}
          <SignOut server={server} />
        </p>
      ) : null}
      {setting === null ? null : (
        <SetSecretSheet
          name={setting}
          onClose={done => {
            setSetting(null);
            if (done) setTurn(turn + 1);
          }}
        />
      )}
    </div>
  );
}

function KeeperSentence({ keeper: { warns, reason } }: Pick<PanelResult<'secrets:list'>, 'keeper'>) {
  return (
    <p className={`px-4 pt-2 text-xs ${warns ? 'text-attention' : 'subtle'}`}>
      <span className="strong">{t('Secrets.')}</span> <ReasonText reason={reason} />
    </p>
  );
}

function columnsFor(known: readonly Secret[], onSet: (name: string) => void): Column<Variable>[] {
  return [
    { head: t('Name'), width: 210, cell: ({ name }) => <Foreign className="mono" text={name} /> },
    {
      head: t('Value'),
      cell: variable =>
        variable.secrets.length === 0 ? (
          <Value variable={variable} />
        ) : (
          variable.secrets.map(secret => <SecretCell key={secret} name={secret} known={known} />)
        ),
    },
    {
      head: t('–Actions'),
      width: 130,
      num: true,
      cell: ({ secrets }) =>
        secrets.map(secret => (
          <ActButton
            key={secret}
            size="small"
            aria-label={
              isMissing(secret, known)
                ? t('Set the secret {secret}', { secret })
                : t('Replace the secret {secret}', { secret })
            }
            onClick={() => onSet(secret)}
          >
            {isMissing(secret, known) ? t('Set') : t('Replace')}
          </ActButton>
        )),
    },
  ];
}

function isMissing(name: string, known: readonly Secret[]): boolean {
  return known.some(secret => secret.name === name && !secret.isSet);
}

function SecretCell({ name, known }: { name: string; known: readonly Secret[] }) {
  return (
    <span className="line">
      <span className="subtle">
        <Say text="secret {name}" values={{ name: <Foreign className="mono text-ink" text={name} /> }} />
      </span>
      {isMissing(name, known) ? (
        <Status tone="attention">{t('has no value')}</Status>
      ) : (
        <span className="subtle">••••••••</span>
      )}
    </span>
  );
}
