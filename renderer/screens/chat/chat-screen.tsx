// Chat: conversations with a model that can use every tool the user allows.
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
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
import type { ChatCounts, ChatRow } from '../../../contract/schemas/chat.ts';

export function ChatScreen({ selected }: { selected: string | null }) {
  const { hub, ...snapshot } = useSnapshot();
  const search = useSearch();
  const conversations = useConversations(search.text);
  const wide = useWide();
  const about = useAbout();
  const [removed, setRemoved] = useState<string | null>(null);
  const hasModel = chatDefault(snapshot) !== null;
  const { page } = conversations;
  const rows = (page?.rows ?? []).filter(({ id }) => id !== removed);
  const current = selected ?? (wide && search.text === '' ? (rows[0]?.id ?? null) : null);
  const begin = useBegin(conversations, hasModel && selected === null);
  useKeptSelection(selected, current);
  useScreenKeys(rows, current, { begin: hasModel ? begin : null, about });
  // Below 1000 px the list has the place to itself, unless there is nothing in it and no model to fill it.
  const needsModel = !hasModel && page?.total === 0;
  const hasList = wide || (current === null && !needsModel);
  const leave = () => {
    setRemoved(current);
    goTo('chat');
  };
  return (
    <>
      <Bar {...{ hasModel, begin, counts: hub.chat, total: page?.total ?? 0 }} search={hasList ? search : null} />
      <div className="panes">
        {hasList ? <ConversationList {...{ conversations, selected: current, text: search.text, onSelect }} /> : null}
        {current !== null ? (
          <Conversation
            key={current}
            {...{ id: current, isAboutOpen: about.isOpen, onAbout: about.set, onRemoved: leave }}
            onBack={() => goTo('chat')}
          />
        ) : page !== null && (wide || needsModel) ? (
          <section className="pane conversation" aria-label={t('Conversation')}>
            {hasModel ? <NoneOpen /> : <FirstModel />}
          </section>
        ) : null}
      </div>
    </>
  );
}

const onSelect = (id: string) => goTo('chat', id);

interface ScreenActs {
  /** Null where there is no model to begin with. */
  readonly begin: (() => void) | null;
  readonly about: ReturnType<typeof useAbout>;
}

function useScreenKeys(rows: readonly ChatRow[], current: string | null, { begin, about }: ScreenActs): void {
  useKeys({ n: () => (begin ? begin() : false) });
  const ids = rows.map(({ id }) => id);
  useListKeys(ids, current, onSelect, () => (about.isOver ? about.set(false) : false));
}

interface BarProps {
  readonly hasModel: boolean;
  readonly begin: () => void;
  readonly counts: ChatCounts | undefined;
  readonly total: number;
  /** Null where the list is not shown. */
  readonly search: ReturnType<typeof useSearch> | null;
}

function Bar({ hasModel, begin, counts, total, search }: BarProps) {
  return (
    <ScreenBar title={t('Chat')} note={hasModel || total > 0 ? barNote(counts, total) : t('no model yet')}>
      {search && (total > 0 || search.text !== '') ? (
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
