// The rungs as a table: what each needs, for whom it is the same, and what is looked at.
import { isFine, judge, red, waits } from './finding.ts';
import { checkBrowser, checkExtension, checkVersion } from './rungs/browser.ts';
import { checkEndpoints } from './rungs/endpoints.ts';
import { checkHello } from './rungs/hello.ts';
import { checkHome } from './rungs/home.ts';
import { checkLauncher, checkPing, checkProof } from './rungs/launcher.ts';
import { checkLock } from './rungs/lock.ts';
import { checkManifest } from './rungs/manifest.ts';
import { checkPage } from './rungs/page.ts';
import type { RungId } from '../../../contract/doctor.ts';
import type { WhoAnswers } from '../../../contract/schemas/browsers.ts';
import type { Browser } from '../../../contract/schemas/entities.ts';
import type { DoctorContext } from './context.ts';
import type { RungResult } from './finding.ts';
import type { FoundExtension, Profile } from './profiles/profile.ts';
import type { RelayProbe } from './relay-probe.ts';
import type { AgentCheck } from './rungs/agent.ts';

/** What was found out of a profile before its rungs. */
export interface ProfileFacts {
  readonly profile: Profile;
  /** Who answers the companion in it. */
  readonly answers: WhoAnswers;
  readonly found: FoundExtension;
  readonly companion: Browser | null;
  readonly inUse: boolean;
}

interface Check {
  readonly context: DoctorContext;
  /** Null where no browser was found. */
  readonly facts: ProfileFacts | null;
  readonly agent: AgentCheck;
  readonly probe: RelayProbe;
  readonly before: ReadonlyMap<RungId, RungResult>;
}

interface RungCheck {
  /** Fine, or this one waits. */
  readonly needs: readonly RungId[];
  /** For whom the result is the same. */
  readonly sharedBy: 'hub' | 'family' | 'nobody';
  /** Whether it speaks of one browser, so that what is not used is not at fault. */
  readonly ofBrowser: boolean;
  check(check: Check): RungResult | Promise<RungResult>;
}

const helloNeeds = ['browser', 'extension', 'manifest', 'launcher'] as const;

const ofHub = { needs: [], sharedBy: 'hub', ofBrowser: false } as const;
const ofProfile = { needs: [], sharedBy: 'nobody', ofBrowser: true } as const;

export const rungChecks: Readonly<Record<RungId, RungCheck>> = {
  home: { ...ofHub, check: ({ context }) => checkHome(context) },
  lock: { ...ofHub, check: ({ context }) => checkLock(context) },
  endpoints: { ...ofHub, check: ({ context }) => checkEndpoints(context) },
  browser: { ...ofProfile, check: ({ context, facts }) => checkBrowser(context, expectFacts(facts).profile) },
  extension: {
    ...ofProfile,
    check: ({ context, facts }) => {
      const { profile, found, companion } = expectFacts(facts);
      return checkExtension(context, profile, found, calling(companion));
    },
  },
  version: {
    ...ofProfile,
    check: ({ context, facts }) => {
      const { profile, found, companion } = expectFacts(facts);
      return checkVersion(context, profile, found, calling(companion));
    },
  },
  manifest: {
    ...ofProfile,
    check: ({ context, facts }) => {
      return checkManifest(context, expectFacts(facts));
    },
  },
  launcher: {
    ...ofHub,
    sharedBy: 'family',
    check: ({ context, probe, before }) =>
      before.get('home')?.state.kind === 'untried' ? waits('home') : checkLauncher(context, probe),
  },
  ping: { ...ofHub, sharedBy: 'family', needs: ['launcher'], check: ({ context, probe }) => checkPing(context, probe) },
  proof: { ...ofHub, check: ({ context }) => checkProof(context) },
  hello: {
    ...ofProfile,
    check: ({ context, facts, before }) => {
      const { profile, companion } = expectFacts(facts);
      const result = checkHello(context, profile, companion);
      // A browser that cannot start the relay has nothing to call with.
      const needs = helloNeeds.filter(id => id !== 'manifest' || profile.plan.isServed);
      const missing = needs.find(id => !isFine(before.get(id)?.state ?? { kind: 'queued' }));
      return result.state.kind === 'red' && companion === null && missing ? waits(missing) : result;
    },
  },
  shim: { ...ofHub, check: ({ agent }) => agent.shim() },
  tools: {
    ...ofHub,
    check: ({ agent, before }) => agent.tools(before.get('shim') ?? judge([])),
  },
  page: {
    ...ofProfile,
    check: ({ context, facts }) => {
      const { profile, companion } = expectFacts(facts);
      return checkPage(context, profile, companion);
    },
  },
};

export function noBrowser(): RungResult {
  return judge([red({ kind: 'doctor-no-browser' }, { byHand: { kind: 'doctor-hand-install-browser' } })]);
}

/** One that has called and is there: an extension that waits for its approval is as present as one that has it. */
function calling(companion: Browser | null): Browser | null {
  return companion && ['connected', 'pending'].includes(companion.state.kind) ? companion : null;
}

/** Rungs of a browser are not asked where there is none. */
function expectFacts(facts: ProfileFacts | null): ProfileFacts {
  if (facts) return facts;
  throw new Error('A rung of a browser was asked without one.');
}
