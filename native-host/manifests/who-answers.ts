// Who answers when an extension of a browser asks for a native messaging host: every claim, the one that this browser takes, and why.
import { claimPlaces } from './claim-places.ts';
import { readClaim } from './claims.ts';
import { shownPath } from './context.ts';
import { hostOf } from './manifest-hosts.ts';
import { hostPolicy } from './policies.ts';
import { receiptOf } from './receipts.ts';
import type { Reason } from '../../contract/reasons.ts';
import type { ManifestClaim, WhoAnswers } from '../../contract/schemas/browsers.ts';
import type { ReadClaim } from './claims.ts';
import type { ManifestContext } from './context.ts';
import type { BrowserPlan } from './plan.ts';
import type { HostPolicy } from './policies.ts';
import type { RunningProcess } from './processes.ts';
import type { Receipts } from './receipts.ts';

export interface Beside {
  readonly receipts: Receipts;
  readonly processes: readonly RunningProcess[] | null;
}

/** For the host of the context. Reads only, and never throws for what a place holds. */
export async function whoAnswers(
  context: ManifestContext,
  plan: BrowserPlan,
  { receipts, processes }: Beside,
): Promise<WhoAnswers> {
  const { id, name: browser, family } = plan.location;
  const { id: host, name: hostName, extension, allowed } = hostOf(context);
  const policy = await hostPolicy(context, plan.location, hostName);
  const lists: ManifestClaim[][] = [];
  for (const places of claimPlaces(context, plan, hostName)) {
    const read = await Promise.all(places.map(place => readClaim(context, family, place, processes)));
    lists.push(
      judge(
        context,
        plan,
        read.filter(claim => claim !== null),
        policy,
      ),
    );
  }
  const answers = lists.map(claims => answerOf(context, plan, claims, policy));
  // Where its channels differ, the one that is not served is what counts.
  const answer = answers.find(({ kind }) => kind !== 'pilothouse') ?? answers[0] ?? nobody(browser, extension);
  return {
    browserId: id,
    browser,
    host,
    hostName,
    extension,
    extensionIds: [...allowed[family]],
    claims: withoutRepeats(lists.flat()),
    answer,
    policies: [...policy.said],
    // Where hosts of the user are forbidden, what is written for the user changes nothing.
    canUse: plan.isServed && plan.found !== 'no' && answer.kind !== 'pilothouse' && !isForbidden(policy),
    canGiveBack: plan.targets.some(target => receiptOf(receipts, target)?.browsers.includes(id)),
  };
}

function isForbidden({ noUserHosts, blocked }: HostPolicy): boolean {
  return noUserHosts !== null || blocked !== null;
}

/** What the channels share, such as the machine's folder, is one claim. */
function withoutRepeats(claims: readonly ManifestClaim[]): ManifestClaim[] {
  return claims.filter(({ place }, at) => claims.findIndex(other => other.place === place) === at);
}

/**
 * Chromium takes the first that exists and comes to no other, whatever is in it; so does Firefox on Windows. Elsewhere Firefox passes
 * over what it refuses.
 */
function judge(
  context: ManifestContext,
  { location: { name: browser, family } }: BrowserPlan,
  claims: readonly ReadClaim[],
  { noUserHosts }: HostPolicy,
): ManifestClaim[] {
  const fallsThrough = family === 'firefox' && context.platform !== 'win32';
  let winner: ReadClaim | null = null;
  return claims.map(claim => {
    const { fault, ...shown } = claim;
    const isOfUser = claim.scope === 'user' || claim.scope === 'user-key';
    if (noUserHosts !== null && isOfUser)
      return { ...shown, verdict: { kind: 'passed-over', reason: { kind: 'claim-forbidden', file: noUserHosts } } };
    if (winner !== null) {
      const place = shownPath(context, winner.place);
      const kind = winner.fault === null ? 'claim-after' : 'claim-hidden';
      return { ...shown, verdict: { kind: 'passed-over', reason: { kind, browser, place } } };
    }
    // A program that is gone is found out only when it is started: the manifest is taken all the same.
    const hides = !fallsThrough || isProgramFault(fault);
    if (fault === null || hides) winner = claim;
    if (fault === null) return { ...shown, verdict: { kind: 'taken', reason: { kind: 'claim-taken', browser } } };
    return { ...shown, verdict: { kind: 'invalid', hides, reason: fault } };
  });
}

function isProgramFault(fault: Reason | null): boolean {
  return fault?.kind === 'claim-no-program' || fault?.kind === 'claim-not-executable';
}

function answerOf(
  context: ManifestContext,
  { location: { name: browser } }: BrowserPlan,
  claims: readonly ManifestClaim[],
  { noUserHosts, blocked }: HostPolicy,
): WhoAnswers['answer'] {
  const { id, extension } = hostOf(context);
  if (blocked) return { kind: 'forbidden', reason: { kind: 'policy-blocks-host', ...blocked } };
  const taken = claims.find(({ verdict }) => verdict.kind === 'taken');
  if (taken?.whose === 'ours')
    return { kind: 'pilothouse', reason: { kind: 'answers-pilothouse', browser, extension } };
  if (taken?.program)
    return {
      kind: 'other',
      program: taken.program,
      reason: { kind: 'answers-other', browser, extension, program: taken.program },
    };
  // Also before ours is written: it would be passed over.
  if (noUserHosts !== null && (claims.length > 0 || id === 'pilothouse'))
    return { kind: 'forbidden', reason: { kind: 'policy-no-user-hosts', file: noUserHosts } };
  const hiding = claims.find(({ verdict }) => verdict.kind === 'invalid');
  if (hiding === undefined) return nobody(browser, extension);
  return { kind: 'nobody', reason: { kind: 'answers-not', browser, extension, why: hiding.verdict.reason } };
}

function nobody(browser: string, extension: string): WhoAnswers['answer'] {
  return { kind: 'nobody', reason: { kind: 'answers-nobody', browser, extension } };
}
