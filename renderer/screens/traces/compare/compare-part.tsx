// One part of a comparison: what differs between left and right, line by line.
import { Foreign } from '../../../parts/foreign.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { t, tIn } from '../../../words/language.ts';
import { type DiffKind, type DiffRow, jsonDiff } from './json-diff.ts';
import type { CSSProperties } from 'react';

const kindWords: Readonly<Record<DiffKind, string>> = {
  same: '',
  changed: t('differs'),
  left: t('only on the left'),
  right: t('only on the right'),
};

interface ComparePartProps {
  readonly title: string;
  readonly left: unknown;
  readonly right: unknown;
  /** Also what is the same. */
  readonly all: boolean;
}

export function ComparePart({ title, left, right, all }: ComparePartProps) {
  const { rows, whole } = jsonDiff(left, right);
  const count = rows.filter(({ kind, open }) => kind !== 'same' && !open).length;
  const shown = all ? rows : rows.filter(({ kind }) => kind !== 'same');
  return (
    <section aria-label={title} className="border-b border-line">
      <PaneHead
        title={title}
        note={t('{count, plural, =0 {the same on both sides} one {# differs} other {# differ}}', { count })}
      />
      {shown.length === 0 ? null : (
        <table className="diff" aria-label={t('{title}, left and right', { title })}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{tIn('side', 'Left')}</th>
              <th scope="col">{tIn('side', 'Right')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(row => (
              <tr key={row.path} className={row.open ? 'same' : row.kind}>
                <Cell row={row} text={row.left} />
                <Cell row={row} text={row.right} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {whole ? null : (
        <p className="subtle px-4 py-2 text-xs">{t('There is more; only the first 2,000 lines are compared.')}</p>
      )}
    </section>
  );
}

function Cell({ row, text }: { row: DiffRow; text: string | null }) {
  return (
    <td style={{ '--d': row.level - 1 } as CSSProperties}>
      {text === null ? (
        <span className="visually-hidden">{t('nothing')}</span>
      ) : (
        <>
          {row.key === null ? null : <Foreign text={`${row.key}: `} className="json-key" max={60} />}
          <Foreign text={text} />
          {row.open || row.kind === 'same' ? null : <span className="visually-hidden"> {kindWords[row.kind]}</span>}
        </>
      )}
    </td>
  );
}
