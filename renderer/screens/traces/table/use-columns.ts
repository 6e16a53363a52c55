// The columns the user chose, as they were kept.
import { useState } from 'react';
import { keep, readKept } from '../../../store/kept.ts';
import { type ColumnChoice, firstColumns, readColumns } from './column-choice.ts';

const keptName = 'trace-columns';

export function useColumns(): readonly [ColumnChoice, (choice: ColumnChoice) => void] {
  const [choice, setChoice] = useState(() => readKept(keptName, readColumns) ?? firstColumns);
  const change = (next: ColumnChoice) => {
    keep(keptName, next);
    setChoice(next);
  };
  return [choice, change];
}
