// One entry in the order of a decision: what will run, who publishes it, what it asks for, whom it resembles, its walls, tools, versions, links.
import { BadgeCheck, Plus } from 'lucide-react';
import { useState } from 'react';
import { visibleText } from '../../../../contract/visible-text.ts';
import { addPath } from '../../../frame/catalogue-paths.ts';
import { goTo } from '../../../frame/route.ts';
import { ActButton } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { DetailPane } from '../../../parts/layout.tsx';
import { Unanswered } from '../../../parts/unanswered.tsx';
import { t } from '../../../words/language.ts';
import { shortName, wayWords } from '../catalogue-words.ts';
import { AsksFor, Changed, Links, Publisher, Tools, Versions } from './entry-sections.tsx';
import { EntryTrouble } from './entry-trouble.tsx';
import { LookAlikeBand } from './look-alike.tsx';
import { useEntry, usePlan } from './use-entry.ts';
import { WallsFacts } from './walls-facts.tsx';
import { WhatWillRun } from './what-will-run.tsx';
import type { Entry } from '../../../../contract/schemas/catalogue.ts';
import type { EntryName } from '../../../frame/catalogue-paths.ts';

interface EntryDetailProps {
  readonly name: EntryName;
  readonly revision: string;
  readonly onClose: () => void;
}

export function EntryDetail({ name, revision, onClose }: EntryDetailProps) {
  const [version, setVersion] = useState<string | null>(null);
  const asked = useEntry(name, version, revision);
  if (asked.kind !== 'there')
    return (
      <DetailPane label={name.name} className="entry-detail" onClose={onClose} head={<BareHead name={name.name} />}>
        <Unanswered asked={asked} />
      </DetailPane>
    );
  const { entry } = asked.value;
  return (
    <DetailPane
      label={t('Entry {name}', { name: entry.name })}
      className="entry-detail"
      onClose={onClose}
      head={<EntryHead entry={entry} version={version} />}
    >
      <EntryBody entry={entry} onVersion={setVersion} />
    </DetailPane>
  );
}

function BareHead({ name }: { name: string }) {
  return (
    <h2 className="ellipsis fill">
      <Foreign text={name} />
    </h2>
  );
}

function EntryHead({ entry, version }: { entry: Entry; version: string | null }) {
  return (
    <>
      <span className="two-lines fill">
        <span className="line">
          <h2 className="ellipsis">
            <Foreign text={shortName(entry)} />
          </h2>
          {entry.verified ? (
            <BadgeCheck className="icon-14 verified" role="img" aria-label={t('publisher verified')} />
          ) : null}
          <Foreign text={entry.version} className="subtle text-xs" max={30} />
        </span>
        <small className="mono ellipsis">
          <Foreign text={entry.name} />
        </small>
      </span>
      <ActButton
        look="primary"
        icon={Plus}
        shortcut={t('Enter')}
        disabled={cannotAdd(entry) !== null}
        title={cannotAdd(entry) ?? undefined}
        onClick={() => goTo('catalogue', addPath(entry, version))}
      >
        {t('Add…')}
      </ActButton>
    </>
  );
}

function cannotAdd(entry: Entry): string | null {
  if (entry.forbidden) return t('The policy of this hub forbids it.');
  if (entry.status === 'withdrawn') return t('It was withdrawn.');
  return entry.ways.length === 0 ? t('Its source names nothing that could be run.') : null;
}

function EntryBody({ entry, onVersion }: { entry: Entry; onVersion: (version: string) => void }) {
  const [way, setWay] = useState(0);
  const at = way < entry.ways.length ? way : 0;
  const { sourceId, name, version } = entry;
  const plan = usePlan(entry.ways.length === 0 ? null : { kind: 'entry', sourceId, name, version, way: at });
  return (
    <>
      <EntryTrouble entry={entry} />
      <p className="section description">
        {entry.description === '' ? (
          <span className="subtle">{t('Its source says nothing of it.')}</span>
        ) : (
          <Foreign text={entry.description} lines />
        )}
      </p>
      {entry.ways.length > 1 ? <Ways entry={entry} at={at} onChoose={setWay} /> : null}
      <WhatWillRun plan={entry.ways.length === 0 ? null : plan} />
      <div className="entry-halves">
        <Publisher entry={entry} />
        <AsksFor fields={plan.kind === 'there' ? plan.value.fields : (entry.ways[at]?.fields ?? [])} />
      </div>
      <LookAlikeBand entry={entry} />
      {plan.kind === 'there' ? <WallsFacts walls={plan.value.walls} /> : null}
      <Tools entry={entry} />
      <Versions entry={entry} onVersion={onVersion} />
      <Links entry={entry} />
      <Changed entry={entry} />
    </>
  );
}

interface WaysProps {
  readonly entry: Entry;
  readonly at: number;
  readonly onChoose: (way: number) => void;
}

/** Of an entry that can be run in several ways. */
export function Ways({ entry, at, onChoose }: WaysProps) {
  return (
    <label className="form-row text-xs">
      <span>{t('Runs as')}</span>
      <select className="field" value={at} onChange={event => onChoose(Number(event.target.value))}>
        {entry.ways.map(({ kind, identifier }, way) => (
          <option key={`${kind} ${identifier}`} value={way}>
            {`${wayWords[kind]}: ${visibleText(identifier)}`}
          </option>
        ))}
      </select>
    </label>
  );
}
