// Two versions side by side, field by field, as text in which nothing is unseen.
import { t } from '../words/language.ts';
import { type Change, changedMiddle, type Piece } from './definition-changes.ts';
import { Foreign } from './foreign.tsx';

interface ChangeTableProps {
  readonly label: string;
  readonly heads: readonly [before: string, after: string];
  readonly changes: readonly Change[];
  /** Field names that are ours, such as `Argument 2`, and not from outside. */
  readonly plain?: boolean;
}

export function ChangeTable({ label, heads, changes, plain }: ChangeTableProps) {
  return (
    <table className="changes" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('Field')}</th>
          <th scope="col">{heads[0]}</th>
          <th scope="col">{heads[1]}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(change => (
          <Row key={change.path} change={change} plain={plain === true} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ change: { path, before, after }, plain }: { change: Change; plain: boolean }) {
  const pieces = before !== null && after !== null ? changedMiddle(before, after) : null;
  return (
    <tr>
      <th scope="row" className={plain ? '' : 'mono'}>
        <Foreign text={path} />
      </th>
      <td>
        <Side text={before} pieces={pieces?.before} mark="del" none={t('was not there')} />
      </td>
      <td>
        <Side text={after} pieces={pieces?.after} mark="ins" none={t('is gone')} />
      </td>
    </tr>
  );
}

interface SideProps {
  readonly text: string | null;
  readonly pieces: readonly Piece[] | undefined;
  readonly mark: 'del' | 'ins';
  readonly none: string;
}

function Side({ text, pieces, mark: Mark, none }: SideProps) {
  if (text === null) return <span className="subtle">{none}</span>;
  const shown = pieces ?? [{ text, changed: true }];
  if (text === '') return <span className="subtle">{t('empty')}</span>;
  return (
    <span className="code">
      {shown.map((piece, index) =>
        piece.changed ? (
          <Mark key={index}>
            <Foreign text={piece.text} lines />
          </Mark>
        ) : (
          <Foreign key={index} text={piece.text} lines />
        ),
      )}
    </span>
  );
}
