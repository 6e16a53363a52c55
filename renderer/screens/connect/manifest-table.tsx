// One row for each browser and native messaging host, with the switch that writes or removes its manifest.
import { useState } from 'react';
import { ActButton } from '../../parts/button.tsx';
import { Switch } from '../../parts/choices.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { useAct, useLive } from '../../parts/panel-context.tsx';
import { ReasonText } from '../../parts/reason-text.tsx';
import { Status } from '../../parts/shape.tsx';
import { Said } from '../../parts/sheet.tsx';
import { t } from '../../words/language.ts';
import { reasonWords } from '../../words/reason-words.ts';
import { ManifestSheet } from './manifest-sheet.tsx';
import type { ManifestRow } from '../../../contract/schemas/manifests.ts';
import type { Tone } from '../../words/tone.ts';

interface ManifestTableProps {
  readonly label: string;
  readonly rows: readonly ManifestRow[] | null;
  readonly said: string | null;
  readonly onChange: (row: ManifestRow) => void;
}

export function ManifestTable({ label, rows, said, onChange }: ManifestTableProps) {
  const [confirming, setConfirming] = useState<ManifestRow | null>(null);
  const act = useAct();
  if (said !== null)
    return (
      <div className="section">
        <Said sentence={said} />
      </div>
    );
  if (rows === null) return <p className="section subtle text-xs">{t('Looking for browsers.')}</p>;
  const sheetRow = confirming && rows.find(row => isSameRow(row, confirming));
  const remove = async ({ browserId, host, name }: ManifestRow) => {
    const done = t('The manifest of {name} was removed.', { name });
    const answer = await act('manifests:uninstall', { browserId, host }, done);
    if (answer) onChange(answer.row);
  };
  return (
    <>
      <DataTable
        label={label}
        roomy
        rows={rows}
        rowId={row => `${row.host} ${row.browserId}`}
        columns={manifestColumns(setConfirming, row => void remove(row))}
      />
      {sheetRow ? (
        <ManifestSheet
          title={sheetTitle(sheetRow)}
          row={sheetRow}
          onClose={() => setConfirming(null)}
          onChange={onChange}
        />
      ) : null}
    </>
  );
}

type OnRow = (row: ManifestRow) => void;

/** What is written is confirmed before. */
function manifestColumns(confirm: OnRow, remove: OnRow): Column<ManifestRow>[] {
  return [
    {
      head: t('On'),
      width: 56,
      cell: row => <ManifestSwitch row={row} onSwitch={on => (on ? confirm(row) : remove(row))} />,
    },
    { head: t('Browser'), width: 150, cell: row => <BrowserCell row={row} /> },
    {
      head: t('Manifest'),
      cell: row => (
        <span className="wraps">
          <Status tone={tone(row)}>
            <ReasonText reason={row.reason} />
          </Status>
        </span>
      ),
    },
    {
      head: t('Where'),
      className: 'only-when-wide',
      cell: row => (
        <span className="wraps">
          <Foreign className="mono subtle" text={row.paths.join(', ')} />
        </span>
      ),
    },
    { head: t('–Actions'), width: 92, num: true, cell: row => <Remedy row={row} onPress={() => confirm(row)} /> },
  ];
}

function ManifestSwitch({ row, onSwitch }: { row: ManifestRow; onSwitch: (on: boolean) => void }) {
  const live = useLive();
  return (
    <Switch
      label={switchLabel(row)}
      on={isOn(row)}
      disabled={!live || !isOurs(row)}
      title={isOurs(row) ? undefined : reasonWords(row.reason)}
      onSwitch={onSwitch}
    />
  );
}

/** Two rows are about the same switch. */
export function isSameRow(one: ManifestRow, other: ManifestRow): boolean {
  return one.browserId === other.browserId && one.host === other.host;
}

/** Whose place is taken. */
const programs = {
  'claude-code': 'Claude Code',
  'claude-desktop': 'Claude Desktop',
  claudezilla: 'Claudezilla',
} as const;

function BrowserCell({ row }: { row: ManifestRow }) {
  const found = row.found === 'yes' ? t('found') : row.found === 'no' ? t('not found') : t('folder not readable');
  return (
    <span className="two-lines">
      <Foreign text={row.name} className="strong" />
      <small>{row.host === 'pilothouse' ? found : t('instead of {program}', { program: programs[row.host] })}</small>
    </span>
  );
}

function Remedy({ row, onPress }: { row: ManifestRow; onPress: () => void }) {
  const what = subject(row);
  if (row.replaces.length > 0)
    return (
      <ActButton size="small" aria-label={t('Replace {what}', { what })} onClick={onPress}>
        {t('Replace')}
      </ActButton>
    );
  if (row.state !== 'drift' && row.state !== 'broken') return null;
  return (
    <ActButton size="small" aria-label={t('Repair {what}', { what })} onClick={onPress}>
      {t('Repair')}
    </ActButton>
  );
}

function sheetTitle(row: ManifestRow): string {
  const what = subject(row);
  return row.replaces.length > 0 ? t('Serve {what}', { what }) : t('Switch on {what}', { what });
}

function switchLabel(row: ManifestRow): string {
  return row.host === 'pilothouse'
    ? t('Connect {name}', { name: row.name })
    : t('Serve {what}', { what: subject(row) });
}

/** Claude in Chrome looks for two programs, so the program belongs to it. */
function subject({ host, name, extension }: ManifestRow): string {
  if (host === 'pilothouse') return name;
  return t('{extension} in {name} instead of {program}', { extension, name, program: programs[host] });
}

function isOn({ state }: ManifestRow): boolean {
  return state === 'ours' || state === 'drift';
}

/** False where the switch would have to touch what is not ours, or where there is nothing to switch. */
function isOurs({ state, found }: ManifestRow): boolean {
  if (state === 'foreign' || state === 'unreadable') return false;
  return found !== 'no' || state !== 'absent';
}

function tone({ state, found }: ManifestRow): Tone {
  if (state === 'ours') return 'running';
  if (state === 'drift' || state === 'foreign' || state === 'unreadable') return 'attention';
  if (state === 'broken') return 'crashed';
  return found === 'unknown' ? 'attention' : 'stopped';
}
