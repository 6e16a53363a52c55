// Writes the launchers into the data home: fixed paths that outlive updates, moved checkouts and another Node.
import { join } from 'node:path';
import { foreign, reasonOf } from '../../contract/reason.ts';
import { hubError } from '../../words/hub-error.ts';
import { sha256 } from './content.ts';
import { codeOf, FilesError, nodeFiles } from './files.ts';
import { cmdTemplate, fillTemplate, shTemplate } from './launcher-templates.ts';
import { escapeForCmd, quoteForSh } from './quoting.ts';
import type { HubError } from '../../contract/errors.ts';
import type { Reason } from '../../contract/reasons.ts';

export interface LauncherSources {
  readonly platform: NodeJS.Platform;
  readonly dataHome: string;
  /** Absolute path of the Node that runs both, never Electron's binary. */
  readonly nodePath: string;
  /** The built relay, one CommonJS file that requires nothing but `node:`; it is copied. */
  readonly relayBundle: string;
  /** The built command line, which is started where it lies. */
  readonly cliPath: string;
  /** sha256 (hex) that the relay had when it was built; null compares nothing. */
  readonly relayHash: string | null;
  /** Why no browser is to start what is here; null where nothing is known. */
  readonly relayProblem: Reason | null;
}

export interface Launchers {
  /** What a manifest's `path` names. */
  readonly relay: string;
  /** An absolute command that works with any PATH. */
  readonly pilothouse: string;
}

export interface WrittenLaunchers extends Launchers {
  /** Why the relay was not written; null when it was. */
  readonly relayProblem: Reason | null;
}

/** Where the launchers of a data home lie, whether written or not. */
export function launcherPaths(platform: NodeJS.Platform, dataHome: string): Launchers {
  const ending = platform === 'win32' ? '.cmd' : '';
  const folder = launcherFolder(dataHome);
  return { relay: join(folder, `relay${ending}`), pilothouse: join(folder, `pilothouse${ending}`) };
}

/**
 * Writes both launchers and the relay's copy (folder 0700, launchers 0755, atomic); what is identical is not written. A relay
 * that is not the one that was built is not copied, and the launcher and the copy of an earlier start are removed.
 * Throws a `HubError` with a sentence for a path that cannot be quoted or written.
 */
export async function writeLaunchers(sources: LauncherSources): Promise<WrittenLaunchers> {
  const { platform, dataHome, nodePath, relayBundle, cliPath, relayHash } = sources;
  const folder = launcherFolder(dataHome);
  const script = join(folder, 'relay.cjs');
  const paths = launcherPaths(platform, dataHome);
  const texts = {
    relay: launcherText(platform, { node: nodePath, script, home: dataHome, prepare: 'relay' }),
    pilothouse: launcherText(platform, { node: nodePath, script: cliPath, home: dataHome, prepare: 'cli' }),
  };
  const bundle = await nodeFiles.read(relayBundle).catch((error: unknown) => {
    const why = codeOf(error) || String(error);
    throw hubError('ERR_INTERNAL', { kind: 'relay-not-read', file: relayBundle, why });
  });
  // The bytes that are compared are those that are written, so that nothing can change between.
  const isBuilt = relayHash === null || sha256(bundle) === relayHash;
  const relayProblem = sources.relayProblem ?? (isBuilt ? null : { kind: 'relay-not-built', file: relayBundle });
  await keepFolder(folder);
  await keepFile(paths.pilothouse, texts.pilothouse, 0o755);
  if (relayProblem === null) {
    await keepFile(script, bundle, 0o644);
    await keepFile(paths.relay, texts.relay, 0o755);
  } else {
    await dropFile(paths.relay);
    await dropFile(script);
  }
  return { ...paths, relayProblem };
}

export interface LauncherText {
  readonly node: string;
  readonly script: string;
  readonly home: string;
  readonly prepare: 'relay' | 'cli';
}

/** The text of one launcher. `--home` stands before the subcommand, so no variable of the environment can move it. */
export function launcherText(platform: NodeJS.Platform, { node, script, home, prepare }: LauncherText): string {
  if (platform !== 'win32') {
    refuseBackslash(script);
    const values = { NODE: quoteForSh(node), SCRIPT: quoteForSh(script), HOME: quoteForSh(home) };
    // A --require or --inspect meant for the user's own programs could print into the browser's wire.
    return fillTemplate(shTemplate, { ...values, PREPARE: prepare === 'relay' ? 'unset NODE_OPTIONS' : ':' });
  }
  const values = { NODE: escapeForCmd(node), SCRIPT: escapeForCmd(script), HOME: escapeForCmd(home) };
  // cmd.exe reads a batch file in the console's code page, and changing that would outlive the launcher in a terminal.
  const isAscii = /^[\x20-\x7e]*$/.test(node + script + home);
  const prepareLines = [
    ...(isAscii ? [] : ['chcp 65001 >nul']),
    ...(prepare === 'relay' ? ['set "NODE_OPTIONS="'] : []),
  ];
  const filled = fillTemplate(cmdTemplate, { ...values, PREPARE: prepareLines.join('\n') || 'rem' });
  return filled.replaceAll('\n', '\r\n');
}

/** Node's module loader refuses such a path on POSIX (ERR_INVALID_MODULE_SPECIFIER). */
function refuseBackslash(script: string): void {
  if (!script.includes('\\')) return;
  throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'path-backslash', path: script });
}

function launcherFolder(dataHome: string): string {
  return join(dataHome, 'launcher');
}

async function keepFolder(folder: string): Promise<void> {
  try {
    await nodeFiles.makeFolder(folder);
    if (await nodeFiles.isLink(folder)) throw new FilesError({ kind: 'is-symbolic-link' });
    if ((await nodeFiles.modeOf(folder)) !== 0o700) await nodeFiles.setMode(folder, 0o700);
  } catch (error) {
    throw cannotWrite(folder, error);
  }
}

async function keepFile(path: string, text: string | Buffer, mode: number): Promise<void> {
  const wanted = Buffer.from(text);
  try {
    const isLink = await nodeFiles.isLink(path).catch(() => false);
    const old = isLink ? undefined : await nodeFiles.read(path).catch(() => undefined);
    if (!old?.equals(wanted)) return await nodeFiles.writeAtomic(path, wanted, mode);
    if ((await nodeFiles.modeOf(path)) !== mode) await nodeFiles.setMode(path, mode);
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

async function dropFile(path: string): Promise<void> {
  await nodeFiles.remove(path).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw cannotWrite(path, error);
  });
}

function cannotWrite(path: string, error: unknown): HubError {
  const code = codeOf(error);
  const isFile = ['EEXIST', 'ENOTDIR'].includes(code);
  const why = isFile ? ({ kind: 'file-in-the-way', path } as const) : code ? foreign(code) : reasonOf(error);
  return hubError('ERR_INTERNAL', { kind: 'launcher-not-written', path, why });
}
