// What one place says to a browser that looks for a native messaging host: the program, and what the browser would refuse of it.
import { dirname, isAbsolute, win32 } from 'node:path';
import { recordIn } from '../../contract/json.ts';
import { shownPath } from './context.ts';
import { codeOf, nodeFiles } from './files.ts';
import { hostOf } from './manifest-hosts.ts';
import { programStateOf } from './program-state.ts';
import { explainFailure } from './reasons.ts';
import { readKey } from './windows-registry.ts';
import type { Reason } from '../../contract/reasons.ts';
import type { ManifestClaim } from '../../contract/schemas/browsers.ts';
import type { ClaimPlace } from './claim-places.ts';
import type { ManifestContext } from './context.ts';
import type { BrowserFamily } from './locations/location.ts';
import type { RunningProcess } from './processes.ts';
import type { ProgramState } from './program-state.ts';

/** A claim before it is known which one the browser takes. */
export interface ReadClaim extends Omit<ManifestClaim, 'verdict'> {
  /** Why the browser refuses it; null where it does not. */
  readonly fault: Reason | null;
}

/** Null where nothing is. Never throws: what cannot be read is a fault of the claim. */
export async function readClaim(
  context: ManifestContext,
  family: BrowserFamily,
  { scope, kind, place }: ClaimPlace,
  processes: readonly RunningProcess[] | null,
): Promise<ReadClaim | null> {
  const files = context.files ?? nodeFiles;
  const none = {
    scope,
    place,
    program: null,
    programState: { kind: 'none' },
    whose: 'other',
    writtenAt: null,
  } as const;
  let file: string | null = null;
  try {
    file = kind === 'key' ? await fileOfKey(context, place) : place;
    if (file === '') return null;
    if (file === null) return { ...none, file, fault: { kind: 'claim-no-file', file } };
    const text = (await files.read(file)).toString('utf8');
    const manifest = recordIn(text.replace(/^\ufeff/, ''));
    const program = programIn(context, manifest, file);
    const programState = await programStateOf(context, program, processes);
    return {
      ...none,
      file,
      program,
      programState,
      whose: program === launcherOf(context) ? 'ours' : 'other',
      writtenAt: await files.writtenAt(file).catch(() => null),
      fault: faultOf(context, family, { text, manifest, file }) ?? programFault(program, programState),
    };
  } catch (error) {
    const fault = await faultOfRead(context, kind, file ?? place, error);
    return fault && { ...none, file, fault };
  }
}

/** Null where nothing is. A file in place of the folder is something. */
async function faultOfRead(
  context: ManifestContext,
  kind: ClaimPlace['kind'],
  path: string,
  error: unknown,
): Promise<Reason | null> {
  const code = codeOf(error);
  if (kind === 'file' && code === 'ENOENT') return null;
  if (kind === 'key' && ['ENOENT', 'ENOTDIR'].includes(code)) return { kind: 'claim-no-file', file: path };
  const why = await explainFailure(context, 'read', { place: path }, error);
  return { kind: 'claim-not-read', path: shownPath(context, path), why };
}

/** Empty where there is no such key, null where its value is no path. */
async function fileOfKey(context: ManifestContext, key: string): Promise<string | null> {
  const value = await readKey(context, key);
  if (value.kind === 'absent') return '';
  return value.kind === 'text' && value.text !== '' ? value.text : null;
}

function launcherOf({ platform, launcherPath }: ManifestContext): string {
  return platform === 'win32' ? launcherPath.replaceAll('/', '\\') : launcherPath;
}

/** On Windows it may be relative to the manifest's folder. */
function programIn(
  context: ManifestContext,
  manifest: Readonly<Record<string, unknown>> | null,
  file: string,
): string | null {
  const path = manifest?.['path'];
  if (typeof path !== 'string' || path === '') return null;
  return context.platform === 'win32' && !win32.isAbsolute(path) && !isAbsolute(path)
    ? win32.join(dirname(file), path)
    : path;
}

function faultOf(
  context: ManifestContext,
  family: BrowserFamily,
  found: {
    readonly text: string;
    readonly manifest: Readonly<Record<string, unknown>> | null;
    readonly file: string;
  },
): Reason | null {
  const { text, manifest, file } = found;
  const { name, extension } = hostOf(context);
  if (text.startsWith('\ufeff')) return { kind: 'claim-starts-with-bom', path: shownPath(context, file) };
  if (!manifest) return { kind: 'claim-no-manifest', path: shownPath(context, file) };
  const { description, path } = manifest;
  if (manifest['name'] !== name) return { kind: 'claim-field', field: 'name' };
  if (typeof description !== 'string' || (family === 'chromium' && description === ''))
    return { kind: 'claim-field', field: 'description' };
  if (manifest['type'] !== 'stdio') return { kind: 'claim-field', field: 'type' };
  if (typeof path !== 'string' || (context.platform !== 'win32' && !isAbsolute(path)))
    return { kind: 'claim-field', field: 'path' };
  return allowFault(context, family, manifest, extension);
}

/** One entry that is no extension makes Chromium refuse all of the manifest. */
function allowFault(
  context: ManifestContext,
  family: BrowserFamily,
  manifest: Readonly<Record<string, unknown>>,
  extension: string,
): Reason | null {
  const field = family === 'chromium' ? 'allowed_origins' : 'allowed_extensions';
  const list = manifest[field];
  const isEntry = (entry: unknown) =>
    typeof entry === 'string' && (family === 'firefox' || /^chrome-extension:\/\/[a-p]{32}\/$/.test(entry));
  if (!Array.isArray(list) || !list.every(isEntry)) return { kind: 'claim-field', field };
  const { allowed } = hostOf(context);
  const wanted = allowed[family].map(id => (family === 'chromium' ? `chrome-extension://${id}/` : id));
  return wanted.some(id => list.includes(id)) ? null : { kind: 'claim-not-for', extension };
}

function programFault(program: string | null, state: ProgramState): Reason | null {
  if (program === null) return { kind: 'claim-field', field: 'path' };
  if (state.kind === 'missing') return { kind: 'claim-no-program', program };
  if (state.kind === 'not-executable') return { kind: 'claim-not-executable', program };
  return state.kind === 'no-interpreter' ? { kind: 'claim-no-program', program: state.interpreter } : null;
}
