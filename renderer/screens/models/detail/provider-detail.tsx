// One provider: what can be done with it, its state in words, and everything that is known of it in tabs.
import { useState } from 'react';
import { visibleText } from '../../../../contract/visible-text.ts';
import { useKeys } from '../../../frame/keys.ts';
import { goTo } from '../../../frame/route.ts';
import { Foreign } from '../../../parts/foreign.tsx';
import { DetailPane } from '../../../parts/layout.tsx';
import { useAct, useLive } from '../../../parts/panel-context.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { type TabPart, Tabs } from '../../../parts/tabs.tsx';
import { formatClock } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { providerWords } from '../../../words/model-words.ts';
import { type ProviderTab, providerPath } from '../model-paths.ts';
import { NowTab } from '../now/now-tab.tsx';
import { type ModelTesting, useModelTest } from '../now/use-model-test.ts';
import { ConfigTab } from './config-tab.tsx';
import { LimitsTab } from './limits-tab.tsx';
import { LogTab } from './log-tab.tsx';
import { ModelsTab } from './models-tab.tsx';
import { ProgramApproval } from './program-approval.tsx';
import { ProviderHead } from './provider-head.tsx';
import { stateSentence } from './state-sentences.ts';
import { UsageTab } from './usage-tab.tsx';
import { useModels } from './use-models.ts';
import type { ModelProvider } from '../../../../contract/schemas/models.ts';
import type { Prices } from '../use-prices.ts';

interface ProviderDetailProps {
  readonly provider: ModelProvider;
  readonly now: number;
  readonly tab: ProviderTab;
  readonly prices: Prices | null;
}

export function ProviderDetail({ provider, now, tab, prices }: ProviderDetailProps) {
  const testing = useModelTest(provider);
  const [removing, setRemoving] = useState(false);
  const parts = useParts({ provider, now, prices }, testing);
  useDetailKeys(provider, testing, () => setRemoving(true));
  return (
    <DetailPane
      fixed
      label={t('Provider {name}', { name: provider.name })}
      onClose={() => goTo('models')}
      head={<ProviderHead provider={provider} removing={removing} onRemoving={setRemoving} />}
    >
      <StateBlock provider={provider} now={now} />
      {provider.state.kind === 'unapproved' || provider.state.kind === 'file-changed' ? (
        <ProgramApproval provider={provider} />
      ) : null}
      <Tabs
        label={t('About {name}', { name: provider.name })}
        value={tab}
        onChoose={next => goTo('models', providerPath(provider.id, next))}
        parts={parts}
      />
    </DetailPane>
  );
}

/** T tests it, D makes its model that of Chat, Delete asks whether it shall go. */
function useDetailKeys(provider: ModelProvider, testing: ModelTesting, onRemove: () => void): void {
  const act = useAct();
  const live = useLive();
  const { id, defaultModel } = provider;
  useKeys({
    t: () => {
      if (!live || !testing.canRun) return false;
      goTo('models', providerPath(id));
      testing.run();
    },
    d: () => {
      if (!live || defaultModel === null) return false;
      void act(
        'models:choose',
        { key: { kind: 'use', use: 'chat' }, model: { providerId: id, model: defaultModel } },
        t('Chat uses {model}.', { model: visibleText(defaultModel) }),
      );
    },
    Delete: provider.type === 'chrome' ? undefined : onRemove,
  });
}

type PartsOf = Omit<ProviderDetailProps, 'tab'>;

function useParts({ provider, now, prices }: PartsOf, testing: ModelTesting): TabPart<ProviderTab>[] {
  const models = useModels(provider);
  return [
    {
      value: 'now',
      label: t('Now'),
      body: () => <NowTab provider={provider} models={models} testing={testing} now={now} />,
    },
    {
      value: 'models',
      label: t('Models'),
      count: provider.modelCount,
      body: () => <ModelsTab provider={provider} models={models} prices={prices} />,
    },
    { value: 'usage', label: t('Usage'), body: () => <UsageTab provider={provider} now={now} prices={prices} /> },
    { value: 'limits', label: t('Limits'), body: () => <LimitsTab provider={provider} /> },
    { value: 'log', label: t('Log'), body: () => <LogTab provider={provider} /> },
    { value: 'config', label: t('Config'), body: () => <ConfigTab provider={provider} /> },
  ];
}

function StateBlock({ provider, now }: { provider: ModelProvider; now: number }) {
  const { state } = provider;
  const { tone } = providerWords(state, now);
  const sentence = stateSentence(provider);
  if (!sentence) return null;
  return (
    <div className={`state mt-3 ${tone}`} role="group" aria-label={t('State')}>
      <Shape tone={tone} />
      <b>{sentence.title}</b>
      {'since' in state ? (
        <span className="muted">{t('since {time}', { time: formatClock(state.since) })}</span>
      ) : (
        <span />
      )}
      <p>
        <Foreign text={sentence.text} />
      </p>
    </div>
  );
}
