// Rung 11: the companion of this browser has called, is approved, and is connected now.
import { readFile } from 'node:fs/promises';
import { amber, green, judge, red, untried, waits } from '../finding.ts';
import type { Browser } from '../../../../contract/schemas/entities.ts';
import type { DoctorContext } from '../context.ts';
import type { Remedy, RungResult } from '../finding.ts';
import type { Profile } from '../profiles/profile.ts';

/** The browser of the hub that is this profile: the one whose relay it started, else the one that it was called at its last visit. */
export async function companionOf(context: DoctorContext, profile: Profile): Promise<Browser | null> {
  if (!context.hub) return null;
  const ours = Object.values(context.hub.snapshot().browsers).filter(
    ({ extensionId, family }) =>
      family === profile.family && extensionId === context.manifests.extensionIds[profile.family],
  );
  const gravest = ours.toSorted((one, other) => order(one) - order(other));
  const pid = profile.running.kind === 'running' ? profile.running.pid : null;
  for (const browser of gravest)
    if (browser.state.kind === 'connected' && pid !== null && (await isBelow(browser.state.relayPid ?? 0, pid)))
      return browser;
  // Without /proc nobody tells whose relay it is, and a WebSocket has none.
  const others = gravest.filter(({ state }) => state.kind !== 'connected' || pid === null || state.relayPid === null);
  return others[0] ?? null;
}

const states = ['connected', 'pending', 'denied', 'away'] as const;

function order({ state }: Browser): number {
  return states.indexOf(state.kind);
}

/** Whether a process was started by another one, through any number of others between. */
async function isBelow(pid: number, ancestor: number): Promise<boolean> {
  for (let [next, steps] = [pid, 0]; next > 1 && steps < maxSteps; steps += 1) {
    if (next === ancestor) return true;
    const stat = await readFile(`/proc/${next}/stat`, 'latin1').catch(() => '');
    next = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
  }
  return false;
}

const maxSteps = 20;

export function checkHello(
  context: DoctorContext,
  { browser, running }: Profile,
  companion: Browser | null,
): RungResult {
  const { hub } = context;
  if (!hub) return waits('lock');
  if (!companion) {
    if (running.kind === 'closed') return waits('browser');
    return judge([
      red({ kind: 'doctor-hello-never', browser }, { byHand: { kind: 'doctor-hand-start-browser', browser } }),
    ]);
  }
  const { state, name, extensionVersion: version } = companion;
  switch (state.kind) {
    case 'connected':
      return judge([green({ kind: 'doctor-hello-now', browser: name, version })]);
    case 'pending': {
      const remedy: Remedy = {
        id: 'approve-browser',
        does: { kind: 'doctor-approves-browser', browser: name, code: state.code },
        act: () => hub.approve(companion.id),
      };
      const evidence = { kind: 'doctor-hello-waits', browser: name, code: state.code } as const;
      return judge([amber(evidence, { remedy, byHand: { kind: 'doctor-hand-approve' } })]);
    }
    case 'denied':
      return judge([red({ kind: 'doctor-hello-denied', browser: name }, { byHand: { kind: 'doctor-hand-forget' } })]);
    case 'away': {
      const evidence = { kind: 'doctor-hello-before', browser: name } as const;
      if (running.kind === 'closed')
        return untried([evidence], { kind: 'doctor-hand-start-browser', browser }, state.since);
      return judge([red(evidence, { byHand: { kind: 'doctor-hand-start-browser', browser } })]);
    }
  }
}
