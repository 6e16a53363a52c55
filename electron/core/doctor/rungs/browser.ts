// Rungs 4 to 6: the browser runs, has the companion, and the companion fits this hub.
import { setTimeout as sleep } from 'node:timers/promises';
import { compareVersions } from '../../../../contract/versions.ts';
import { shownPath } from '../../../../native-host/manifests/context.ts';
import { canStart } from '../../../../native-host/manifests/start-plan.ts';
import { amber, green, judge, red, untried, waits } from '../finding.ts';
import { findProfiles } from '../profiles/find-profiles.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { Browser } from '../../../../contract/schemas/entities.ts';
import type { DoctorContext } from '../context.ts';
import type { Remedy, RungResult } from '../finding.ts';
import type { FoundExtension, Profile } from '../profiles/profile.ts';

const lookMs = 200;

export async function checkBrowser(context: DoctorContext, profile: Profile): Promise<RungResult> {
  const { browser: name, running, version } = profile;
  const browser = version === null ? name : `${name} ${version}`;
  switch (running.kind) {
    case 'running':
      return judge([
        green(
          running.pid === null
            ? { kind: 'doctor-browser-open', browser }
            : { kind: 'doctor-browser-runs', browser, pid: running.pid },
        ),
      ]);
    case 'unknown':
      return judge([amber({ kind: 'doctor-browser-unsure', browser: name })]);
    case 'closed':
      return judge([
        red(
          { kind: 'doctor-browser-closed', browser: name },
          { remedy: await starting(context, profile), byHand: { kind: 'doctor-hand-start-browser', browser: name } },
        ),
      ]);
  }
}

/** Null where no program of it is found. */
async function starting(context: DoctorContext, profile: Profile): Promise<Remedy | null> {
  const { hub, manifests } = context;
  const { browserId, browser, plan } = profile;
  if (!hub || !(await canStart(manifests, plan))) return null;
  return {
    id: 'start-browser',
    does: { kind: 'doctor-starts-browser', browser },
    act: async () => {
      await hub.startBrowser(browserId);
      await untilOpen(context, profile);
    },
  };
}

/** The program has started before its profile is open; without this the steps would be taken again too soon. */
async function untilOpen(context: DoctorContext, { id, browserId }: Profile): Promise<void> {
  const end = context.monotonic() + context.patienceMs;
  while (context.monotonic() < end) {
    const processes = await context.listProcesses().catch(() => null);
    const profiles = await findProfiles(context.manifests, processes, browserId);
    if (profiles.find(profile => profile.id === id)?.running.kind !== 'closed') return;
    await sleep(lookMs);
  }
}

/** `calling`: the companion that has called and is there, which proves what the files do not tell. */
export function checkExtension(
  context: DoctorContext,
  profile: Profile,
  found: FoundExtension,
  calling: Browser | null,
): RungResult {
  const { browser, family } = profile;
  const id = context.manifests.extensionIds[family];
  const folder = shownPath(context.manifests, context.extensionFolders[family]);
  const load: Reason = { kind: 'doctor-hand-load-extension', browser, folder };
  const byHello = calling ? [green({ kind: 'doctor-extension-by-hello', version: calling.extensionVersion })] : [];
  switch (found.kind) {
    case 'there':
      return judge([green({ kind: 'doctor-extension-there', id, version: found.version ?? '' })]);
    case 'off':
      return judge([
        red({ kind: 'doctor-extension-off', browser }, { byHand: { kind: 'doctor-hand-switch-extension', browser } }),
      ]);
    case 'for-now':
      if (!calling) return judge([red({ kind: 'doctor-extension-none', browser }, { byHand: load })]);
      return judge([amber({ kind: 'doctor-extension-for-now', browser }), ...byHello]);
    case 'none':
      return judge(calling ? byHello : [red({ kind: 'doctor-extension-none', browser }, { byHand: load })]);
    case 'folder-gone':
      return judge([
        red(
          { kind: 'doctor-extension-folder-none', path: shownPath(context.manifests, found.folder) },
          { byHand: load },
        ),
      ]);
    case 'unknown':
    case 'broken':
      return judge([...byHello, unreadable(context, browser, found)]);
  }
}

function unreadable(
  { manifests }: DoctorContext,
  browser: string,
  found: FoundExtension & { kind: 'unknown' | 'broken' },
) {
  const path = shownPath(manifests, found.path);
  if (found.kind === 'broken') return amber({ kind: 'doctor-profile-broken', path, browser });
  return amber(
    { kind: 'doctor-extension-unsure', path, code: found.code },
    { byHand: { kind: 'doctor-hand-may-read', path } },
  );
}

export function checkVersion(
  context: DoctorContext,
  { browser, family }: Profile,
  found: FoundExtension,
  calling: Browser | null,
): RungResult {
  const version = calling?.extensionVersion || (found.kind === 'there' ? found.version : null);
  if (version === null) return found.kind === 'unknown' ? untried([]) : waits('extension');
  const { version: hub } = context;
  const order = compareVersions(version, hub);
  if (order === 0) return judge([green({ kind: 'doctor-extension-fits', version })]);
  const folder = shownPath(context.manifests, context.extensionFolders[family]);
  const kind = order < 0 ? ('doctor-extension-older' as const) : ('doctor-extension-newer' as const);
  const byHand: Reason = { kind: 'doctor-hand-reload-extension', browser, folder };
  return judge([amber({ kind, version, hub }, { byHand })]);
}
