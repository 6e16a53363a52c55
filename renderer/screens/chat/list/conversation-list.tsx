// The list of conversations, by day. Of a long one only the rows in sight are in the page, and older ones are asked for at its end.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNow } from '../../../parts/panel-context.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { formatBytes, formatCount } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { type ListItem, listItems } from './conversation-days.ts';
import { ConversationRow } from './conversation-row.tsx';
import type { Conversations } from './use-conversations.ts';

interface ConversationListProps {
  readonly conversations: Conversations;
  readonly selected: string | null;
  readonly text: string;
  readonly onSelect: (id: string) => void;
}

const sizes = { day: 28, row: 44 } as const;
const minuteMs = 60_000;

export function ConversationList({ conversations, selected, text, onSelect }: ConversationListProps) {
  const { page, said, loadOlder } = conversations;
  const now = useNow(minuteMs);
  return (
    <section className="pane conversation-list" aria-label={t('Conversations')}>
      {said === null ? null : (
        <div className="list-empty">
          <Said sentence={said} />
        </div>
      )}
      {page === null && said === null ? <Loading /> : null}
      {page?.rows.length === 0 ? <NoRows text={text} /> : null}
      {page && page.rows.length > 0 ? (
        <Rows items={listItems(page.rows, now)} {...{ selected, onSelect }} onEnd={loadOlder} hasMore={page.hasMore} />
      ) : null}
      {page && page.total > 0 ? (
        <p className="list-foot">
          {t('{count} kept on this machine, {bytes}', {
            count: formatCount(page.total),
            bytes: formatBytes(page.bytes),
          })}
        </p>
      ) : null}
    </section>
  );
}

function Loading() {
  return (
    <div className="list-loading" role="status" aria-label={t('Conversations are loaded')}>
      <span className="ghost-bar" />
      <span className="ghost-bar" />
      <span className="ghost-bar" />
    </div>
  );
}

function NoRows({ text }: { text: string }) {
  return (
    <div className="list-empty">
      <p className="strong">{text === '' ? t('No conversation yet') : t('No conversation holds that')}</p>
      <p className="subtle">
        {text === ''
          ? t('Conversations are kept on this machine. You can search, export and delete them here.')
          : t('Titles, questions and answers were searched.')}
      </p>
    </div>
  );
}

interface RowsProps extends Pick<ConversationListProps, 'selected' | 'onSelect'> {
  readonly items: readonly ListItem[];
  readonly hasMore: boolean;
  readonly onEnd: () => void;
}

function Rows({ items, selected, onSelect, hasMore, onEnd }: RowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: at => sizes[items[at]?.kind ?? 'row'],
    getItemKey: at => keyOf(items[at]),
    overscan: 10,
  });
  const shown = rows.getVirtualItems();
  const isAtEnd = (shown.at(-1)?.index ?? 0) >= items.length - 1;
  const reachedEnd = useEffectEvent(onEnd);
  useEffect(() => {
    if (isAtEnd && hasMore) reachedEnd();
  }, [isAtEnd, hasMore, items.length]);
  const at = items.findIndex(item => item.kind === 'row' && item.row.id === selected);
  const bring = useEffectEvent(() => at >= 0 && rows.scrollToIndex(at, { align: 'auto' }));
  useEffect(() => {
    bring();
  }, [selected]);
  return (
    <div className="scrolls" ref={box} tabIndex={-1}>
      <ul className="conversation-rows" style={{ height: rows.getTotalSize() }}>
        {shown.map(({ index, start, size, key }) => (
          <Item key={key} item={items[index]} at={{ start, size }} {...{ selected, onSelect }} />
        ))}
      </ul>
    </div>
  );
}

interface ItemProps extends Pick<ConversationListProps, 'selected' | 'onSelect'> {
  readonly item: ListItem | undefined;
  readonly at: { readonly start: number; readonly size: number };
}

function Item({ item, at: { start, size }, selected, onSelect }: ItemProps) {
  const place = { transform: `translateY(${start}px)`, height: size };
  if (item === undefined) return null;
  if (item.kind === 'day')
    return (
      <li className="day" style={place}>
        <h2>{item.title}</h2>
      </li>
    );
  return (
    <li style={place}>
      <ConversationRow {...item} isSelected={item.row.id === selected} onSelect={onSelect} />
    </li>
  );
}

function keyOf(item: ListItem | undefined): string {
  if (!item) return '';
  return item.kind === 'day' ? item.title : item.row.id;
}
