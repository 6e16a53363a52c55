// "This conversation": its model, its servers and why each was picked, its budget, the rules that decided, its system prompt.
import { Cpu, PanelRightClose } from 'lucide-react';
import { visibleText } from '../../../../contract/visible-text.ts';
import { Button } from '../../../parts/button.tsx';
import { Drop } from '../../../parts/drop.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { t } from '../../../words/language.ts';
import { modelFacts } from '../chat-words.ts';
import { shortModel } from '../model-choices.ts';
import { ModelList } from '../model-list.tsx';
import { HowPicked, SourceList } from '../source-choice.tsx';
import { Budget } from './budget.tsx';
import { RulesUsed } from './rules-used.tsx';
import { SystemPrompt } from './system-prompt.tsx';
import type { ChatChange, ChatHead, ChatSource, ChatView } from '../../../../contract/schemas/chat.ts';
import type { ChatActions } from '../use-chat-actions.ts';

interface AboutPaneProps {
  readonly view: ChatView;
  readonly actions: ChatActions;
  /** For what is typed now, where something is. */
  readonly routed: readonly ChatSource[] | null;
  readonly currency: string;
  readonly onClose: () => void;
}

export function AboutPane({ view, actions, routed, currency, onClose }: AboutPaneProps) {
  const { head } = view;
  const { settings } = head;
  const change = (next: ChatChange) => void actions.set(next);
  return (
    <aside className="pane about" aria-label={t('This conversation')}>
      <PaneHead title={t('This conversation')}>
        <Button
          look="ghost"
          size="small"
          icon={PanelRightClose}
          aria-label={t('Hide')}
          title={t('Hide')}
          onClick={onClose}
        />
      </PaneHead>
      <div className="scrolls" tabIndex={-1}>
        <ModelSection head={head} onChange={change} />
        <ServersSection head={head} routed={routed} onChange={change} />
        <Budget view={view} currency={currency} onChange={change} />
        <RulesUsed rules={head.rules} />
        <SystemPrompt text={settings.systemPrompt} onChange={systemPrompt => actions.set({ systemPrompt })} />
      </div>
    </aside>
  );
}

interface SectionProps {
  readonly head: ChatHead;
  readonly onChange: (change: ChatChange) => void;
}

function ModelSection({ head: { model, modelTrouble, settings }, onChange }: SectionProps) {
  const name = model?.model ?? (settings.model ? shortModel(settings.model) : t('no model'));
  return (
    <section className="section" aria-label={t('Model')}>
      <h3>{t('Model')}</h3>
      <Drop label={t('Model')} icon={Cpu} picks={<Foreign text={name} max={40} />}>
        <ModelList chosen={settings.model} onChoose={chosen => onChange({ model: chosen })} />
      </Drop>
      <p className="hint">
        {model ? <bdi>{visibleText(modelFacts(model))}</bdi> : null}
        {modelTrouble ? <ReasonText reason={modelTrouble.why} className="text-attention" max={200} /> : null}
      </p>
    </section>
  );
}

function ServersSection({ head, routed, onChange }: SectionProps & Pick<AboutPaneProps, 'routed'>) {
  const { settings, sources } = head;
  return (
    <section className="section" aria-label={t('Servers')}>
      <h3 className="line">
        {t('Servers')}
        <span className="fill" />
        <HowPicked settings={settings} onChange={onChange} />
      </h3>
      {routed && settings.servers === 'picked' ? <p className="hint">{t('For what you are writing:')}</p> : null}
      <SourceList sources={routed ?? sources} settings={settings} onChange={onChange} />
    </section>
  );
}
