// What the installer says: each sentence names the thing, the value and the remedy.

import { dirname } from 'node:path';
import { inEnglish } from '../../words/english.ts';
import { BackupError } from './backups.ts';
import { shownPath } from './context.ts';
import { codeOf, nodeFiles } from './files.ts';
import { RegistryError } from './registry.ts';
import type { ManifestContext } from './context.ts';
import type { BrowserPlan, Target } from './plan.ts';

type Verb = 'read' | 'write' | 'remove';

const againAfter = { read: 'try again', write: 'switch on again', remove: 'switch off again' } as const;

/** Why a place could not be read or written, with the remedy. `act` is what the user was doing. */
export async function explainFailure(
  context: ManifestContext,
  verb: Verb,
  target: Pick<Target, 'place'>,
  error: unknown,
): Promise<string> {
  const [why, remedy] = await reasonAndRemedy(context, verb, target.place, error);
  return `Could not ${verb} ${shownPath(context, target.place)}: ${why}. ${remedy}, then ${againAfter[verb]}.`;
}

/** Why a copy of another program's manifest could not be kept or put back; everything is as it was. */
export async function explainBackup(
  context: ManifestContext,
  verb: Verb,
  target: Pick<Target, 'place'>,
  error: unknown,
): Promise<string> {
  const where = shownPath(context, target.place);
  const act = verb === 'write' ? `${where} was not replaced` : `${where} was not given back`;
  if (error instanceof BackupError) return `${act}: ${error.message}. Move that away, then ${againAfter[verb]}.`;
  const [why] = await reasonAndRemedy(context, verb, target.place, error);
  return `${act}, because no copy could be kept: ${why}. Remove the cause, then ${againAfter[verb]}.`;
}

async function reasonAndRemedy(
  context: ManifestContext,
  verb: Verb,
  place: string,
  error: unknown,
): Promise<[string, string]> {
  switch (codeOf(error)) {
    case 'EACCES':
    case 'EPERM':
      return explainDenied(context, verb, place);
    case 'ENOTDIR':
    case 'EEXIST': {
      const file = await nearestExisting(context, dirname(place));
      return [`${shownPath(context, file)} is a file, not a folder`, 'Move it away'];
    }
    case 'EISDIR':
      return ['it is a folder, not a file', 'Move it away'];
    case 'EROFS':
      return ['the disk is read-only', 'Make it writable'];
    case 'ENOSPC':
    case 'EDQUOT':
      return ['the disk is full', 'Free some space'];
    default:
      return [describe(error), 'Remove the cause'];
  }
}

async function explainDenied(context: ManifestContext, verb: Verb, place: string): Promise<[string, string]> {
  const files = context.files ?? nodeFiles;
  // Writing and removing need the folder; reading needs the file, when the folder lets it be seen.
  const isFile = verb === 'read' && (await files.exists(place).catch(() => false));
  const refused = isFile ? place : await nearestExisting(context, dirname(place));
  const noun = isFile ? 'file' : 'folder';
  const owner = await files.ownerOf(refused).catch(() => undefined);
  if (owner === undefined || context.uid === undefined || owner === context.uid) {
    return [
      `${context.userName} has no right to ${verb} ${isFile ? 'it' : `in ${shownPath(context, refused)}`}`,
      `Allow it for the ${noun}`,
    ];
  }
  return [
    `the ${noun} belongs to ${owner === 0 ? 'root' : `user ${owner}`}`,
    `Change its owner to ${context.userName}`,
  ];
}

async function nearestExisting(context: ManifestContext, path: string): Promise<string> {
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
export function absentSentence(
  context: ManifestContext,
  { location, found, lookedAt, sandboxedAt, targets }: BrowserPlan,
): string {
  const { name } = location;
  const where = shownPath(context, lookedAt);
  if (found === 'unknown')
    return `Could not look into ${where}, so ${name} may or may not be here. Switching on tries anyway.`;
  if (found === 'yes') {
    const places = targets.map(target => shownPath(context, target.place)).join(' and ');
    return `Ready to connect. Switching on writes ${places}.`;
  }
  if (sandboxedAt) {
    return `Only a Snap or Flatpak ${name} is here (${shownPath(context, sandboxedAt)}), and its sandbox cannot start the relay. Install ${name} as a package.`;
  }
  return `No ${name} on this machine: ${where} does not exist. Open ${name} once, then look again.`;
}

export function oursSentence(context: ManifestContext, name: string): string {
  return `Installed and checked. ${name} starts ${shownPath(context, context.launcherPath)}.`;
}

export function sharedSentence(name: string, others: readonly string[]): string {
  const [verb, key] = others.length === 1 ? ['reads', 'the same registry key'] : ['read', 'the same registry key'];
  return `${name} is connected because ${others.join(' and ')} ${verb} ${key}. Switch ${others.join(' and ')} off to remove it.`;
}

export function missingSentence(context: ManifestContext, target: Target): string {
  return `${shownPath(context, target.place)} is missing. Switch on again to write it.`;
}

export function linkSentence(context: ManifestContext, target: Target): string {
  return `${shownPath(context, target.place)} is a symbolic link that Pilothouse did not make. Switch on again to replace the link; what it points at stays.`;
}

export function driftSentence(context: ManifestContext, target: Target, differing: readonly string[]): string {
  const what =
    differing.length > 0
      ? `${differing.join(', ')} ${differing.length > 1 ? 'differ' : 'differs'}`
      : 'its text differs';
  return `${shownPath(context, target.place)} was changed: ${what}. Switch on again to restore it.`;
}

export function brokenSentence(context: ManifestContext, path: string): string {
  if (path === context.launcherPath) {
    if (context.relayProblem != null) return inEnglish(context.relayProblem);
    return `The launcher is gone or not executable: ${shownPath(context, path)}. Restart Pilothouse to write it again.`;
  }
  return `path is gone: points at ${shownPath(context, path)}. Switch on again to repair it.`;
}

export function foreignSentence(
  context: ManifestContext,
  name: string,
  target: Target,
  path: string | undefined,
): string {
  const where = shownPath(context, target.place);
  if (path === undefined) return `${where} is not from Pilothouse and stays as it is. Move it away, then switch on.`;
  const remedy = target.kind === 'key' ? `Delete the key ${where}` : `Move ${where} away`;
  return `${name} starts ${shownPath(context, path)}, not Pilothouse. ${remedy}, then switch on.`;
}

export const willPutBack = ' Switching off puts back what was there before.';

/** Another program's manifest, under the name that is its own. */
export function belongsSentence(context: ManifestContext, target: Target, program: string | undefined): string {
  const whose =
    program === undefined
      ? `${shownPath(context, target.place)} is not from Pilothouse`
      : `Belongs to ${shownPath(context, program)}`;
  return `${whose}. Replace keeps a copy, and switching off puts it back.`;
}

export function foreignLinkSentence(context: ManifestContext, target: Target): string {
  return `${shownPath(context, target.place)} is a symbolic link, which is not replaced. Move it away, then switch on.`;
}

export function leftSentence(context: ManifestContext, target: Target, backup: string): string {
  return `${shownPath(context, target.place)} was changed since and stays as it is; what was there before lies in ${shownPath(context, backup)}.`;
}

export function lostSentence(context: ManifestContext, target: Target, backup: string): string {
  return `${shownPath(context, target.place)} was removed; what was there before could not be put back, because ${shownPath(context, backup)} is gone.`;
}
