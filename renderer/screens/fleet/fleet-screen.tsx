// Fleet: which hubs are there, in which mode, what waits on them, what they share, and which policy holds.
import { LogIn, LogOut } from 'lucide-react';
import { useState } from 'react';
import { useKeys, useListKeys } from '../../frame/keys.ts';
import { goTo } from '../../frame/route.ts';
import { ActButton, Button } from '../../parts/button.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { FilterField } from '../../parts/filter-field.tsx';
import { Empty, PaneHead, ScreenBar } from '../../parts/layout.tsx';
import { useAct, useNow, useSnapshot } from '../../parts/panel-context.tsx';
import { ReasonText } from '../../parts/reason-text.tsx';
import { Shape } from '../../parts/shape.tsx';
import { useRequest } from '../../parts/use-request.ts';
import { t } from '../../words/language.ts';
import { FleetAside } from './fleet-aside.tsx';
import { endWords, fleetBanner, fleetNote, heardOf, isHeard } from './fleet-words.ts';
import { hubColumns, ownColumns } from './hub-columns.tsx';
import { type HubOrder, hubAlone, listHubs } from './hub-list.ts';
import { JoinSheet } from './join-sheet.tsx';
import { openPanelOf } from './open-panel.tsx';
import { OtherQuestions } from './other-questions.tsx';
import { SharedServers } from './shared/shared-servers.tsx';
import type { FleetHub, FleetState } from '../../../contract/schemas/fleet.ts';

export function FleetScreen({ selected }: { selected: string | null }) {
  const { fleet } = useSnapshot().hub;
  const [isJoining, setJoining] = useState(false);
  return (
    <>
      {fleet ? (
        <Joined fleet={fleet} selected={selected} onJoin={() => setJoining(true)} />
      ) : (
        <Alone onJoin={() => setJoining(true)} />
      )}
      {isJoining ? <JoinSheet fleet={fleet ?? null} onClose={() => setJoining(false)} /> : null}
    </>
  );
}

function Alone({ onJoin }: { onJoin: () => void }) {
  const snapshot = useSnapshot();
  const now = useNow();
  const atHand = useRequest('at-hand', link => link.request('fleet:at-hand', {}));
  const name = (atHand.kind === 'there' && atHand.value.name) || t('This hub');
  return (
    <>
      <ScreenBar title={t('Fleet')} note={t('this hub is in no fleet')} />
      <div className="panes">
        <section className="pane fill" aria-label={t('Fleet')}>
          <DataTable
            label={t('Hubs')}
            columns={ownColumns(now)}
            rows={[hubAlone(snapshot, name)]}
            rowId={hub => hub.name}
            roomy
          />
          <Empty
            title={t('This hub stands alone')}
            text={t(
              'Hubs that join the same NATS server see each other, share servers, and take the policy that you let someone sign. Nothing of it runs before you join, and your own rules stay as they are.',
            )}
          >
            <ActButton look="primary" icon={LogIn} onClick={onJoin}>
              {t('Join a fleet')}
            </ActButton>
          </Empty>
        </section>
      </div>
    </>
  );
}

interface JoinedProps {
  readonly fleet: FleetState;
  readonly selected: string | null;
  readonly onJoin: () => void;
}

function Joined({ fleet, selected, onJoin }: JoinedProps) {
  const { fleetHubs } = useSnapshot();
  const now = useNow();
  const [filter, setFilter] = useState('');
  const [order, setOrder] = useState<HubOrder>('role');
  const all = Object.values(fleetHubs);
  const hubs = listHubs(all, filter, order);
  const chosen = selected === null ? null : (fleetHubs[selected] ?? null);
  const ids = hubs.map(({ name }) => name);
  useListKeys(
    ids,
    selected,
    id => goTo('fleet', id),
    () => goTo('fleet'),
  );
  useKeys({
    Enter: ({ target }) => (isPressable(target) || !chosen ? false : openPanelOf(chosen)),
  });
  return (
    <>
      <ScreenBar title={t('Fleet')} note={fleetNote(fleet)}>
        <FilterField label={t('Filter hubs')} value={filter} onChange={setFilter} />
        <OrderButton order={order} onOrder={setOrder} />
        <LeaveButton />
      </ScreenBar>
      <FleetBanner fleet={fleet} onJoin={onJoin} />
      <div className="panes fleet-panes">
        <HubList fleet={fleet} all={all} hubs={hubs} filter={filter} selected={selected} now={now} />
        <FleetAside fleet={fleet} hub={chosen} hubs={all} now={now} />
      </div>
    </>
  );
}

