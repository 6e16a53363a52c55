// Rung 7: the manifest that this browser takes starts our launcher for our companion. Which one it takes `whoAnswers` tells, as it does for
// the browsers' own page.
import { shownPath } from '../../../../native-host/manifests/context.ts';
import { writeLaunchers } from '../../../../native-host/manifests/launcher.ts';
import { sandboxedReason } from '../../../../native-host/manifests/reasons.ts';
import { repairManifest } from '../../../../native-host/manifests/repair.ts';
import { amber, green, judge, red, untried } from '../finding.ts';
import { absentReason } from './manifest-absent.ts';
import { faultIn, inTheWay } from './manifest-faults.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { ManifestClaim, WhoAnswers } from '../../../../contract/schemas/browsers.ts';
import type { DoctorContext } from '../context.ts';
import type { Finding, Remedy, RungResult } from '../finding.ts';
import type { Profile } from '../profiles/profile.ts';

export interface ManifestAsk {
  readonly profile: Profile;
  readonly answers: WhoAnswers;
  /** Only then is one that is missing at fault. */
  readonly inUse: boolean;
}

/** The verdict first, then what it rests on: which manifest is taken, its program, and why the others are not. */
export async function checkManifest(context: DoctorContext, ask: ManifestAsk): Promise<RungResult> {
  const { profile, answers, inUse } = ask;
  const { plan, browser } = profile;
  if (!plan.isServed) return untried([sandboxedReason(context.manifests, plan)]);
  if (!inUse) return untried([{ kind: 'doctor-manifest-not-on', browser }], { kind: 'doctor-hand-switch-on', browser });
  const verdict = await verdictOf(context, ask);
  const { claims, policies } = answers;
  // What is refused and decides, the verdict tells better.
  const told = answers.answer.kind === 'nobody' ? decidingIn(claims) : undefined;
  const others = claims.filter(claim => claim !== told);
  const takenFirst = others.toSorted((one, other) => Number(isTaken(other)) - Number(isTaken(one)));
  const facts = [...takenFirst.flatMap(claim => factsOf(context, claim)), ...policies.map(green)];
  const said = verdict.map(({ evidence }) => JSON.stringify(evidence));
  return judge([...verdict, ...facts.filter(({ evidence }) => !said.includes(JSON.stringify(evidence)))]);
}

function isTaken({ verdict }: ManifestClaim): boolean {
  return verdict.kind === 'taken';
}

/** Empty where all is well: the facts say so. */
async function verdictOf(context: DoctorContext, { profile, answers }: ManifestAsk): Promise<Finding[]> {
  const { answer, policies } = answers;
  if (answer.kind === 'pilothouse') return [];
  const forbidding = policies.filter(({ kind }) => kind === 'policy-no-user-hosts' || kind === 'policy-blocks-host');
  const byHand: Reason = { kind: 'doctor-hand-policy' };
  const forbidden = forbidding.map(policy => red(policy, { byHand }));
  const claim = decidingIn(answers.claims);
  if (answer.kind === 'forbidden') return forbidden;
  if (claim) return [await judged(context, profile, claim, answers.canUse), ...forbidden];
  return [...forbidden, await absent(context, profile, answers)];
}

/** What another program has taken, else the first that hides what comes after it, else the first that is refused. */
function decidingIn(claims: readonly ManifestClaim[]): ManifestClaim | undefined {
  return (
    claims.find(({ verdict, whose }) => verdict.kind === 'taken' && whose === 'other') ??
    claims.find(({ verdict }) => verdict.kind === 'invalid' && verdict.hides) ??
    claims.find(({ verdict }) => verdict.kind === 'invalid')
  );
}

async function judged(
  context: DoctorContext,
  profile: Profile,
  claim: ManifestClaim,
  canUse: boolean,
): Promise<Finding> {
  const { why, lines } = await faultIn(context, profile, claim);
  const blocking = await inTheWay(context, claim);
  if (blocking !== null) {
    const path = shownPath(context.manifests, blocking);
    return red(why, { lines, byHand: { kind: 'doctor-hand-make-room', path, browser: profile.browser } });
  }
  if (!canUse) return red(why, { lines, byHand: { kind: 'doctor-hand-policy' } });
  const byHand: Reason = { kind: 'doctor-hand-command', command: 'pilothouse doctor --fix' };
  return red(why, { lines, remedy: remedyFor(context, profile), byHand });
}

async function absent(context: DoctorContext, profile: Profile, { claims, canUse }: WhoAnswers): Promise<Finding> {
  const { browser } = profile;
  const taken = claims.map(({ place }) => place);
  const why = await absentReason(context, profile, taken);
  const remedy = canUse ? remedyFor(context, profile) : null;
  return red(why, { remedy, byHand: { kind: 'doctor-hand-switch-on', browser } });
}

function factsOf({ manifests }: DoctorContext, claim: ManifestClaim): Finding[] {
  const { place, file, verdict, program, programState: state } = claim;
  const why = green({ kind: 'doctor-manifest-why', path: shownPath(manifests, place), why: verdict.reason });
  if (verdict.kind !== 'taken' || program === null) return [why];
  const shown = shownPath(manifests, program);
  const taken = green({ kind: 'doctor-manifest-taken', path: shownPath(manifests, file ?? place), program: shown });
  switch (state.kind) {
    case 'runs':
      return [taken, green({ kind: 'doctor-program-runs', program: shown, pids: state.pids }), why];
    case 'unknown':
      return [taken, amber({ kind: 'doctor-program-unsure', program: shown }), why];
    default:
      return [taken, green({ kind: 'doctor-program-ready', program: shown }), why];
  }
}

/** The user's own place comes first in every browser. */
function remedyFor(context: DoctorContext, { plan, browserId }: Profile): Remedy | null {
  const place = plan.targets.find(({ entry }) => entry)?.place;
  if (place === undefined) return null;
  const { manifests, launchers } = context;
  const [path, program] = [shownPath(manifests, place), shownPath(manifests, manifests.launcherPath)];
  const restoreLauncher = async () => void (await writeLaunchers(launchers));
  return {
    id: 'write-manifest',
    does: { kind: 'doctor-writes-manifest', path, program },
    act: async () => void (await repairManifest({ ...manifests, restoreLauncher }, browserId)),
  };
}
