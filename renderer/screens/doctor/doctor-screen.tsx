// Doctor: which step between an agent and a page is broken, the proof of it, and its repair.
import { Copy, RotateCw } from 'lucide-react';
import { useRef } from 'react';
import { useKeys, useShortcut } from '../../frame/keys.ts';
import { goTo } from '../../frame/route.ts';
import { ActButton, Button } from '../../parts/button.tsx';
import { ScreenBar } from '../../parts/layout.tsx';
import { useNow } from '../../parts/panel-context.tsx';
import { Said } from '../../parts/sheet.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { formatClock, formatDuration } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import { DoctorAside } from './doctor-aside.tsx';
import { countRungs, firstRepair } from './doctor-runs.ts';
import { LadderTable } from './ladder-table.tsx';
import { countWords, ladderName, ladderTone } from './rung-words.ts';
import { useDiagnostics } from './use-diagnostics.ts';
import { type Doctor, useDoctor } from './use-doctor.ts';
import type { DoctorRun, Ladder } from '../../../contract/schemas/doctor.ts';

export function DoctorScreen({ selected }: { selected: string | null }) {
  const doctor = useDoctor();
  const latest = doctor.runs?.[0] ?? null;
  const ladder = latest?.ladders.find(({ id }) => id === selected) ?? latest?.ladders[0] ?? null;
  const diagnostics = useDiagnostics(latest);
  const text = useRef<HTMLPreElement>(null);
  const copy = () => void diagnostics.copy(text.current);
  useDoctorKeys(doctor, ladder, copy);
  return (
    <>
      <ScreenBar title={t('Doctor')} note={latest && ladder ? runSentence(latest, ladder) : undefined}>
        <Button icon={Copy} shortcut="C" onClick={copy} disabled={diagnostics.text === null}>
          {diagnostics.copied ? t('Copied') : t('Copy diagnostics')}
        </Button>
        <ActButton icon={RotateCw} shortcut="F5" disabled={doctor.isRunning} onClick={doctor.run}>
          {t('Check again')}
        </ActButton>
      </ScreenBar>
      <div className="panes doctor-panes">
        <section className="pane fill" aria-label={t('Steps')}>
          {doctor.said === null ? null : (
            <div className="section">
              <Said sentence={doctor.said} />
            </div>
          )}
          {latest && ladder ? <Ladders doctor={doctor} run={latest} chosen={ladder} /> : <Waiting />}
        </section>
        <DoctorAside runs={doctor.runs ?? []} diagnostics={diagnostics} text={text} />
      </div>
    </>
  );
}

function useDoctorKeys(doctor: Doctor, ladder: Ladder | null, copy: () => void): void {
  const repairable = ladder && !doctor.isRunning ? firstRepair(ladder) : null;
  useKeys({
    c: copy,
    r: ladder && repairable ? () => doctor.repair(ladder, repairable) : undefined,
  });
  useShortcut(
    event => event.key === 'F5' && !event.ctrlKey && !event.metaKey && !event.shiftKey,
    () => (doctor.isRunning ? undefined : doctor.run()),
  );
}

function Waiting() {
  return <p className="section subtle text-xs">{t('Nothing has been tried yet.')}</p>;
}

function runSentence(run: DoctorRun, ladder: Ladder): string {
  const counts = countWords(ladder);
  const at = formatClock(run.startedAt);
  if (run.ms === null) return t('running since {at}: {counts}', { at, counts });
  const { fine } = countRungs(ladder);
  if (fine === ladder.rungs.length)
    return t('All {count} fine in {time}', { count: fine, time: formatDuration(run.ms) });
  return t('ran at {at} in {time}: {counts}', { at, time: formatDuration(run.ms), counts });
}

/** One tab for each profile of a browser, the worst first. */
function Ladders({ doctor, run, chosen }: { doctor: Doctor; run: DoctorRun; chosen: Ladder }) {
  const now = useNow();
  return (
    <Tabs
      label={t('Browsers')}
      value={chosen.id}
      onChoose={id => goTo('doctor', id)}
      parts={run.ladders.map(ladder => ({
        value: ladder.id,
        label: ladderName(ladder),
        tone: ladderTone(ladder),
        body: () => (
          <div className="scrolls" tabIndex={-1}>
            <LadderTable
              key={ladder.id}
              ladder={ladder}
              now={now}
              isRunning={doctor.isRunning}
              onRepair={rung => doctor.repair(ladder, rung)}
            />
          </div>
        ),
      }))}
    />
  );
}