/** What Enter presses itself. */
function isPressable(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a, button, summary') !== null;
}

interface HubListProps {
  readonly fleet: FleetState;
  readonly all: readonly FleetHub[];
  /** Those that the filter leaves, in order. */
  readonly hubs: readonly FleetHub[];
  readonly filter: string;
  readonly selected: string | null;
  readonly now: number;
}

function HubList({ fleet, all, hubs, filter, selected, now }: HubListProps) {
  const heard = heardOf(fleet);
  return (
    <section className="pane fill" aria-label={t('Hubs')}>
      <div className="scrolls" tabIndex={-1}>
        {heard.lastAt === null ? <OtherQuestions hubs={hubs} /> : null}
        <PaneHead
          title={t('Hubs')}
          note={heard.lastAt === null ? t('{here} of {all} online', counts(all)) : t('as last known')}
        />
        <DataTable
          label={t('Hubs')}
          columns={hubColumns(now, heard)}
          rows={hubs}
          rowId={({ name }) => name}
          selected={selected}
          onSelect={id => goTo('fleet', id)}
          rowClass={hub => (isHeard(hub, heard) ? '' : 'is-away')}
          roomy
        />
        {hubs.length === 0 ? <p className="section subtle">{t('No hub matches.')}</p> : null}
        <SharedServers filter={filter} lastAt={heard.lastAt} now={now} />
      </div>
    </section>
  );
}

function OrderButton({ order, onOrder }: { order: HubOrder; onOrder: (order: HubOrder) => void }) {
  const isOn = order === 'questions';
  return (
    <Button look={isOn ? 'active' : undefined} aria-pressed={isOn} onClick={() => onOrder(isOn ? 'role' : 'questions')}>
      {t('Questions first')}
    </Button>
  );
}

function LeaveButton() {
  const act = useAct();
  const { hub, fleetServers, grants, clients } = useSnapshot();
  const waiting = hub.fleet?.outbox.audit ?? 0;
  const gone = t(
    'Its policy will no longer hold here, and servers of other hubs will be gone. What is in its streams stays there.',
  );
  return (
    <ConfirmButton
      label={t('Leave')}
      icon={LogOut}
      title={t('Leave the fleet?')}
      text={[gone, ...endWords(fleetServers, grants, clients), ...(waiting === 0 ? [] : [notSent(waiting)])].join(' ')}
      onConfirm={() => void act('fleet:leave', {}, t('This hub has left the fleet'))}
    />
  );
}

function notSent(count: number): string {
  return t(
    '{count, plural, one {# audit entry has not been sent and never will be.} other {# audit entries have not been sent and never will be.}}',
    { count },
  );
}

function counts(hubs: readonly { readonly offlineSince: number | null }[]) {
  const here = hubs.filter(({ offlineSince }) => offlineSince === null).length;
  return { here: String(here), all: String(hubs.length) };
}

function FleetBanner({ fleet, onJoin }: { fleet: FleetState; onJoin: () => void }) {
  const banner = fleetBanner(fleet);
  if (banner === null) return null;
  const tone = fleet.state === 'refused' ? 'crashed' : 'attention';
  return (
    <div className={`banner ${tone}`} role="status">
      <Shape tone={tone} />
      <p className="fill">
        <strong>{banner.strong}</strong> {banner.text} {fleet.reason ? <ReasonText reason={fleet.reason} /> : null}
      </p>
      {fleet.state === 'refused' ? (
        <ActButton size="small" onClick={onJoin}>
          {t('Join anew')}
        </ActButton>
      ) : null}
    </div>
  );
}
