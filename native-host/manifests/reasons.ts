// What the installer says of a place.
import { dirname } from 'node:path';
import { foreign } from '../../contract/reason.ts';
import { shownPath } from './context.ts';
import { codeOf, FilesError, nodeFiles } from './files.ts';
import { RegistryError } from './windows-registry.ts';
import type { Reason } from '../../contract/reasons.ts';
import type { ManifestContext } from './context.ts';
import type { BrowserPlan, Target } from './plan.ts';

type Verb = 'read' | 'write' | 'remove';

/** Why a place could not be read or written. `verb` is what the user was doing. */
export async function explainFailure(
  context: ManifestContext,
  verb: Verb,
  target: Pick<Target, 'place'>,
  error: unknown,
): Promise<Reason> {
  const why = await causeOf(context, verb, target.place, error);
  return { kind: 'manifest-failed', verb, place: shownPath(context, target.place), why };
}

/** Why a copy of another program's manifest could not be kept or put back; everything is as it was. */
export async function explainBackup(
  context: ManifestContext,
  verb: Verb,
  target: Pick<Target, 'place'>,
  error: unknown,
): Promise<Reason> {
  const place = shownPath(context, target.place);
  if (error instanceof FilesError) return { kind: 'manifest-copy-fault', verb, place, why: error.reason };
  return { kind: 'manifest-not-kept', verb, place, why: await causeOf(context, verb, target.place, error) };
}

/** What is needed to tell why a file could not be read or written. */
type Whose = Pick<ManifestContext, 'homeDir' | 'platform' | 'userName' | 'uid' | 'files'>;

/** The cause alone, for a sentence about it. */
export async function causeOf(context: Whose, verb: Verb, place: string, error: unknown): Promise<Reason> {
  switch (codeOf(error)) {
    case 'EACCES':
    case 'EPERM':
      return explainDenied(context, verb, place);
    case 'ENOTDIR':
    case 'EEXIST':
      return { kind: 'file-in-the-way', path: shownPath(context, await nearestExisting(context, dirname(place))) };
    case 'EISDIR':
      return { kind: 'folder-in-the-way' };
    case 'EROFS':
      return { kind: 'disk-read-only' };
    case 'ENOSPC':
    case 'EDQUOT':
      return { kind: 'disk-full' };
    default:
      return foreign(describe(error));
  }
}

async function explainDenied(context: Whose, verb: Verb, place: string): Promise<Reason> {
  const files = context.files ?? nodeFiles;
  // Writing and removing need the folder; reading needs the file, when the folder lets it be seen.
  const isFile = verb === 'read' && (await files.exists(place).catch(() => false));
  const refused = isFile ? place : await nearestExisting(context, dirname(place));
  const owner = await files.ownerOf(refused).catch(() => undefined);
  const user = context.userName;
  if (owner === undefined || context.uid === undefined || owner === context.uid)
    return { kind: 'no-right', user, verb, folder: isFile ? null : shownPath(context, refused) };
  return { kind: 'place-of-user', what: isFile ? 'file' : 'folder', owner, user };
}

async function nearestExisting(context: Whose, path: string): Promise<string> {
  const files = context.files ?? nodeFiles;
  let current = path;
  while (dirname(current) !== current && !(await files.exists(current).catch(() => false))) current = dirname(current);
  return current;
}

function describe(error: unknown): string {
  if (error instanceof RegistryError) return error.message;
  return codeOf(error) || (error instanceof Error ? error.message : String(error));
}

/** Nothing is written yet. */
export function absentReason(context: ManifestContext, { location, found, lookedAt, targets }: BrowserPlan): Reason {
  const browser = location.name;
  const path = shownPath(context, lookedAt);
  if (found === 'unknown') return { kind: 'browser-unknown', path, browser };
  if (found === 'yes')
    return { kind: 'manifest-ready', places: targets.map(target => shownPath(context, target.place)) };
  return { kind: 'browser-not-here', browser, path };
}

/** Its sandbox starts no relay. */
export function sandboxedReason(context: ManifestContext, { location, lookedAt }: BrowserPlan): Reason {
  return { kind: 'browser-sandboxed', browser: location.name, path: shownPath(context, lookedAt) };
}

export function brokenReason(context: ManifestContext, broken: string): Reason {
  const path = shownPath(context, broken);
  if (broken !== context.launcherPath) return { kind: 'manifest-path-gone', path };
  return context.relayProblem ?? { kind: 'launcher-gone', path };
}

export function foreignReason(
  context: ManifestContext,
  browser: string,
  target: Target,
  program: string | undefined,
): Reason {
  const place = shownPath(context, target.place);
  if (program === undefined) return { kind: 'manifest-unknown', path: place };
  return { kind: 'manifest-foreign', browser, program: shownPath(context, program), place };
}

/** Another program's manifest, under the name that is its own. */
export function belongsReason(context: ManifestContext, target: Target, program: string | undefined): Reason {
  return program === undefined
    ? { kind: 'manifest-belongs-unknown', path: shownPath(context, target.place) }
    : { kind: 'manifest-belongs', program: shownPath(context, program) };
}

/** A place that held our own content, and holds something else now. */
export async function overwrittenReason(
  context: ManifestContext,
  target: Target,
  program: string | undefined,
): Promise<Reason> {
  const writtenAt =
    target.kind === 'file' ? (context.files ?? nodeFiles).writtenAt(target.place) : Promise.resolve(null);
  const at = await writtenAt.catch(() => null);
  return {
    kind: 'manifest-overwritten',
    path: shownPath(context, target.place),
    program: program === undefined ? null : shownPath(context, program),
    at: at === null ? null : localTime(at),
  };
}

/** As a person reads it on the clock of this machine: `2026-11-23 14:21`. */
export function localTime(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
