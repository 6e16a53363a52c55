// The steps of one ladder: number, question, evidence, what can be done, time. One of them is open, at first the one that failed.
import { useState } from 'react';
import { type RungId, rungIds } from '../../../contract/doctor.ts';
import { useListKeys } from '../../frame/keys.ts';
import { ActButton } from '../../parts/button.tsx';
import { ReasonText } from '../../parts/reason-text.tsx';
import { Shape } from '../../parts/shape.tsx';
import { formatDuration, formatLasted } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import { firstRepair, firstTrouble } from './doctor-runs.ts';
import { RungDetail } from './rung-detail.tsx';
import { provenWords, repairWords, rungTones, rungWords, stateWords, untriedWords } from './rung-words.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Ladder, Rung } from '../../../contract/schemas/doctor.ts';

interface LadderTableProps {
  readonly ladder: Ladder;
  readonly now: number;
  readonly isRunning: boolean;
  readonly onRepair: (rung: Rung) => void;
}

export const numberOf = (id: RungId) => rungIds.indexOf(id) + 1;

export function LadderTable({ ladder, now, isRunning, onRepair }: LadderTableProps) {
  // Null: whichever failed; the user's own choice stays until the ladder goes.
  const [chosen, setChosen] = useState<RungId | 'none' | null>(null);
  const open = chosen ?? firstTrouble(ladder)?.id ?? 'none';
  const choose = (id: string) => setChosen(id as RungId);
  const first = firstRepair(ladder);
  useListKeys(
    ladder.rungs.map(({ id }) => id),
    open === 'none' ? null : open,
    choose,
    () => setChosen('none'),
  );
  return (
    <table className="grid-table doctor-table" aria-label={t('Steps')}>
      <Heads />
      {ladder.rungs.map(rung => (
        <RungRows
          key={rung.id}
          rung={rung}
          now={now}
          isOpen={rung.id === open}
          onToggle={() => setChosen(rung.id === open ? 'none' : rung.id)}
          isMain={rung === first}
          isRunning={isRunning}
          onRepair={() => onRepair(rung)}
        />
      ))}
    </table>
  );
}

function Heads() {
  return (
    <>
      <colgroup>
        <col style={{ width: 44 }} />
        <col className="question" />
        <col />
        <col style={{ width: 128 }} />
        <col style={{ width: 68 }} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col" className="numeric">
            {t('Step')}
          </th>
          <th scope="col">{t('Question')}</th>
          <th scope="col">{t('Evidence')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('Actions')}</span>
          </th>
          <th scope="col" className="numeric">
            {t('Time')}
          </th>
        </tr>
      </thead>
    </>
  );
}

interface RungRowsProps {
  readonly rung: Rung;
  readonly now: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** The key R repairs this one. */
  readonly isMain: boolean;
  readonly isRunning: boolean;
  readonly onRepair: () => void;
}

function RungRows({ rung, now, isOpen, onToggle, ...repairing }: RungRowsProps) {
  const { id, state } = rung;
  const tone = rungTones[state.kind];
  const time = state.kind === 'running' ? formatLasted(now - state.since) : formatDuration(rung.ms);
  return (
    <tbody className={`rung ${state.kind} ${isOpen ? 'open' : ''}`}>
      <tr>
        <td className="numeric subtle">{numberOf(id)}</td>
        <td>
          <button type="button" className="rung-question" aria-expanded={isOpen} onClick={onToggle}>
            <span className={`rung-shape ${tone}`}>
              <Shape tone={tone} />
            </span>
            <span className="strong">{rungWords[id]}</span>
            <span className="visually-hidden">{stateWords(state)}</span>
          </button>
        </td>
        <td className="evidence">
          <Evidence rung={rung} now={now} />
        </td>
        <td className="numeric">
          <RepairButton rung={rung} {...repairing} />
        </td>
        <td className="numeric subtle">{time}</td>
      </tr>
      {isOpen ? (
        <tr className="rung-detail">
          <td />
          <td colSpan={4}>
            <RungDetail rung={rung} />
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}

type RepairButtonProps = Pick<RungRowsProps, 'rung' | 'isMain' | 'isRunning' | 'onRepair'>;

function RepairButton({ rung: { id, repair }, isMain, isRunning, onRepair }: RepairButtonProps) {
  if (repair === null) return null;
  return (
    <ActButton
      size="small"
      {...(isMain && { look: 'primary', shortcut: 'R' })}
      disabled={isRunning}
      onClick={onRepair}
      aria-label={`${repairWords[repair.id]}: ${rungWords[id]}`}
    >
      {repairWords[repair.id]}
    </ActButton>
  );
}

/** The gravest of it; the rest stands in the opened step. */
function Evidence({ rung, now }: { rung: Rung; now: number }) {
  const untried = untriedWords(rung, numberOf, now);
  const [first] = rung.evidence;
  if (untried !== null)
    return <span className="subtle">{first ? <Seen rung={rung} first={first} now={now} /> : untried}</span>;
  if (first === undefined) return rung.state.kind === 'running' ? <>{t('being tried')}</> : null;
  return <ReasonText reason={first} max={80} />;
}

/** What was seen says why it was not tried. */
function Seen({ rung: { state }, first, now }: { rung: Rung; first: Reason; now: number }) {
  const provenAt = state.kind === 'untried' ? state.provenAt : null;
  return (
    <>
      <ReasonText reason={first} max={80} />
      {provenAt === null ? null : ` ${provenWords(provenAt, now)}`}
    </>
  );
}
