// What the user is told when the store and the hub were out of step, or when others changed the rules.
import { errorSentence } from '../link/panel-error.ts';
import { formatCount } from '../words/format.ts';
import { t } from '../words/language.ts';
import { changeSentence } from '../words/rule-change-words.ts';
import type { Notice } from '../store/panel-store.ts';
import type { SyncNews } from '../store/sync.ts';
import type { Names } from '../words/named.ts';

const nobody: Names = { agents: {}, browsers: {}, clients: {}, plugins: {}, servers: {} };

/** `names` is null before the first snapshot. */
export function syncNotice(news: SyncNews, names: Names | null): Omit<Notice, 'id'> {
  switch (news.kind) {
    case 'failed':
      return { kind: 'error', text: errorSentence(news.error) };
    case 'missed':
      return {
        kind: 'done',
        text: t('Missed {missed} changes; loaded a fresh snapshot.', { missed: formatCount(news.changes) }),
      };
    case 'rules':
      return { kind: 'news', text: changeSentence(news.change, names ?? nobody) };
  }
}
