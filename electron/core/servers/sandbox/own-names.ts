// What a server's start would be shown because of something that the server itself may write: links, and files that name other places.
import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, sep } from 'node:path';
import { isWithin } from './program-needs.ts';
import type { ProgramNeed } from './program-needs.ts';

/** A granted folder, as it was named and without links. */
export interface GrantedFolder {
  readonly named: string;
  readonly path: string;
  readonly writable: boolean;
}

/** As many as Linux follows (path_resolution(7)). */
const maxLinks = 40;

/** Where each link lies that is followed on the way to `path`; that way itself has no links in it. */
export function linksOnTheWay(path: string): string[] {
  const links: string[] = [];
  let at: string = sep;
  let rest = path.split(sep).filter(Boolean);
  while (links.length <= maxLinks) {
    const [step, ...more] = rest;
    if (step === undefined) break;
    const next = join(at, step);
    rest = more;
    if (!lstatSync(next, { throwIfNoEntry: false })?.isSymbolicLink()) at = next;
    else {
      links.push(next);
      const target = readlinkSync(next);
      if (isAbsolute(target)) at = sep;
      rest = [...target.split(sep).filter(Boolean), ...more];
    }
  }
  return links;
}

/** Where it may write, it may leave links; the next start would follow one of them to what nobody granted. Throws for one. */
export function refuseOwnLinks(granted: readonly GrantedFolder[]): void {
  for (const { named } of granted) {
    const link = linksOnTheWay(named).find(at => mayWrite(granted, at));
    if (link === undefined) continue;
    throw new Error(
      `The folder ${JSON.stringify(named)} is reached over the link ${JSON.stringify(link)}, which lies where the server may write; remove the link, or grant ${JSON.stringify(realpathSync(named))} itself.`,
    );
  }
}

/** Throws for what is hidden, is not granted, and is needed only because something says so that the server may write. */
export function refuseOwnNames(
  needs: readonly ProgramNeed[],
  granted: readonly GrantedFolder[],
  hidden: readonly string[],
): void {
  const refused = needs.flatMap(({ path, over, from }) => {
    if (!existsSync(path)) return [];
    const place = realpathSync(path);
    const isShownAnyway =
      granted.some(folder => isWithin(place, folder.path)) || !hidden.some(folder => isWithin(place, folder));
    if (isShownAnyway) return [];
    const deciding = [...[path, ...over].flatMap(linksOnTheWay), ...from.map(file => realpathSync(file))];
    const by = deciding.find(file => mayWrite(granted, file));
    return by === undefined ? [] : [{ place, by }];
  });
  const [first] = refused;
  if (!first) return;
  const places = outermost(refused.map(({ place }) => place)).map(place => JSON.stringify(place));
  throw new Error(
    `Its program leads to ${places.join(', ')} by ${JSON.stringify(first.by)}, which the server itself may write, so that is not shown to it; grant it to the server under its folders, or do not let the server write to ${JSON.stringify(dirname(first.by))}.`,
  );
}

function mayWrite(granted: readonly GrantedFolder[], place: string): boolean {
  return granted.some(({ path, writable }) => writable && isWithin(place, path));
}

function outermost(places: readonly string[]): string[] {
  return [...new Set(places)].filter(place => !places.some(other => other !== place && isWithin(place, other)));
}
