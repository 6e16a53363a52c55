// Rung 7: the manifest that this browser takes starts our launcher for our companion.
import { lstat, readFile, readlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { shownPath } from '../../../../native-host/manifests/context.ts';
import { codeOf } from '../../../../native-host/manifests/files.ts';
import { writeLaunchers } from '../../../../native-host/manifests/launcher.ts';
import { hostOf } from '../../../../native-host/manifests/manifest-hosts.ts';
import { repairManifest } from '../../../../native-host/manifests/repair.ts';
import { readKey } from '../../../../native-host/manifests/windows-registry.ts';
import { green, judge, red, untried } from '../finding.ts';
import { readManifest } from './manifest-text.ts';
import { forbiddenBy } from './policies.ts';
import { programState } from './program.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { DoctorContext } from '../context.ts';
import type { Finding, Remedy, RungResult } from '../finding.ts';
import type { Profile } from '../profiles/profile.ts';
import type { ReadManifest } from './manifest-text.ts';

/** `inUse`: only then is one that is missing at fault. */
export async function checkManifest(context: DoctorContext, profile: Profile, inUse: boolean): Promise<RungResult> {
  const places = await placesOf(context, profile);
  const taken = await takenOf(context, profile, places);
  const policy = await forbiddenBy(context.manifests, profile.browserId);
  const forbidden = policy
    ? [red({ kind: 'doctor-manifest-policy', ...policy }, { byHand: { kind: 'doctor-hand-policy' } })]
    : [];
  if (taken !== null) return judge([...forbidden, ...(await judgeTaken(context, profile, taken))]);
  if (!inUse) {
    const { browser } = profile;
    return untried([{ kind: 'doctor-manifest-not-on', browser }], { kind: 'doctor-hand-switch-on', browser });
  }
  return judge([...forbidden, await absent(context, profile, places)]);
}

/** Whether anything lies where this browser looks, whoever wrote it. */
export async function hasManifest(context: DoctorContext, profile: Profile): Promise<boolean> {
  const places = await placesOf(context, profile);
  const found = await Promise.all(places.map(place => lstat(place).catch(() => null)));
  return found.some(one => one !== null);
}

/** In the order in which this browser looks. */
async function placesOf({ manifests }: DoctorContext, profile: Profile): Promise<string[]> {
  const { name } = hostOf(manifests);
  const keys = await Promise.all(profile.registryKeys.map(key => readKey(manifests, key)));
  const named = keys.flatMap(value => (value.kind === 'text' ? [value.text] : []));
  return [...named, ...profile.manifestFolders.map(folder => join(folder, `${name}.json`))];
}

interface Taken {
  readonly place: string;
  readonly read: ReadManifest | { readonly kind: 'unread'; readonly why: Reason };
}

/** Chromium takes the first that exists, whatever it holds; Firefox passes over one that it cannot use. */
async function takenOf(context: DoctorContext, profile: Profile, places: readonly string[]): Promise<Taken | null> {
  let first: Taken | null = null;
  for (const place of places) {
    const taken = await look(context, profile, place);
    if (taken === null) continue;
    if (profile.family === 'chromium' || taken.read.kind === 'read') return taken;
    first ??= taken;
  }
  return first;
}

async function look(context: DoctorContext, { family }: Profile, place: string): Promise<Taken | null> {
  const { manifests } = context;
  const path = shownPath(manifests, place);
  const bytes = await readFile(place).catch((error: unknown) => codeOf(error));
  if (typeof bytes !== 'string') {
    const ask = { path, name: hostOf(manifests).name, family, extensionId: manifests.extensionIds[family] };
    return { place, read: readManifest(bytes, ask) };
  }
  if (bytes === 'EISDIR') return { place, read: { kind: 'unread', why: { kind: 'doctor-manifest-is-folder', path } } };
  if (bytes !== 'ENOENT' && bytes !== 'ENOTDIR')
    return { place, read: { kind: 'unread', why: { kind: 'doctor-manifest-not-read', path, code: bytes } } };
  const to = await readlink(place).catch(() => null);
  return to === null ? null : { place, read: { kind: 'unread', why: { kind: 'doctor-manifest-dangling', path, to } } };
}

async function judgeTaken(context: DoctorContext, profile: Profile, { place, read }: Taken): Promise<Finding[]> {
  const remedy = remedyFor(context, profile, place);
  const byHand: Reason = { kind: 'doctor-hand-command', command: 'pilothouse doctor --fix' };
  if (read.kind === 'unread') return [red(read.why, { remedy, byHand })];
  if (read.kind === 'fault') return [red(read.fault.why, { lines: read.fault.lines, remedy, byHand })];
  const { manifests } = context;
  const why = await programFault(context, profile, place, read.program);
  if (why) {
    const member = profile.family === 'chromium' ? 'allowed_origins' : 'allowed_extensions';
    return [red(why, { lines: [...read.lineOf('path', why), ...read.lineOf(member, null)], remedy, byHand })];
  }
  const [path, program] = [shownPath(manifests, place), shownPath(manifests, read.program)];
  return [green({ kind: 'doctor-manifest-taken', path, program })];
}

async function programFault(
  { manifests }: DoctorContext,
  { browser }: Profile,
  place: string,
  named: string,
): Promise<Reason | null> {
  const program = shownPath(manifests, named);
  const state = await programState(named, manifests.platform);
  switch (state.kind) {
    case 'gone':
      return { kind: 'doctor-program-gone', path: shownPath(manifests, place), program };
    case 'not-executable':
      return { kind: 'doctor-program-not-executable', program, octal: state.octal };
    case 'no-interpreter':
      return { kind: 'doctor-program-interpreter', program, interpreter: state.interpreter };
    case 'unknown':
    case 'fine':
  }
  if (named === manifests.launcherPath) return null;
  const folder = dirname(named);
  const isRelay = basename(folder) === 'launcher' && basename(named).replace(/\.cmd$/, '') === 'relay';
  if (isRelay) return { kind: 'doctor-manifest-other-home', program, home: shownPath(manifests, dirname(folder)) };
  return { kind: 'doctor-manifest-foreign-program', browser, program };
}

async function absent(context: DoctorContext, profile: Profile, places: readonly string[]): Promise<Finding> {
  const { browser } = profile;
  const [place = ''] = places;
  const path = shownPath(context.manifests, place);
  const remedy = place === '' ? null : remedyFor(context, profile, place);
  const byHand: Reason = { kind: 'doctor-hand-switch-on', browser };
  const misplaced = await misplacedOf(place);
  if (misplaced === null) return red({ kind: 'doctor-manifest-absent', path, browser }, { remedy, byHand });
  const found = shownPath(context.manifests, misplaced);
  return red({ kind: 'doctor-manifest-misplaced', path: found, wanted: path, browser }, { remedy, byHand });
}

/** Where it is often put by mistake: the folder of the other family, that of a profile, or one whose name misses its capitals. */
async function misplacedOf(place: string): Promise<string | null> {
  const [folder, name] = [dirname(place), basename(place)];
  const data = dirname(folder);
  const often = [
    join(data, 'NativeMessagingHosts'),
    join(data, 'native-messaging-hosts'),
    join(data, 'nativemessaginghosts'),
    join(data, 'Default', 'NativeMessagingHosts'),
    join(data, 'firefox', 'native-messaging-hosts'),
    data,
  ].filter(other => other !== folder);
  for (const other of often) {
    const candidate = join(other, name);
    if (await lstat(candidate).catch(() => null)) return candidate;
  }
  return null;
}

function remedyFor(context: DoctorContext, profile: Profile, place: string): Remedy {
  const { manifests, launchers } = context;
  const [path, program] = [shownPath(manifests, place), shownPath(manifests, manifests.launcherPath)];
  const restoreLauncher = async () => void (await writeLaunchers(launchers));
  return {
    id: 'write-manifest',
    does: { kind: 'doctor-writes-manifest', path, program },
    act: async () => void (await repairManifest({ ...manifests, restoreLauncher }, profile.browserId)),
  };
}
