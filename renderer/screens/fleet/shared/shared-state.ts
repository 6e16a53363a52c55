// How a shared server stands, in words and tone: whether it can be used here, whether it is, and what is in the way.

import { t } from '../../../words/language.ts';
import { serverWords } from '../../../words/server-words.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';
import type { Tone } from '../../../words/tone.ts';
import type { SharedRow } from './shared-rows.ts';

export interface SharedState {
  readonly tone: Tone | null;
  readonly word: string;
}

/** `lastAt`: since when nothing newer is known of the fleet; null while it is heard. */
export function sharedState(row: SharedRow, { servers }: Snapshot, lastAt: number | null, now: number): SharedState {
  const server = row.serverId === null ? undefined : servers[row.serverId];
  if (row.of.isOwn && !server) return { tone: 'crashed', word: t('its server is gone') };
  // What is this hub's, or waits for its user, is known also while the others are not heard.
  if (row.of.isOwn && server) return stateOf(server.state, now);
  if (server && server.state.kind === 'blocked') return { tone: 'attention', word: t('waits for your approval') };
  if (lastAt !== null) return { tone: 'stopped', word: t('not known now') };
  if (row.here === 0)
    return { tone: 'stopped', word: row.hub === null ? t('none of its hubs is online') : t('its hub is offline') };
  if (row.waits > 0) return { tone: 'waiting', word: waitWords(row.waits) };
  if (server) return stateOf(server.state, now);
  if (!row.of.isForUs) return { tone: null, word: t('not for this hub') };
  return { tone: null, word: t('not used here') };
}

function waitWords(count: number): string {
  return t('{count, plural, one {# call waits for its owner} other {# calls wait for its owner}}', { count });
}

function stateOf(state: Parameters<typeof serverWords>[0], now: number): SharedState {
  const { tone, word } = serverWords(state, now);
  return { tone, word };
}
