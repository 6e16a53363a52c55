// Why a browser finds no manifest: it is gone, is a link to nowhere, or lies where this browser does not look.
import { lstat, readlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { shownPath } from '../../../../native-host/manifests/context.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { DoctorContext } from '../context.ts';
import type { Profile } from '../profiles/profile.ts';

/** `taken`: the places in which something was found. */
export async function absentReason(
  { manifests }: DoctorContext,
  { plan, browser }: Profile,
  taken: readonly string[],
): Promise<Reason> {
  const entries = plan.targets.filter(({ entry }) => entry);
  const target = entries.find(({ place }) => !taken.includes(place)) ?? entries[0];
  const place = target?.place ?? '';
  const path = shownPath(manifests, place);
  const none: Reason = { kind: 'doctor-manifest-absent', path, browser };
  if (target?.kind !== 'file') return none;
  const to = await readlink(place).catch(() => null);
  if (to !== null) return { kind: 'doctor-manifest-dangling', path, to: shownPath(manifests, to) };
  const misplaced = await misplacedOf(place);
  if (misplaced === null) return none;
  return { kind: 'doctor-manifest-misplaced', path: shownPath(manifests, misplaced), wanted: path, browser };
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
