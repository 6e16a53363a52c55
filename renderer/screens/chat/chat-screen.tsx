// Chat: conversations with a model that can use every tool the user allows.
import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import { useKeys, useListKeys } from '../../frame/keys.ts';
import { goTo } from '../../frame/route.ts';
import { ActButton } from '../../parts/button.tsx';
import { FilterField } from '../../parts/filter-field.tsx';
import { FirstModel } from '../../parts/first-model/first-model.tsx';
import { Empty, ScreenBar } from '../../parts/layout.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { useWide } from '../../parts/use-wide.ts';
import { formatCount } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import { Conversation } from './conversation.tsx';
import { ConversationList } from './list/conversation-list.tsx';
import { useConversations } from './list/use-conversations.ts';
import { chatDefault } from './model-choices.ts';
import { useAbout } from './use-about.ts';
import { useBegin } from './use-begin.ts';
import { useSearch } from './use-search.ts';
import type { ChatCounts } from '../../../contract/schemas/chat.ts';

export function ChatScreen({ selected }: { selected: string | null }) {
  const { hub, ...snapshot } = useSnapshot();
  const search = useSearch();
  const conversations = useConversations(search.text);
  const wide = useWide();
  const about = useAbout();
  const hasModel = chatDefault(snapshot) !== null;
  const rows = conversations.page?.rows ?? [];
  const current = selected ?? (wide && search.text === '' ? (rows[0]?.id ?? null) : null);
  useKeptSelection(selected, current);
  const begin = useBegin(conversations, hasModel && selected === null);
  // Below 1000 px the list has the place to itself, unless there is nothing in it and no model to fill it.
  const needsModel = !hasModel && conversations.page?.total === 0;
  const isListShown = wide || (current === null && !needsModel);
  const isPlaceShown = conversations.page !== null && (wide || needsModel);
  useKeys({ n: () => (hasModel ? begin() : false) });
  useListKeys(
    rows.map(({ id }) => id),
    current,
    id => goTo('chat', id),
    () => (about.isOver ? about.set(false) : undefined),
  );
  const total = conversations.page?.total ?? 0;
  return (
    <>
      <ScreenBar title={t('Chat')} note={hasModel || total > 0 ? barNote(hub.chat, total) : t('no model yet')}>
        {isListShown && (total > 0 || search.text !== '') ? (
          <FilterField wide label={t('Search conversations')} value={search.typed} onChange={search.type} />
        ) : null}
        <ActButton
          icon={Plus}
          shortcut="N"
          disabled={!hasModel}
          title={hasModel ? undefined : t('Choose a model first')}
          onClick={begin}
        >
          {t('New conversation')}
        </ActButton>
      </ScreenBar>
      <div className={`panes chat-panes ${about.isOver ? 'about-over' : ''}`}>
        {isListShown ? (
          <ConversationList
            conversations={conversations}
            selected={current}
            text={search.text}
            onSelect={id => goTo('chat', id)}
          />
        ) : null}
        {current !== null ? (
          <Conversation
            key={current}
            id={current}
            isAboutOpen={about.isOpen}
            onAbout={about.set}
            onBack={() => goTo('chat')}
          />
        ) : isPlaceShown ? (
          <section className="pane conversation" aria-label={t('Conversation')}>
            {hasModel ? <NoneOpen /> : <FirstModel />}
          </section>
        ) : null}
      </div>
    </>
  );
}

/** What is shown stays, whichever other one changes last, and in a narrow window too. */
function useKeptSelection(selected: string | null, current: string | null): void {
  useEffect(() => {
    if (selected === null && current !== null) goTo('chat', current);
  }, [selected, current]);
}

/** `24 conversations, 1 waits for you`. */
function barNote(counts: ChatCounts | undefined, total: number): string {
  const all = t('{count, plural, =0 {no conversation yet} one {# conversation} other {# conversations}}', {
    count: total,
  });
  if (counts && counts.waiting > 0)
    return t('{all}, {count, plural, one {# waits for you} other {# wait for you}}', { all, count: counts.waiting });
  if (counts && counts.writing > 0) return t('{all}, {count} writing', { all, count: formatCount(counts.writing) });
  return all;
}

function NoneOpen() {
  return (
    <Empty
      title={t('No conversation is open')}
      text={t(
        'Choose one from the list, or begin a new one. What you ask stays on this machine unless its model is elsewhere.',
      )}
    />
  );
}
