// One conversation: its head, its turns, the field for the next question, and the pane about it.
import { useEffect, useRef, useState } from 'react';
import { visibleText } from '../../../contract/visible-text.ts';
import { goTo } from '../../frame/route.ts';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/layout.tsx';
import { usePanelParts } from '../../parts/panel-context.tsx';
import { say } from '../../store/panel-store.ts';
import { t } from '../../words/language.ts';
import { AboutPane } from './about/about-pane.tsx';
import { lastAnswer, lastQuestion, titleOf } from './chat-words.ts';
import { Composer } from './compose/composer.tsx';
import { ConversationHead } from './conversation-head.tsx';
import { Thread } from './thread/thread.tsx';
import { useChatActions } from './use-chat-actions.ts';
import { useConversation } from './use-conversation.ts';
import { useCurrency } from './use-currency.ts';
import { useRouted } from './use-routed.ts';
import { useThreadKeys } from './use-thread-keys.ts';
import type { ChatView } from '../../../contract/schemas/chat.ts';

interface ConversationProps {
  readonly id: string;
  readonly isAboutOpen: boolean;
  readonly onAbout: (isOpen: boolean) => void;
  readonly onBack: () => void;
  readonly onRemoved: () => void;
}

export function Conversation(props: ConversationProps) {
  const { shown, loadEarlier } = useConversation(props.id);
  switch (shown.kind) {
    case 'loading':
      return <LoadingTurns />;
    case 'gone':
      return (
        <section className="pane conversation">
          <Empty title={t('This conversation was deleted')} text={t('Its turns and files are gone.')}>
            <Button onClick={() => goTo('chat')}>{t('To the others')}</Button>
          </Empty>
        </section>
      );
    case 'failed':
      return (
        <section className="pane conversation">
          <Empty title={t('The conversation could not be opened')} text={shown.sentence}>
            <Button onClick={() => goTo('chat')}>{t('To the others')}</Button>
          </Empty>
        </section>
      );
    case 'there':
      return <OpenedConversation {...props} view={shown.view} onEarlier={loadEarlier} />;
  }
}

function LoadingTurns() {
  return (
    <section className="pane conversation" aria-label={t('The conversation is loaded')} aria-busy="true">
      <div className="turns-loading">
        <span className="ghost-bar" />
        <span className="ghost-bar" />
        <span className="ghost-bar" />
      </div>
    </section>
  );
}

interface OpenedProps extends ConversationProps {
  readonly view: ChatView;
  readonly onEarlier: () => void;
}

function OpenedConversation({ id, view, isAboutOpen, onAbout, onBack, onEarlier, onRemoved }: OpenedProps) {
  const actions = useChatActions(id, onRemoved);
  const currency = useCurrency();
  const [edited, setEdited] = useState<string | null>(null);
  const [typed, setTyped] = useState({ text: '', hasFiles: false });
  const routed = useRouted(id, typed, view.head.settings.servers === 'picked');
  const pane = useRef<HTMLElement>(null);
  useSpokenEnds(view);
  useThreadKeys({ pane, view, actions, onEdit: setEdited });
  const editLast = () => setEdited(lastQuestion(view.turns)?.id ?? null);
  return (
    <>
      <section className="pane conversation" aria-label={visibleText(titleOf(view.head.row))} ref={pane}>
        <ConversationHead {...{ view, actions, isAboutOpen, onBack }} onAbout={() => onAbout(true)} />
        <Thread {...{ view, actions, currency, edited, onEarlier }} onEdit={setEdited} />
        <Composer
          key={id}
          {...{ view, actions }}
          onEditLast={editLast}
          onTyped={(text, hasFiles) => setTyped({ text, hasFiles })}
        />
      </section>
      {isAboutOpen ? <AboutPane {...{ view, actions, routed, currency }} onClose={() => onAbout(false)} /> : null}
    </>
  );
}

/** Whoever does not see the screen is told when an answer ends, and not of every piece of it. */
function useSpokenEnds({ turns }: ChatView): void {
  const { store } = usePanelParts();
  const answer = lastAnswer(turns);
  const before = useRef(answer?.state);
  const state = answer?.state;
  const isFailed = answer?.steps.at(-1)?.kind === 'failed';
  useEffect(() => {
    if (before.current === 'running' && state === 'ended')
      say(store, isFailed ? t('The answer ended by an error') : t('Chat has answered'));
    before.current = state;
  }, [state, isFailed, store]);
}
