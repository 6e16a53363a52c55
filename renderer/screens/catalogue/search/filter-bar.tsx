// Filters of the catalogue: a menu for each, and a chip for each that is set.
import { BadgeCheck, CalendarDays, Database, KeyRound, type LucideIcon, Package, X } from 'lucide-react';
import { wayKinds } from '../../../../contract/catalogue.ts';
import { Drop } from '../../../parts/drop.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { useNow, useSnapshot } from '../../../parts/panel-context.tsx';
import { t } from '../../../words/language.ts';
import { wayWords } from '../catalogue-words.ts';
import { type SetFilter, setFilters, sinceOf, spans, without } from './filter-words.ts';
import type { ReactNode } from 'react';
import type { EntryFilters } from '../../../../contract/schemas/catalogue.ts';

interface FilterBarProps {
  readonly filters: EntryFilters;
  readonly onFilters: (filters: EntryFilters) => void;
}

const slow = 60_000;

export function FilterBar({ filters, onFilters }: FilterBarProps) {
  const { catalogueSources } = useSnapshot();
  const now = useNow(slow);
  const chips = setFilters(filters, catalogueSources, now);
  return (
    <div className="filters filter-menus" role="group" aria-label={t('Filters')}>
      {chips.map(chip => (
        <Chip key={chip.filter} chip={chip} onRemove={() => onFilters(without(filters, chip.filter))} />
      ))}
      <FilterMenus filters={filters} onFilters={onFilters} now={now} />
    </div>
  );
}

function FilterMenus({ filters, onFilters, now }: FilterBarProps & { readonly now: number }) {
  const change = (part: Partial<EntryFilters>) => onFilters({ ...filters, ...part });
  return (
    <>
      <FilterMenu label={t('Publisher')} icon={BadgeCheck}>
        <Tick label={t('verified by its source')} on={filters.verified} onTick={verified => change({ verified })} />
      </FilterMenu>
      <FilterMenu label={t('Runs as')} icon={Package}>
        {wayKinds.map(kind => (
          <Tick
            key={kind}
            label={wayWords[kind]}
            on={filters.runs.includes(kind)}
            onTick={() => change({ runs: toggled(filters.runs, kind) })}
          />
        ))}
      </FilterMenu>
      <FilterMenu label={t('Asks for')} icon={KeyRound}>
        <Tick label={t('no secret')} on={filters.withoutSecrets} onTick={on => change({ withoutSecrets: on })} />
      </FilterMenu>
      <ChangedMenu filters={filters} onChange={change} now={now} />
      <SourceMenu filters={filters} onChange={change} />
    </>
  );
}

interface MenuProps {
  readonly filters: EntryFilters;
  readonly onChange: (part: Partial<EntryFilters>) => void;
}

function ChangedMenu({ filters, onChange, now }: MenuProps & { readonly now: number }) {
  return (
    <FilterMenu label={t('Changed')} icon={CalendarDays}>
      {spans.map(({ days, label }) => {
        const since = sinceOf(days, now);
        const on = filters.changedSince === since;
        return <Tick key={days} label={label} on={on} onTick={() => onChange({ changedSince: on ? null : since })} />;
      })}
    </FilterMenu>
  );
}

function SourceMenu({ filters, onChange }: MenuProps) {
  const { catalogueSources } = useSnapshot();
  return (
    <FilterMenu label={t('Source')} icon={Database}>
      {Object.values(catalogueSources).map(({ id, name }) => (
        <Tick
          key={id}
          label={name}
          on={filters.sources.includes(id)}
          onTick={() => onChange({ sources: toggled(filters.sources, id) })}
        />
      ))}
      <Tick label={t('withdrawn ones too')} on={filters.withdrawn} onTick={withdrawn => onChange({ withdrawn })} />
    </FilterMenu>
  );
}

function toggled<T>(values: readonly T[], value: T): T[] {
  return values.includes(value) ? values.filter(each => each !== value) : [...values, value];
}

function Chip({ chip: { name, value }, onRemove }: { chip: SetFilter; onRemove: () => void }) {
  return (
    <span className="filter-chip">
      <span className="subtle">{t('{name}:', { name })}</span>
      <Foreign text={value} max={40} />
      <button type="button" aria-label={t('Take away the filter {name}: {value}', { name, value })} onClick={onRemove}>
        <X className="icon-12" aria-hidden="true" />
      </button>
    </span>
  );
}

interface FilterMenuProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly children: ReactNode;
}

function FilterMenu({ label, icon, children }: FilterMenuProps) {
  return (
    <Drop label={t('Filter')} icon={icon} picks={label} size="small">
      {children}
    </Drop>
  );
}

interface TickProps {
  readonly label: string;
  readonly on: boolean;
  readonly onTick: (on: boolean) => void;
}

function Tick({ label, on, onTick }: TickProps) {
  return (
    <label className="check menu-item">
      <input type="checkbox" checked={on} onChange={event => onTick(event.target.checked)} />
      <Foreign text={label} max={60} />
    </label>
  );
}
