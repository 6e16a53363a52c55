// What tells one browser from another: names that no two have, colours that are given out in order, and both as an agent reads them.
import { markColours } from '../../../contract/entities.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import type { Browser } from '../../../contract/schemas/entities.ts';

/** How a browser looks wherever it is shown. */
export type Looks = Pick<Browser, 'name' | 'colour'>;

/** `Work (b1), Home (b2)`, with the ids by which an agent may choose; empty for none. */
export function namesOf(browsers: readonly Pick<Browser, 'id' | 'name'>[]): string {
  return browsers.map(browser => nameOf(browser)).join(', ');
}

export function nameOf({ id, name }: Pick<Browser, 'id' | 'name'>): string {
  return `${name} (${id})`;
}

/** Whether a person, or an agent, would take one for the other. */
export function readsTheSame(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

/** `Chromium`, or the first of `Chromium 2`, `Chromium 3` that nobody has. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const others = new Set(taken.map(plain));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted} ${number}`;
    if (!others.has(plain(name))) return name;
  }
}

/** The first of the colours that the fewest have. */
export function freeColour(taken: readonly number[]): number {
  const count = (colour: number) => taken.filter(other => other === colour).length;
  const colours = Array.from({ length: markColours }, (_, index) => index + 1);
  return colours.reduce((best, colour) => (count(colour) < count(best) ? colour : best));
}

/** Names of before they were kept apart: the first of each keeps its own. */
export function namedApart<T extends Looks>(rows: readonly T[]): T[] {
  const named: T[] = [];
  for (const row of rows) {
    const others = [...named, ...rows.slice(named.length + 1)].map(({ name }) => name);
    const isTaken = named.some(({ name }) => readsTheSame(name, row.name));
    named.push(isTaken ? { ...row, name: freeName(row.name, others) } : row);
  }
  return named;
}

function plain(name: string): string {
  return visibleText(name).trim().replace(/\s+/gu, ' ').toLowerCase();
}
