// What of an import is picked, under which names and with which values: pure, so that each rule of it can be tried alone.
import { isSameName } from '../../../../contract/names.ts';
import { isUsualEntry, isUsualThing } from '../../../../contract/usual-import.ts';
import { appWords } from '../app-words.ts';
import { type Fills, filled } from './fills.ts';
import type { ImportEntry, ImportPreview } from '../../../../contract/schemas/imports.ts';
import type { PanelParams } from '../../../../contract/schemas/panel-requests.ts';

export interface Choice {
  readonly picked: ReadonlySet<string>;
  /** Of what was found beside servers. */
  readonly things: ReadonlySet<string>;
  /** Other names than those of the entries, by key. */
  readonly names: Readonly<Record<string, string>>;
  readonly fills: Readonly<Record<string, Fills>>;
  /** Offers of secrets that are not taken, by the key of their entry. */
  readonly open: Readonly<Record<string, ReadonlySet<string>>>;
}

export const nothingPicked: Choice = { picked: new Set(), things: new Set(), names: {}, fills: {}, open: {} };

type Entries = readonly ImportEntry[];

/** What can be added and is not here yet, which is what most people want. */
export function usualChoice(entries: Entries): Choice {
  const fit = entries.filter(isUsualEntry);
  return pickedAs(
    entries,
    nothingPicked,
    fit.map(({ key }) => key),
  );
}

/** Of what was found beside servers, what can be taken over and is not here yet. */
export function usualThings({ things }: Pick<ImportPreview, 'things'>): ReadonlySet<string> {
  return new Set(things.filter(isUsualThing).map(({ key }) => key));
}

/** The choice with these keys. A second one of a name is told apart by the app that it comes from. */
export function pickedAs(entries: Entries, before: Choice, keys: readonly string[]): Choice {
  const picked = new Set(keys);
  const names: Record<string, string> = { ...before.names };
  const chosen = entries.filter(({ key }) => picked.has(key));
  for (const [index, { key, name, app, taken }] of chosen.entries()) {
    const isSecond = chosen.slice(0, index).some(other => isSameName(names[other.key] ?? other.name, name));
    if (names[key] === undefined && (isSecond || taken !== null) && app !== null)
      names[key] = `${name} ${appWords[app]}`.slice(0, 60);
  }
  return { ...before, picked, names };
}

export function nameIn(entries: Entries, { names }: Choice, key: string): string {
  return names[key] ?? entries.find(entry => entry.key === key)?.name ?? '';
}

/** Whether another one that is picked has this name. */
export function isTwice(entries: Entries, choice: Choice, key: string): boolean {
  const name = nameIn(entries, choice, key);
  return [...choice.picked].some(other => other !== key && isSameName(nameIn(entries, choice, other), name));
}

/** Whether it can be added under the name that it has now. `here` are the names of the servers that there are. */
export function isFree(entries: Entries, choice: Choice, key: string, here: readonly string[]): boolean {
  const name = nameIn(entries, choice, key);
  return name.trim() !== '' && !isTwice(entries, choice, key) && !here.some(other => isSameName(other, name));
}

/** Whether nothing of it has to be asked about. */
export function isPlain({ entries, problems }: ImportPreview): boolean {
  const choice = usualChoice(entries);
  const isAsIs = choice.picked.size === entries.length && Object.keys(choice.names).length === 0;
  return (
    problems.length === 0 &&
    isAsIs &&
    entries.every(
      ({ key, placeholders, offers }) =>
        placeholders.length === 0 && offers.length === 0 && !isTwice(entries, choice, key),
    )
  );
}

export function importOf({ previewId, entries }: ImportPreview, choice: Choice): PanelParams<'servers:import'> {
  const chosen = entries.filter(({ key }) => choice.picked.has(key));
  const own = chosen.flatMap(({ key }) => (choice.names[key] === undefined ? [] : [[key, choice.names[key]] as const]));
  const fills = chosen.map(({ key, placeholders }) => [key, filled(placeholders, choice.fills[key] ?? {})] as const);
  const open = chosen.flatMap(({ key }) => {
    const left = [...(choice.open[key] ?? [])];
    return left.length === 0 ? [] : [[key, left] as const];
  });
  return {
    previewId,
    keys: [...chosen.map(({ key }) => key), ...choice.things],
    names: Object.fromEntries(own),
    fills: Object.fromEntries(fills),
    open: Object.fromEntries(open),
  };
}
