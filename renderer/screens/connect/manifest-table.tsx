// One row for each browser and native messaging host, with the switch that writes or removes its manifest.
import { useState } from 'react';

import type { ManifestRow } from '../../../electron/contract/manifests.ts';
import { ActButton } from '../../parts/button.tsx';
import { Switch } from '../../parts/choices.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { useAct, useLive } from '../../parts/panel-context.tsx';
import { Said } from '../../parts/sheet.tsx';
import { Status } from '../../parts/shape.tsx';
import type { Tone } from '../../words/tone.ts';
import { ManifestSheet } from './manifest-sheet.tsx';

interface ManifestTableProps {
  readonly label: string;
  readonly rows: readonly ManifestRow[] | null;
  readonly said: string | null;
  readonly onChange: (row: ManifestRow) => void;
}

export function ManifestTable({ label, rows, said, onChange }: ManifestTableProps) {
  const [confirming, setConfirming] = useState<ManifestRow | null>(null);
  const act = useAct();
  const live = useLive();
  if (said !== null)
    return (
      <div className="sec">
        <Said sentence={said} />
      </div>
    );
  if (rows === null) return <p className="sec mm text-xs">Looking for browsers.</p>;
  const sheetRow = confirming && rows.find(row => isSameRow(row, confirming));

  const turn = async (row: ManifestRow, on: boolean) => {
    if (on) {
      setConfirming(row);
      return;
    }
    const answer = await act(
      'manifests:uninstall',
      { browserId: row.browserId, host: row.host },
      `The manifest of ${row.name} was removed.`,
    );
    if (answer) onChange(answer.row);
  };
  return (
    <>
      <DataTable
        label={label}
        roomy
        rows={rows}
        rowId={row => `${row.host} ${row.browserId}`}
        columns={[
          {
            head: 'On',
            width: 56,
            cell: row => (
              <Switch
                label={switchLabel(row)}
                on={isOn(row)}
                disabled={!live || !isOurs(row)}
                title={isOurs(row) ? undefined : row.sentence}
                onSwitch={on => void turn(row, on)}
              />
            ),
          },
          {
            head: 'Browser',
            width: 150,
            cell: row => <BrowserCell row={row} />,
          },
          {
            head: 'Manifest',
            cell: row => (
              <span className="wraps">
                <Status tone={tone(row)}>
                  <Foreign text={row.sentence} />
                </Status>
              </span>
            ),
          },
          {
            head: 'Where',
            className: 'wide',
            cell: row => (
              <span className="wraps">
                <Foreign className="mono mm" text={row.paths.join(', ')} />
              </span>
            ),
          },
          {
            head: '–Actions',
            width: 92,
            num: true,
            cell: row => <Remedy row={row} onPress={() => setConfirming(row)} />,
          },
        ]}
      />
      {sheetRow ? (
        <ManifestSheet
          title={`${sheetRow.replaces.length > 0 ? 'Serve' : 'Switch on'} ${subject(sheetRow)}`}
          row={sheetRow}
          onClose={() => setConfirming(null)}
          onChange={onChange}
        />
      ) : null}
    </>
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
  const found = row.found === 'yes' ? 'found' : row.found === 'no' ? 'not found' : 'folder not readable';
  return (
    <span className="two">
      <Foreign text={row.name} className="strong" />
      <small>{row.host === 'pilothouse' ? found : `instead of ${programs[row.host]}`}</small>
    </span>
  );
}

function Remedy({ row, onPress }: { row: ManifestRow; onPress: () => void }) {
  const verb = row.replaces.length > 0 ? 'Replace' : row.state === 'drift' || row.state === 'broken' ? 'Repair' : null;
  if (verb === null) return null;
  return (
    <ActButton size="sm" aria-label={`${verb} ${subject(row)}`} onClick={onPress}>
      {verb}
    </ActButton>
  );
}

function switchLabel(row: ManifestRow): string {
  return row.host === 'pilothouse' ? `Connect ${row.name}` : `Serve ${subject(row)}`;
}

/** Claude in Chrome looks for two programs, so the program belongs to it. */
function subject({ host, name, extension }: ManifestRow): string {
  return host === 'pilothouse' ? name : `${extension} in ${name} instead of ${programs[host]}`;
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
