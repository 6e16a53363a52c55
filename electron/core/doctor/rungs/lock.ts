// Rung 2: exactly one hub holds the lock of this data home, and its clock is where it was.
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { HubError } from '../../../../contract/errors.ts';
import { reasonOf } from '../../../../contract/reason.ts';
import { readEndpointRecord } from '../../../../native-host/endpoints/endpoint-record.ts';
import { shownPath } from '../../../../native-host/manifests/context.ts';
import { lockHome } from '../../home/home-lock.ts';
import { amber, green, judge, red } from '../finding.ts';
import { isAlive } from '../processes.ts';
import type { DoctorContext } from '../context.ts';
import type { Finding, RungResult } from '../finding.ts';

/** Less than this is the drift of a clock that is put right now and then. */
const jumpMs = 30_000;

export async function checkLock(context: DoctorContext): Promise<RungResult> {
  const own = context.hub ? await ownLock(context, context.hub.pid) : await freeLock(context);
  return judge([own, ...clockFinding(context), ...(await secondHome(context))]);
}

/** The file is only looked at: opening and closing it here would give the lock up. */
async function ownLock({ home, manifests }: DoctorContext, pid: number): Promise<Finding> {
  const file = await lstat(join(home, 'hub.lock')).catch(() => null);
  if (file?.isFile()) return green({ kind: 'doctor-lock-held', pid });
  return red(
    { kind: 'doctor-lock-free', home: shownPath(manifests, home), pid },
    { byHand: { kind: 'doctor-hand-restart-hub' } },
  );
}

async function freeLock({ home, manifests }: DoctorContext): Promise<Finding> {
  const shown = shownPath(manifests, home);
  const none = red({ kind: 'doctor-no-hub', home: shown }, { byHand: { kind: 'doctor-hand-start-hub' } });
  // Taking the lock would make the home, which is the hub's to do.
  if (!(await lstat(join(home, 'hub.lock')).catch(() => null))) return none;
  try {
    const free = await lockHome(home);
    free();
    return none;
  } catch (error) {
    const isHeld = error instanceof HubError && error.data !== undefined && 'heldByPid' in error.data;
    if (isHeld) return red({ kind: 'doctor-hub-silent', home: shown }, { byHand: { kind: 'doctor-hand-restart-hub' } });
    return red(reasonOf(error), { byHand: { kind: 'doctor-hand-other-home' } });
  }
}

function clockFinding({ started, now, uptimeMs }: DoctorContext): Finding[] {
  if (!started) return [];
  const jump = now() - started.wallMs - (uptimeMs() - started.uptimeMs);
  if (Math.abs(jump) < jumpMs) return [];
  const seconds = Math.round(jump / 1_000);
  return [amber({ kind: 'doctor-clock-jumped', seconds }, { byHand: { kind: 'doctor-hand-clock' } })];
}

/** A hub on the usual home, while this one is another: what was set up without `--home` goes there. */
async function secondHome({ home, manifests }: DoctorContext): Promise<Finding[]> {
  const usual = join(manifests.homeDir, '.pilothouse');
  if (usual === home) return [];
  const record = await readEndpointRecord(usual).catch(() => null);
  if (!record || !isAlive(record.pid)) return [];
  const shown = shownPath(manifests, usual);
  return [
    amber(
      { kind: 'doctor-second-home', home: shown, pid: record.pid },
      { byHand: { kind: 'doctor-hand-one-home', home: shown } },
    ),
  ];
}
