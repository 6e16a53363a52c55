// Which files of this machine may be handed to a page: the same for every kind of browser, whoever opens the file in the end.
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isRecord } from '../../../contract/json.ts';
import { reasonOf } from '../../../contract/reason.ts';
import { hubError } from '../../../words/hub-error.ts';
import type { FailureReasons } from '../../../contract/failure-reasons.ts';
import type { BrowserTool } from '../tools/browser-tool.ts';

export interface UploadRules {
  readonly os: NodeJS.Platform;
  /** Folders of the hub itself, absolute: what lies in them is for no page, also where the user has moved them to a visible place. */
  readonly ownFolders: readonly string[];
}

type UploadFault = FailureReasons['upload-refused']['so'];

const maxFiles = 20;
const maxShown = 300;

/**
 * The arguments of a tool that hands files to pages, as a browser may get them: without members that its schema does not name, which
 * another extension might take for one more file, and with the real places of the files in `paths`, so that a link which is changed
 * afterwards leads nowhere else. Throws ERR_INVALID_ARGUMENTS in a sentence that names the file.
 */
export async function uploadArguments(
  { name, inputSchema }: Pick<BrowserTool, 'name' | 'inputSchema'>,
  args: Readonly<Record<string, unknown>>,
  rules: UploadRules,
): Promise<Record<string, unknown>> {
  const named = isRecord(inputSchema.properties) ? inputSchema.properties : {};
  const known = Object.fromEntries(Object.entries(args).filter(([key]) => Object.hasOwn(named, key)));
  if (name !== 'file_upload') return known;
  const paths: string[] = [];
  for (const file of expectPaths(args.paths)) paths.push(await realUpload(file, rules));
  return { ...known, paths };
}

/** Throws ERR_INVALID_ARGUMENTS for anything but 1 to 20 absolute paths. */
export function expectPaths(paths: unknown): string[] {
  if (!Array.isArray(paths) || paths.length === 0 || paths.length > maxFiles || !paths.every(isAbsolute))
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'upload-no-paths', most: maxFiles });
  return paths;
}

/** Hidden files hold keys and settings of programs, ours among them; a page is no place for those. */
export function whyNotForPages(real: string, { os, ownFolders }: UploadRules): UploadFault | null {
  const parts = real.split(os === 'win32' ? /[\\/]/ : '/');
  if (parts.some(part => part.startsWith('.')) || isSettingsFolder(parts, os)) return 'hidden';
  if (ownFolders.some(folder => isWithin(real, folder))) return 'ours';
  // What stands there is no file of the user's, and tells the environment of programs.
  return os !== 'win32' && ['proc', 'sys', 'dev'].includes(parts[1] ?? '') ? 'system' : null;
}

export function refuseUpload(file: string, so: UploadFault): never {
  throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'upload-refused', file: file.slice(0, maxShown), so });
}

/** For a file that the system does not give. */
export function refuseUnread(file: string, error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT') return refuseUpload(file, 'not-there');
  if (code === 'EACCES') return refuseUpload(file, 'not-readable');
  throw hubError('ERR_INVALID_ARGUMENTS', {
    kind: 'file-not-read',
    file: file.slice(0, maxShown),
    why: reasonOf(error),
  });
}

/** Its place with no link left in it. Throws ERR_INVALID_ARGUMENTS for what is no ordinary, visible file. */
export async function realUpload(file: string, rules: UploadRules): Promise<string> {
  const real = await realpath(file).catch((error: unknown) => refuseUnread(file, error));
  const folders = await Promise.all(rules.ownFolders.map(folder => realpath(folder).catch(() => folder)));
  const why = whyNotForPages(real, { ...rules, ownFolders: folders });
  if (why !== null) return refuseUpload(file, why);
  const found = await stat(real).catch((error: unknown) => refuseUnread(file, error));
  return found.isFile() ? real : refuseUpload(file, 'no-file');
}

/** Where macOS and Windows keep what a dot hides elsewhere. */
function isSettingsFolder(parts: readonly string[], os: NodeJS.Platform): boolean {
  if (os === 'win32') return parts.some(part => part.toLowerCase() === 'appdata');
  return os === 'darwin' && parts[1] === 'Users' && parts[3] === 'Library';
}

function isWithin(file: string, folder: string): boolean {
  const way = path.relative(folder, file);
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

function isAbsolute(value: unknown): value is string {
  return typeof value === 'string' && path.isAbsolute(value) && !value.includes('\0');
}
