// The first link: whether the hub can be reached at all.
import { formatMinute } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { failed, type Judgement, proven } from './judgement.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';

export function hubStep({ endpoints, hub }: Pick<Snapshot, 'endpoints' | 'hub'>): Judgement {
  const all = Object.values(endpoints);
  const open = all.filter(({ state }) => state.kind === 'listening');
  const shut = all.filter(({ state }) => state.kind === 'held' || state.kind === 'failed');
  const own = open.find(({ id }) => id === 'hub');
  if (!own) return failed(t('Its own socket is not open, so no agent and no browser can reach it.'));
  const http = open.find(({ id }) => id === 'mcp-http');
  const text = t(
    '{count, plural, one {Listens on # endpoint} other {Listens on # endpoints}}{http, select, none {} other {, {http} among them}}, since {time}.',
    {
      count: open.length,
      http: http ? new URL(http.address).host : 'none',
      time: formatMinute(hub.startedAt),
    },
  );
  if (shut.length === 0) return proven(text);
  return proven(
    `${text} ${t('{count, plural, one {# more is not open.} other {# more are not open.}}', { count: shut.length })}`,
  );
}
