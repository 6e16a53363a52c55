// "Add" of an entry: the form beside the list. One that resembles a better known one asks for both names first.
import { useState } from 'react';
import { type EntryName, entryId } from '../../../frame/catalogue-paths.ts';
import { goTo } from '../../../frame/route.ts';
import { Foreign } from '../../../parts/foreign.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { SideSheet } from '../../../parts/side-sheet.tsx';
import { Unanswered } from '../../../parts/unanswered.tsx';
import { t } from '../../../words/language.ts';
import { shortName } from '../catalogue-words.ts';
import { Ways } from '../entry/entry-detail.tsx';
import { BothNames } from '../entry/look-alike.tsx';
import { type Plan, useEntry, usePlan } from '../entry/use-entry.ts';
import { PlannedSheet } from './planned-sheet.tsx';
import { useAddForm } from './use-add-form.ts';
import { whyNot } from './why-not.ts';
import type { Entry } from '../../../../contract/schemas/catalogue.ts';

interface AddSheetProps {
  readonly name: EntryName;
  readonly version: string | null;
}

export function AddSheet({ name, version }: AddSheetProps) {
  const asked = useEntry(name, version, '');
  const close = () => goTo('catalogue', entryId(name));
  if (asked.kind === 'there') return <AddEntry entry={asked.value.entry} onClose={close} />;
  return (
    <SideSheet title={t('Add a server')} about={<Foreign text={name.name} />} onClose={close}>
      <Unanswered asked={asked} />
    </SideSheet>
  );
}

function AddEntry({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const [way, setWay] = useState(0);
  const { sourceId, name, version } = entry;
  const asked = usePlan({ kind: 'entry', sourceId, name, version, way });
  if (asked.kind === 'there')
    return (
      <PlannedEntry
        key={`${way} ${asked.value.commandLine}`}
        entry={entry}
        way={way}
        onWay={setWay}
        plan={asked.value}
        onClose={onClose}
      />
    );
  return (
    <SideSheet title={t('Add {name}', { name: shortName(entry) })} about={<Foreign text={name} />} onClose={onClose}>
      <Unanswered asked={asked} />
    </SideSheet>
  );
}

interface PlannedProps {
  readonly entry: Entry;
  readonly way: number;
  readonly onWay: (way: number) => void;
  readonly plan: Plan;
  readonly onClose: () => void;
}

function PlannedEntry({ entry, way, onWay, plan, onClose }: PlannedProps) {
  const { sourceId, name, version, lookAlike } = entry;
  const [isMeant, setMeant] = useState(false);
  const form = useAddForm({ kind: 'entry', sourceId, name, version, way }, plan, isMeant ? lookAlike : null);
  const blocked =
    whyNot(plan, form.name, form.trouble) ??
    (lookAlike && !isMeant ? t('Say first which of both names you mean.') : null);
  return (
    <PlannedSheet
      title={t('Add {name}', { name: shortName(entry) })}
      about={<Foreign text={`${name} ${version}`} />}
      {...{ form, plan, blocked, onClose }}
    >
      {plan.forbidden ? (
        <p className="section text-crashed text-xs">
          <ReasonText reason={plan.forbidden} />
        </p>
      ) : null}
      <WhichOne entry={entry} isMeant={isMeant} onMeant={setMeant} />
      {entry.ways.length > 1 ? <Ways entry={entry} at={way} onChoose={onWay} /> : null}
    </PlannedSheet>
  );
}

interface WhichOneProps {
  readonly entry: Entry;
  readonly isMeant: boolean;
  readonly onMeant: (isMeant: boolean) => void;
}

/** One that resembles a better known one is added only by who has seen both names. */
function WhichOne({ entry, isMeant, onMeant }: WhichOneProps) {
  const { name, lookAlike } = entry;
  if (!lookAlike) return null;
  return (
    <section className="section wash attention" aria-label={t('Which one')}>
      <h3>{t('Which one do you mean?')}</h3>
      <BothNames entry={entry} />
      <label className="check">
        <input type="checkbox" checked={isMeant} onChange={event => onMeant(event.target.checked)} />
        <span>{t('I mean {name}, and not {other}.', { name, other: lookAlike.name })}</span>
      </label>
    </section>
  );
}
