// A server's life: a track over time, and its newest events in words.
import { Foreign } from '../../../parts/foreign.tsx';
import { lifePieces } from '../../../parts/life/life-pieces.ts';
import { LifeTrack } from '../../../parts/life/life-track.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Say } from '../../../parts/say.tsx';
import { Status } from '../../../parts/shape.tsx';
import { Unanswered } from '../../../parts/unanswered.tsx';
import { useRequest } from '../../../parts/use-request.ts';
import { formatClock, formatLasted, formatMoment } from '../../../words/format.ts';
import { agentIdentity } from '../../../words/identity.ts';
import { t } from '../../../words/language.ts';
import { stateTone, stateWord } from '../../../words/server-words.ts';
import type { Server, ServerEventRow } from '../../../../contract/schemas/servers.ts';
import type { LifePiece } from '../../../parts/life/life-pieces.ts';

/** More are kept, and lie below these when the list is scrolled. */
const shownAtMost = 50;

export function Lifecycle({ server, now }: { server: Server; now: number }) {
  const { id, state, runs, starts } = server;
  const asked = useRequest([id, state.kind, state.since, runs, starts].join(' '), link =>
    link.request('servers:history', { serverId: id }),
  );
  if (asked.kind !== 'there') return <Unanswered asked={asked} />;
  const { events } = asked.value;
  // The run for all alone.
  const pieces = lifePieces(
    events.filter(({ agentId }) => agentId === null),
    now,
    stateTone,
  );
  const first = pieces[0];
  return (
    <section className="section life" aria-label={t('Lifecycle')}>
      <div className="line">
        <h3>{t('Lifecycle')}</h3>
        {first ? (
          <span className="subtle text-2xs">{t('last {span}', { span: formatLasted(now - first.from) })}</span>
        ) : null}
      </div>
      {pieces.length > 1 ? (
        <LifeTrack label={lifeSentence(server.name, pieces)} pieces={pieces} stateWord={stateWord} />
      ) : null}
      {events.length === 0 ? (
        <p className="subtle text-xs">{t('Nothing happened to it since the hub started.')}</p>
      ) : null}
      <ol className="history" aria-label={t('Events, newest first')} tabIndex={events.length > 4 ? 0 : undefined}>
        {events
          .toReversed()
          .slice(0, shownAtMost)
          .map((event, index) => (
            <EventRow key={events.length - index} event={event} />
          ))}
      </ol>
    </section>
  );
}

function EventRow({ event: { at, state, reason, agentId } }: { event: ServerEventRow }) {
  const snapshot = useSnapshot();
  return (
    <li>
      <time className="subtle mono" title={formatMoment(at)}>
        {formatClock(at)}
      </time>
      <Status tone={stateTone(state)}>{stateWord(state)}</Status>
      <span className="muted">
        {agentId === null ? null : (
          <span className="subtle">
            <Say text="{agent}’s run" values={{ agent: <Foreign text={agentIdentity(snapshot, agentId).name} /> }} />
            {reason === null ? '' : ': '}
          </span>
        )}
        {reason === null ? null : <ReasonText reason={reason} />}
      </span>
    </li>
  );
}

function lifeSentence(name: string, pieces: readonly LifePiece[]): string {
  return t('{name} crashed {crashes} times in this span, now: {state}', {
    name,
    crashes: String(pieces.filter(({ state }) => state === 'crashed').length),
    state: stateWord(pieces.at(-1)?.state ?? ''),
  });
}
