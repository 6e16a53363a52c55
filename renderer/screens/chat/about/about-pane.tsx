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
import type { ChatSource, ChatView } from '../../../../contract/schemas/chat.ts';
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
  const change = (next: Parameters<typeof actions.set>[0]) => void actions.set(next);
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
        <section className="section" aria-label={t('Model')}>
          <h3>{t('Model')}</h3>
          <Drop
            label={t('Model')}
            icon={Cpu}
            picks={
              <Foreign
                text={head.model?.model ?? (settings.model ? shortModel(settings.model) : t('no model'))}
                max={40}
              />
            }
          >
            <ModelList chosen={settings.model} onChoose={model => change({ model })} />
          </Drop>
          <p className="hint">
            {head.model ? <bdi>{visibleText(modelFacts(head.model))}</bdi> : null}
            {head.modelTrouble ? (
              <ReasonText reason={head.modelTrouble.why} className="text-attention" max={200} />
            ) : null}
          </p>
        </section>
        <section className="section" aria-label={t('Servers')}>
          <h3 className="line">
            {t('Servers')}
            <span className="fill" />
            <HowPicked settings={settings} onChange={change} />
          </h3>
          {routed && settings.servers === 'picked' ? <p className="hint">{t('For what you are writing:')}</p> : null}
          <SourceList sources={routed ?? head.sources} settings={settings} onChange={change} />
        </section>
        <Budget view={view} currency={currency} onChange={change} />
        <RulesUsed rules={head.rules} />
        <SystemPrompt text={settings.systemPrompt} onChange={systemPrompt => actions.set({ systemPrompt })} />
      </div>
    </aside>
  );
}
