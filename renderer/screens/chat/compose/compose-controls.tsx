// Below the field: files, model, servers, where it goes, and Send, or Stop while an answer is written.
import { Cpu, SendHorizontal, Server, Square } from 'lucide-react';
import { isCommand } from '../../../frame/keys.ts';
import { ActButton } from '../../../parts/button.tsx';
import { Drop } from '../../../parts/drop.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { useTyping } from '../../../parts/use-typing.ts';
import { WhereItGoes } from '../../../parts/where-it-goes.tsx';
import { t } from '../../../words/language.ts';
import { shortModel } from '../model-choices.ts';
import { ModelList } from '../model-list.tsx';
import { HowPicked, SourceList } from '../source-choice.tsx';
import { AttachButton } from './attach-button.tsx';
import type { ChatHead } from '../../../../contract/schemas/chat.ts';
import type { ChatActions } from '../use-chat-actions.ts';

interface ComposeControlsProps {
  readonly head: ChatHead;
  readonly actions: ChatActions;
  readonly canSend: boolean;
  readonly hasText: boolean;
  readonly isWriting: boolean;
  /** Whether a question waits for the user: then Escape is its key. */
  readonly isAsked: boolean;
  readonly onFiles: (files: Iterable<File>) => void;
  readonly onSend: () => void;
}

export function ComposeControls({ head, actions, onFiles, ...sending }: ComposeControlsProps) {
  const { settings, sources, model } = head;
  const picked = sources.filter(source => source.picked).length;
  const change = (next: Parameters<typeof actions.set>[0]) => void actions.set(next);
  return (
    <div className="compose-controls">
      <AttachButton onFiles={onFiles} />
      <Drop
        label={t('Model')}
        icon={Cpu}
        size="small"
        picks={
          <Foreign text={model?.model ?? (settings.model ? shortModel(settings.model) : t('no model'))} max={40} />
        }
        opensBy={event => isCommand(event) && !event.shiftKey && event.key.toLowerCase() === 'm'}
      >
        <ModelList chosen={settings.model} onChoose={chosen => change({ model: chosen })} />
      </Drop>
      <Drop
        label={t('Servers')}
        icon={Server}
        size="small"
        picks={t('{picked, number} of {count, number} servers', { picked, count: sources.length })}
      >
        <div className="source-menu">
          <HowPicked settings={settings} onChange={change} />
          <SourceList sources={sources} settings={settings} onChange={change} />
        </div>
      </Drop>
      <span className="fill" />
      {model ? <WhereItGoes provider={model} /> : null}
      <SendButtons {...sending} onStop={actions.stop} />
    </div>
  );
}

interface SendButtonsProps
  extends Pick<ComposeControlsProps, 'canSend' | 'hasText' | 'isWriting' | 'isAsked' | 'onSend'> {
  readonly onStop: () => void;
}

function SendButtons({ canSend, hasText, isWriting, isAsked, onSend, onStop }: SendButtonsProps) {
  const typing = useTyping();
  return (
    <>
      {isWriting ? (
        <ActButton size="small" icon={Square} shortcut={isAsked ? undefined : t('Esc')} onClick={onStop}>
          {t('Stop')}
        </ActButton>
      ) : null}
      {isWriting && !hasText ? null : (
        <ActButton
          size="small"
          look={isWriting ? undefined : 'primary'}
          icon={SendHorizontal}
          disabled={!canSend}
          title={hasText ? undefined : t('Write a question first')}
          shortcut={typing && canSend ? '↵' : undefined}
          onClick={onSend}
        >
          {isWriting ? t('Send next') : t('Send')}
        </ActButton>
      )}
    </>
  );
}
