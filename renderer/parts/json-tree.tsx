// JSON as a tree that collapses and is walked with the arrow keys.
import { type CSSProperties, type HTMLAttributes, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { cutEnd, visibleLines, visibleText } from '../../contract/visible-text.ts';
import { type JsonRow, jsonRows, type TreeState } from './json-rows.ts';

/** A string longer than this is cut until its row is opened. */
const cutAt = 160;
/** A string is never drawn longer than this; copying takes all of it. */
const longest = 20_000;

const untouched: TreeState = { turned: new Set(), more: new Map() };

export function JsonTree({ value, label }: { value: unknown; label: string }) {
  const { rows, whole, turn } = useRows(value);
  const [focus, setFocus] = useState<string | null>(null);
  const tree = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    rows.findIndex(row => row.path === focus),
  );

  const moveTo = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (!row) return;
    setFocus(row.path);
    tree.current?.querySelectorAll<HTMLElement>('[role="treeitem"]')[rows.indexOf(row)]?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    const row = rows[at];
    if (!row) return;
    const act = keyAction(event.key, rows, at, row, moveTo, turn);
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <div className="tree" role="tree" aria-label={label} ref={tree} onKeyDown={onKey}>
      {rows.map((row, index) => (
        <div
          key={row.path}
          {...treeItem(row)}
          tabIndex={index === at ? 0 : -1}
          className={whole.has(row.path) ? 'wrap' : undefined}
          onFocus={() => setFocus(row.path)}
          onClick={() => turn(row)}
        >
          <Leaf row={row} whole={whole.has(row.path)} />
        </div>
      ))}
    </div>
  );
}

/** The rows that are open, those whose text is shown as a whole, and what opens and closes one. */
function useRows(value: unknown) {
  const [state, setState] = useState(untouched);
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => jsonRows(value, state), [value, state]);
  const turn = (row: JsonRow) => {
    if (row.kind === 'branch') setState({ ...state, turned: toggled(state.turned, row.path) });
    else if (row.kind === 'more') setState({ ...state, more: oneMore(state.more, row.path.slice(0, -2)) });
    else if (row.text.length > cutAt) setWhole(toggled(whole, row.path));
  };
  return { rows, whole, turn };
}

/** Where it stands in the tree. */
function treeItem({ level, place: [place, size], ...row }: JsonRow): HTMLAttributes<HTMLElement> {
  return {
    role: 'treeitem',
    'aria-level': level,
    'aria-posinset': place,
    'aria-setsize': size,
    'aria-expanded': row.kind === 'branch' ? row.open : undefined,
    style: { '--d': level - 1 } as CSSProperties,
  };
}

const kindClass = {
  branch: 'json-punctuation',
  string: 'json-string',
  number: 'json-number',
  word: 'json-word',
  more: 'link',
} as const;

function Leaf({ row, whole }: { row: JsonRow; whole: boolean }) {
  const quoted = row.kind === 'string' ? JSON.stringify(row.text) : row.text;
  const text = whole ? visibleLines(cutEnd(row.text, longest)) : visibleText(cutEnd(quoted, cutAt));
  return (
    <>
      {row.key === null ? null : (
        <>
          <bdi className="json-key">{visibleText(cutEnd(row.key, cutAt))}</bdi>
          <span className="json-punctuation">{row.kind === 'branch' ? ' ' : ': '}</span>
        </>
      )}
      {row.kind === 'branch' && row.open ? null : <bdi className={kindClass[row.kind]}>{text}</bdi>}
    </>
  );
}

function keyAction(
  key: string,
  rows: readonly JsonRow[],
  at: number,
  row: JsonRow,
  moveTo: (index: number) => void,
  turn: (row: JsonRow) => void,
): (() => void) | null {
  const parent = rows.findLastIndex((other, index) => index < at && other.level < row.level);
  switch (key) {
    case 'ArrowDown':
      return () => moveTo(at + 1);
    case 'ArrowUp':
      return () => moveTo(at - 1);
    case 'Home':
      return () => moveTo(0);
    case 'End':
      return () => moveTo(rows.length - 1);
    case 'ArrowRight':
      return row.kind === 'branch' && !row.open ? () => turn(row) : () => moveTo(at + 1);
    case 'ArrowLeft':
      return row.kind === 'branch' && row.open ? () => turn(row) : () => moveTo(parent);
    case 'Enter':
    case ' ':
      return () => turn(row);
    default:
      return null;
  }
}

function toggled(set: ReadonlySet<string>, item: string): Set<string> {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
}

function oneMore(steps: ReadonlyMap<string, number>, path: string): Map<string, number> {
  return new Map(steps).set(path, (steps.get(path) ?? 0) + 1);
}
