// The form of a schema as a list of rows, in the order in which they are drawn: as deep as its values go, and never more than a page can hold.
import { isRecord } from '../../../contract/json.ts';
import { fits, type Picks, type Problem } from '../../../contract/json-schema/check.ts';
import { type JsonRecord, own, type Path, pointerOf } from '../../../contract/json-schema/json.ts';
import { type About, placeOf, type Shape, type Variant } from './shape.ts';

export interface FormRow {
  readonly path: Path;
  readonly pointer: string;
  readonly level: number;
  /** Of a member; of an item of a list its number, from 1; empty for the whole. */
  readonly name: string;
  readonly about: About;
  /** Of variants the one that is picked. */
  readonly shape: Shape;
  readonly node: unknown;
  readonly variants: { readonly all: readonly Variant[]; readonly picked: number } | null;
  readonly required: boolean;
  /** Undefined where nothing is given. */
  readonly value: unknown;
  /** An item, or a member that its schema does not name: it can be taken away. */
  readonly removable: boolean;
}

export interface FormRows {
  readonly rows: readonly FormRow[];
  /** Members that the whole may have beside those that it names. */
  readonly extra: { readonly node: unknown } | null;
}

export const mostRows = 400;
const mostItems = 100;
const deepest = 7;

/** No rows for a schema that names nothing. */
export function formRows(schema: unknown, value: JsonRecord, picks: Picks): FormRows {
  const drawing = new Drawing(schema, picks);
  const whole = drawing.row({ node: schema, path: [], name: '', required: true, removable: false, value }, -1);
  const isPlain = whole.variants === null && (whole.shape.kind === 'object' || isNothing(whole.shape));
  if (!isPlain) drawing.rows.push(whole);
  drawing.below(whole);
  return { rows: drawing.rows, extra: whole.shape.kind === 'object' ? whole.shape.extra : null };
}

function isNothing(shape: Shape): boolean {
  return shape.kind === 'json' && shape.why === 'any';
}

type Part = Pick<FormRow, 'node' | 'path' | 'name' | 'required' | 'removable' | 'value'>;

class Drawing {
  readonly rows: FormRow[] = [];
  readonly #root: unknown;
  readonly #picks: Picks;
  #left = mostRows;

  constructor(root: unknown, picks: Picks) {
    this.#root = root;
    this.#picks = picks;
  }

  row(part: Part, level: number): FormRow {
    const { path, value, node } = part;
    const pointer = pointerOf(path);
    const place = placeOf(this.#root, node);
    if (place.shape.kind !== 'variants') {
      const shape = this.#drawable(place.shape, value, level);
      return { ...part, pointer, level, about: place.about, shape, variants: null };
    }
    const all = place.shape.variants;
    const picked = this.#picked(all, value, pointer);
    const chosen = placeOf(this.#root, all[picked]?.node);
    const about = { ...chosen.about, title: place.about.title, description: place.about.description };
    const { kind } = chosen.shape;
    const shape = kind === 'variants' ? ({ kind: 'json', why: 'deep' } as const) : chosen.shape;
    return {
      ...part,
      pointer,
      level,
      node: all[picked]?.node,
      about,
      shape: this.#drawable(shape, value, level),
      variants: { all, picked },
    };
  }

  /** The rows below one, where something is given. */
  below({ shape, value, path, level }: FormRow): void {
    const parts = partsOf(shape, value, path);
    if (parts.length === 0) return;
    this.#left -= parts.length;
    for (const part of parts) {
      const row = this.row(part, level + 1);
      this.rows.push(row);
      this.below(row);
    }
  }

  #picked(variants: readonly Variant[], value: unknown, pointer: string): number {
    const chosen = this.#picks[pointer];
    if (chosen !== undefined && chosen < variants.length) return chosen;
    if (value === undefined) return 0;
    const fitting = variants.findIndex(({ node }) => fits(this.#root, node, value));
    if (fitting >= 0) return fitting;
    const alike = variants.findIndex(({ node }) => isLike(placeOf(this.#root, node).shape, value));
    return Math.max(0, alike);
  }

  /** What does not fit on the page, and a value that its field could not show, is written as JSON. */
  #drawable(shape: Shape, value: unknown, level: number): Shape {
    if (value !== undefined && !isLike(shape, value)) return { kind: 'json', why: 'any' };
    if (shape.kind !== 'object' && shape.kind !== 'list') return shape;
    if (level >= deepest) return { kind: 'json', why: 'deep' };
    const count = shape.kind === 'object' ? shape.members.length : Array.isArray(value) ? value.length : 0;
    const isTooMuch = count > this.#left || (shape.kind === 'list' && count > mostItems);
    return isTooMuch ? { kind: 'json', why: 'many' } : shape;
  }
}

function partsOf(shape: Shape, value: unknown, path: Path): Part[] {
  if (shape.kind === 'list' && Array.isArray(value)) {
    return (value as unknown[]).map((item, at) => ({
      node: shape.first[at] ?? shape.item,
      path: [...path, at],
      name: String(at + 1),
      required: true,
      removable: value.length > shape.least,
      value: item,
    }));
  }
  if (shape.kind !== 'object' || !isRecord(value)) return [];
  const members = shape.members.map(({ name, node, required }) => {
    return { node, path: [...path, name], name, required, removable: false, value: own(value, name) };
  });
  const named = new Set(members.map(({ name }) => name));
  const others = Object.keys(value).filter(name => !named.has(name) && name !== '__proto__');
  const extra = others.slice(0, mostItems).map(name => {
    const node = shape.extra?.node ?? {};
    return { node, path: [...path, name], name, required: false, removable: true, value: own(value, name) };
  });
  return [...members, ...extra];
}

function isLike(shape: Shape, value: unknown): boolean {
  switch (shape.kind) {
    case 'object':
      return isRecord(value);
    case 'list':
      return Array.isArray(value);
    case 'text':
      return typeof value === 'string';
    case 'number':
      // A list keeps the place of an item whose number is not typed yet.
      return typeof value === 'number' || value === null;
    case 'truth':
      return typeof value === 'boolean';
    case 'nothing':
      return value === null;
    default:
      return true;
  }
}

export interface PlacedProblems {
  /** By pointer. */
  readonly ofRows: ReadonlyMap<string, readonly Problem[]>;
  /** Those of places that have no row. */
  readonly others: readonly Problem[];
}

/** What is missing is said where it is to be given. */
export function placeProblems(rows: readonly FormRow[], problems: readonly Problem[]): PlacedProblems {
  const known = new Set(rows.map(({ pointer }) => pointer));
  const ofRows = new Map<string, Problem[]>();
  const others: Problem[] = [];
  for (const problem of problems) {
    const { path, fault } = problem;
    const place = pointerOf(fault.is === 'missing' ? [...path, fault.name] : path);
    const pointer = known.has(place) ? place : nearestRow(known, path);
    if (pointer === null) others.push(problem);
    else ofRows.set(pointer, [...(ofRows.get(pointer) ?? []), problem]);
  }
  return { ofRows, others };
}

/** A place that is written as part of a larger JSON text is said there. */
function nearestRow(known: ReadonlySet<string>, path: Path): string | null {
  for (let length = path.length; length > 0; length -= 1) {
    const pointer = pointerOf(path.slice(0, length));
    if (known.has(pointer)) return pointer;
  }
  return known.has('') ? '' : null;
}
