// Where what a server is shown really lies, and what of it the server itself could have chosen: by links, and by files that name places.
import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { hubError } from '../../../../words/hub-error.ts';
import { isWithin } from './program-needs.ts';
import type { ProgramNeed } from './program-needs.ts';

/** What the user granted: a folder as it was named, and where that lies. */
export interface GrantedFolder {
  readonly named: string;
  /** Without links. */
  readonly path: string;
  readonly writable: boolean;
}

export interface NeededPlace {
  /** As it was written. */
  readonly path: string;
  /** Without links. */
  readonly place: string;
}

/** As many as Linux follows (path_resolution(7)). */
const maxLinks = 40;

/**
 * Where a path leads, and where each link lies that was followed. Both of one walk: a link that is swapped between two looks must not be
 * judged as one thing and followed as another.
 */
function followed(path: string): { readonly place: string; readonly links: readonly string[] } {
  const links: string[] = [];
  let place: string = sep;
  let rest = (isAbsolute(path) ? path : resolve(path)).split(sep).filter(Boolean);
  while (links.length <= maxLinks) {
    const [step, ...more] = rest;
    if (step === undefined) break;
    const next = join(place, step);
    rest = more;
    const target = linkTarget(next);
    if (target === null) place = next;
    else {
      links.push(next);
      if (isAbsolute(target)) place = sep;
      rest = [...target.split(sep).filter(Boolean), ...more];
    }
  }
  return { place, links };
}

function linkTarget(path: string): string | null {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : null;
}

/**
 * Those folders that exist. Throws for one that is reached over a link in a folder that the server may write: it could have left the link
 * there itself.
 */
export function grantedPlaces(folders: readonly { path: string; writable: boolean }[]): GrantedFolder[] {
  const found = folders
    .filter(({ path }) => existsSync(path))
    .map(({ path, writable }) => ({ named: path, writable, ...followed(path) }));
  const granted = found.map(({ named, place, writable }) => ({ named, path: place, writable }));
  for (const { named, place, links } of found) {
    const link = links.find(at => mayWrite(granted, at));
    if (link === undefined) continue;
    throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'folder-over-link', folder: named, link, place });
  }
  return granted;
}

/**
 * Those needs that exist. Throws for what is hidden, was not granted, and is needed only because something says so that the server may
 * write.
 */
export function neededPlaces(
  needs: readonly ProgramNeed[],
  granted: readonly GrantedFolder[],
  hidden: readonly string[],
): NeededPlace[] {
  const found = needs.filter(({ path }) => existsSync(path)).map(need => ({ ...need, ...followed(need.path) }));
  const refused = found.flatMap(({ place, links, by }) => {
    const isShownAnyway =
      granted.some(folder => isWithin(place, folder.path)) || !hidden.some(folder => isWithin(place, folder));
    if (isShownAnyway) return [];
    const deciding = by.map(followed).flatMap(way => [...way.links, way.place]);
    const own = [...links, ...deciding].find(at => mayWrite(granted, at));
    return own === undefined ? [] : [{ place, own }];
  });
  const [first] = refused;
  if (!first) return found.map(({ path, place }) => ({ path, place }));
  const places = outermost(refused.map(({ place }) => place));
  const { own } = first;
  throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'writes-its-program', places, own, folder: dirname(own) });
}

function mayWrite(granted: readonly GrantedFolder[], place: string): boolean {
  return granted.some(({ path, writable }) => writable && isWithin(place, path));
}

function outermost(places: readonly string[]): string[] {
  return [...new Set(places)].filter(place => !places.some(other => other !== place && isWithin(place, other)));
}
