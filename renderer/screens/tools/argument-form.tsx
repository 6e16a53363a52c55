// The form that a tool's JSON Schema draws, row by row.
import { useState } from 'react';
import { formRows, placeProblems } from '../../store/schema/form-rows.ts';
import { t } from '../../words/language.ts';
import { AddMember } from './add-member.tsx';
import { ArgumentRow } from './argument-row.tsx';
import { problemSentence } from './argument-words.ts';
import type { Problem } from '../../../contract/json-schema/check.ts';
import type { FormProps } from './argument-field.tsx';

interface ArgumentFormProps extends FormProps {
  readonly problems: readonly Problem[];
  /** Whether a call was tried: then every fault is told, before only those of fields that were left. */
  readonly tried: boolean;
}

export function ArgumentForm({ problems, tried, ...form }: ArgumentFormProps) {
  const { schema, draft } = form;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { rows, extra } = formRows(schema, draft.value, draft.picks);
  const { ofRows, others } = placeProblems(rows, problems);
  if (rows.length === 0 && extra === null && others.length === 0)
    return <p className="subtle form-note">{t('It takes no arguments.')}</p>;
  return (
    <>
      <ul className="arguments" aria-label={t('Arguments')}>
        {rows.map(row => (
          <ArgumentRow
            {...form}
            key={row.pointer}
            row={row}
            problems={tried || left.has(row.pointer) ? (ofRows.get(row.pointer) ?? []) : []}
            onLeft={() => setLeft(new Set(left).add(row.pointer))}
          />
        ))}
      </ul>
      {extra === null ? null : <AddMember {...form} path={[]} node={extra.node} place={t('the arguments')} />}
      {others.map((problem, at) => (
        <p key={at} className="said form-note">
          {problemSentence(problem)}
        </p>
      ))}
    </>
  );
}
