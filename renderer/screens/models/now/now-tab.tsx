// What a provider is doing now: its life and process, where it is, a test of it, and who has used it today.
import { Foreign } from '../../../parts/foreign.tsx';
import { type Fact, Facts } from '../../../parts/layout.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { Progress } from '../../../parts/progress.tsx';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatMoment,
  formatPercent,
  missing,
} from '../../../words/format.ts';
import { browserName } from '../../../words/identity.ts';
import { t } from '../../../words/language.ts';
import { ProgramLog } from '../detail/log-tab.tsx';
import { picturesWord, toolsWord } from '../detail/model-abilities.ts';
import { networkWord } from '../detail/program-approval.tsx';
import { ModelTestRow } from './model-test.tsx';
import { ProviderLife } from './provider-life.tsx';
import { UsedBy } from './used-by.tsx';
import type { Model, ModelProgram, ModelProvider } from '../../../../contract/schemas/models.ts';
import type { ModelsAnswer } from '../detail/use-models.ts';
import type { ModelTesting } from './use-model-test.ts';

interface NowTabProps {
  readonly provider: ModelProvider;
  readonly models: ModelsAnswer;
  readonly testing: ModelTesting;
  readonly now: number;
}

export function NowTab({ provider, models, testing, now }: NowTabProps) {
  const { program, state } = provider;
  const known = models.kind === 'there' ? models.value : [];
  const model = known.find(({ name }) => name === provider.defaultModel) ?? known.find(({ isDefault }) => isDefault);
  return (
    <div className="scrolls flex flex-col" tabIndex={0} role="region" aria-label={t('Now')}>
      {program === null ? null : <ProviderLife program={program} now={now} />}
      {state.kind === 'downloading' && state.percent !== null ? (
        <div className="section">
          <Progress label={t('Download of the model')} share={state.percent / 100} />
        </div>
      ) : null}
      <div className="halves provider-halves">
        <section className="section" aria-label={t('Where it is')}>
          <WhereFacts provider={provider} />
        </section>
        <section className="section" aria-label={t('What its model can do')}>
          <Facts facts={abilityFacts(model, program)} />
        </section>
      </div>
      <ModelTestRow provider={provider} testing={testing} now={now} />
      <UsedBy provider={provider} now={now} />
      {program !== null && program.lifecycle.length > 0 ? <ProgramLog providerId={provider.id} brief /> : null}
    </div>
  );
}

function WhereFacts({ provider }: { provider: ModelProvider }) {
  const snapshot = useSnapshot();
  const { baseUrl, browserId, program, version, checkedAt, hasKey, type } = provider;
  return (
    <Facts
      facts={[
        ...(browserId === null
          ? []
          : ([[t('Browser'), <Foreign key="browser" text={browserName(snapshot, browserId)} />]] as const)),
        ...(type === 'chrome'
          ? []
          : ([
              [t('Address'), baseUrl === null ? missing : <Foreign key="address" className="mono" text={baseUrl} />],
            ] as const)),
        ...(program === null ? [] : programFacts(program)),
        ...(program === null && type !== 'chrome'
          ? ([[t('Key'), hasKey ? t('kept in the keychain') : t('none')]] as const)
          : []),
        ...(version === null ? [] : ([[t('Says it is'), <Foreign key="version" text={version} max={80} />]] as const)),
        [t('Asked last'), checkedAt === null ? t('not since the hub started') : formatMoment(checkedAt)],
      ]}
    />
  );
}

function programFacts({ pid, memoryBytes, cpuPercent, bytes, approvedAt, idleMinutes, startMs }: ModelProgram): Fact[] {
  return [
    [
      t('Process'),
      pid === null ? (
        missing
      ) : (
        <span key="pid">
          <span className="mono">{`pid ${pid}`}</span>
          {memoryBytes === null ? '' : `, ${formatBytes(memoryBytes)}`}
          {cpuPercent === null ? '' : `, ${formatPercent(cpuPercent)} CPU`}
        </span>
      ),
    ],
    [
      t('File'),
      approvedAt === null
        ? formatBytes(bytes)
        : t('{size}, approved on {time}', { size: formatBytes(bytes), time: formatMoment(approvedAt).slice(0, 16) }),
    ],
    [
      t('Runs'),
      t('when asked for; stops after {minutes, plural, one {# idle minute} other {# idle minutes}}', {
        minutes: idleMinutes,
      }),
    ],
    [t('Last start took'), formatDuration(startMs)],
  ];
}

function abilityFacts(model: Model | undefined, program: ModelProgram | null): Fact[] {
  return [
    [t('Model'), model === undefined ? missing : <Foreign key="model" className="mono" text={model.name} />],
    [t('Context'), model?.context == null ? missing : t('{count} tokens', { count: formatCount(model.context) })],
    [t('Calls tools'), toolsWord(model?.tools ?? null)],
    [t('Pictures'), picturesWord(model?.pictures ?? null)],
    ...(program === null ? [] : ([[t('Network'), networkWord(program)]] as const)),
  ];
}
