// What a server is given beside its command: its folder, its variables or headers with their values, and which of them steer what runs.
import { KeyRound } from 'lucide-react';
import { visibleText } from '../../../../contract/visible-text.ts';
import { ActButton } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { type Fact, Facts } from '../../../parts/layout.tsx';
import { useAct } from '../../../parts/panel-context.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Say } from '../../../parts/say.tsx';
import { t } from '../../../words/language.ts';
import { valueOf } from './config-fields.ts';
import { editOf, formOf } from './config-form.ts';
import type { ServerRisk, ServerShape, Variable } from '../../../../contract/schemas/server-config.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';
import type { ConfigAnswer } from '../detail/use-config.ts';

export function GivenTable({ server, config }: { server: Server; config: ConfigAnswer }) {
  if (config.kind !== 'there') return null;
  const { config: shape, risks } = config.value;
  const { variables } = shape;
  const isRemote = shape.kind === 'http' || shape.kind === 'sse';
  const risky = (place: ServerRisk['place'], name: string) =>
    risks.filter(risk => risk.place === place && risk.name === name);
  const facts: Fact[] = [
    ...folderFacts(server, risky('folder', server.cwd ?? '')),
    ...variables.map(
      (variable): Fact => [
        visibleText(variable.name),
        <Value key={variable.name} variable={variable} risks={risky('variable', variable.name)} />,
      ],
    ),
  ];
  return (
    <section className="given mt-2" aria-label={t('What it is given')} tabIndex={0}>
      {facts.length === 0 ? null : <Facts facts={facts} />}
      {variables.length > 0 ? null : (
        <p className="muted text-xs mt-1">
          {isRemote ? t('It is called without headers.') : t('It is given no variables.')}
        </p>
      )}
      {risks
        .filter(({ place }) => place === 'argument')
        .map(risk => (
          <Risk key={risk.name} risk={risk} />
        ))}
      {variables.some(({ looksSecret }) => looksSecret) ? <KeepAsSecret serverId={server.id} shape={shape} /> : null}
    </section>
  );
}

function KeepAsSecret({ serverId, shape }: { serverId: string; shape: ServerShape }) {
  const act = useAct();
  const done = t('It is kept as a secret now, and the config refers to it.');
  return (
    <p className="line text-xs mt-2">
      {t('A value that looks like a secret stands in the config.')}
      <ActButton
        size="small"
        icon={KeyRound}
        onClick={() => void act('servers:configure', { serverId, config: editOf(formOf(shape)) }, done)}
      >
        {t('Keep it as a secret')}
      </ActButton>
    </p>
  );
}

/** Where it runs, for a server that runs on this machine. */
export function folderFacts({ cwd, workFolder }: Server, risks: readonly ServerRisk[] = []): Fact[] {
  const folder = cwd ?? workFolder;
  if (folder === null) return [];
  return [
    [
      t('Working folder'),
      <span key="folder">
        <Foreign className="mono" text={folder} />
        <span className="subtle">
          {', '}
          {cwd === null ? t('its own') : t('named in its config')}
        </span>
        {risks.map(risk => (
          <Risk key={risk.name} risk={risk} />
        ))}
      </span>,
    ],
  ];
}

/** As it stands in the config: `${secret:NAME}` is a reference, whose value is shown nowhere. */
export function Value({ variable, risks = [] }: { variable: Variable; risks?: readonly ServerRisk[] }) {
  const { value, secrets } = variable;
  return (
    <span>
      {value === '' ? <span className="subtle">{t('empty')}</span> : null}
      {value === null ? <span className="subtle">{valueOf(variable)}</span> : <Foreign className="mono" text={value} />}
      {secrets.length === 0 ? null : (
        <span className="subtle">
          {', '}
          <Say text="{count, plural, one {a secret} other {# secrets}} of yours" values={{ count: secrets.length }} />
        </span>
      )}
      {risks.map(risk => (
        <Risk key={risk.name} risk={risk} />
      ))}
    </span>
  );
}

function Risk({ risk }: { risk: ServerRisk }) {
  return (
    <span className="text-attention block text-xs" title={t('Documented at {source}', { source: risk.source })}>
      <ReasonText reason={risk.reason} />
    </span>
  );
}
