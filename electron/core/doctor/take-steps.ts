// One run of the doctor: the rungs in their order, each with its time, told one by one.
import { rungIds } from '../../../contract/doctor.ts';
import { reasonOf } from '../../../contract/reason.ts';
import { readReceipts } from '../../../native-host/manifests/receipts.ts';
import { whoAnswers } from '../../../native-host/manifests/who-answers.ts';
import { isFine, judge, red, unused, waits } from './finding.ts';
import { findProfiles } from './profiles/find-profiles.ts';
import { RelayProbe } from './relay-probe.ts';
import { noBrowser, rungChecks } from './rung-checks.ts';
import { AgentCheck } from './rungs/agent.ts';
import { companionOf } from './rungs/hello.ts';
import type { RepairId, RungId } from '../../../contract/doctor.ts';
import type { DoctorRun, Ladder, Rung } from '../../../contract/schemas/doctor.ts';
import type { Beside } from '../../../native-host/manifests/who-answers.ts';
import type { DoctorContext } from './context.ts';
import type { RungResult } from './finding.ts';
import type { Profile } from './profiles/profile.ts';
import type { ProfileFacts } from './rung-checks.ts';

/** What a repair is looked up by, and what it does. */
export type RemedyKey = `${string} ${RungId} ${RepairId}`;
export type Remedies = ReadonlyMap<RemedyKey, () => Promise<void>>;

export interface Steps {
  readonly ladders: readonly Ladder[];
  readonly remedies: Remedies;
}

export interface StepsOptions {
  readonly context: DoctorContext;
  /** Of one browser alone. */
  readonly browserId?: string | undefined;
  /** The ladders are known, and nothing was tried yet. */
  readonly onBegin: (ladders: readonly Ladder[]) => void;
  readonly onRung: (ladderId: string, rung: Rung) => void;
}

/** Never rejects for what a rung finds; a rung that cannot even be looked at is red with the reason. */
export async function takeSteps(options: StepsOptions): Promise<Steps> {
  const { context } = options;
  const beside = await lookBeside(context);
  const profiles = await findProfiles(context.manifests, beside.processes, options.browserId);
  const agent = new AgentCheck(context);
  const probes = new Map<string, RelayProbe>();
  try {
    const ladders = await Promise.all(profiles.map(profile => factsOf(context, profile, beside)));
    const run = new Run(options, agent, family => probeOf(context, probes, family));
    return await run.take(ladders);
  } finally {
    await Promise.all([agent.close(), ...[...probes.values()].map(probe => probe.close())]);
  }
}

/** What is the same for all browsers. */
async function lookBeside({ manifests, listProcesses }: DoctorContext): Promise<Beside> {
  return {
    receipts: await readReceipts(manifests).catch(() => []),
    processes: await listProcesses().catch(() => null),
  };
}

async function factsOf(context: DoctorContext, profile: Profile, beside: Beside): Promise<ProfileFacts> {
  const found = await profile.extension(context.manifests.extensionIds[profile.family]);
  const companion = await companionOf(context, profile);
  const answers = await whoAnswers(context.manifests, profile.plan, beside);
  const hasExtension = !['none', 'unknown'].includes(found.kind);
  const inUse = companion !== null || hasExtension || answers.claims.length > 0 || answers.canGiveBack;
  return { profile, answers, found, companion, inUse };
}

function probeOf(context: DoctorContext, probes: Map<string, RelayProbe>, family: 'chromium' | 'firefox'): RelayProbe {
  const known = probes.get(family);
  if (known) return known;
  const { manifests, patienceMs, env, mask } = context;
  const id = manifests.extensionIds[family];
  const argv = family === 'chromium' ? [`chrome-extension://${id}/`] : ['/doctor.json', id];
  const probe = new RelayProbe({
    launcher: manifests.launcherPath,
    argv,
    os: manifests.platform,
    env,
    patienceMs,
    mask,
  });
  probes.set(family, probe);
  return probe;
}

class Run {
  readonly #options: StepsOptions;
  readonly #agent: AgentCheck;
  readonly #probe: (family: 'chromium' | 'firefox') => RelayProbe;
  /** Rungs that are the same for several ladders are taken once. */
  readonly #shared = new Map<string, { result: RungResult; ms: number }>();
  readonly #remedies = new Map<RemedyKey, () => Promise<void>>();

  constructor(options: StepsOptions, agent: AgentCheck, probe: (family: 'chromium' | 'firefox') => RelayProbe) {
    this.#options = options;
    this.#agent = agent;
    this.#probe = probe;
  }

  async take(profiles: readonly ProfileFacts[]): Promise<Steps> {
    const ladders = profiles.length === 0 ? [{ facts: null, ladder: emptyLadder() }] : profiles.map(withLadder);
    this.#options.onBegin(ladders.map(({ ladder }) => ladder));
    const results = new Map<string, Map<RungId, RungResult>>(ladders.map(({ ladder }) => [ladder.id, new Map()]));
    for (const id of rungIds)
      for (const { facts, ladder } of ladders) {
        const before = results.get(ladder.id) ?? new Map<RungId, RungResult>();
        const rung = await this.#rung(id, facts, ladder.id, before);
        ladder.rungs[rungIds.indexOf(id)] = rung;
        this.#options.onRung(ladder.id, rung);
      }
    return { ladders: ladders.map(({ ladder }) => ladder), remedies: this.#remedies };
  }

  async #rung(
    id: RungId,
    facts: ProfileFacts | null,
    ladderId: string,
    before: Map<RungId, RungResult>,
  ): Promise<Rung> {
    const { result, ms } = await this.#once(id, facts, ladderId, before);
    before.set(id, result);
    const { state, evidence, lines, remedy, byHand } = result;
    if (remedy) this.#remedies.set(`${ladderId} ${id} ${remedy.id}`, () => remedy.act());
    const isTried = isFine(state) || state.kind === 'red';
    const repair = remedy && { id: remedy.id, does: remedy.does };
    return { id, state, ms: isTried ? ms : null, evidence, lines, repair, byHand };
  }

  async #once(id: RungId, facts: ProfileFacts | null, ladderId: string, before: Map<RungId, RungResult>) {
    const { sharedBy, needs } = rungChecks[id];
    const key = sharedBy === 'hub' ? id : sharedBy === 'family' && facts ? `${id} ${facts.profile.family}` : null;
    const known = key === null ? undefined : this.#shared.get(key);
    if (known) return known;
    const missing = needs.find(need => !isFine(before.get(need)?.state ?? { kind: 'queued' }));
    const from = this.#options.context.monotonic();
    const result = missing ? waits(missing) : await this.#check(id, facts, ladderId, before);
    const taken = { result, ms: Math.round((this.#options.context.monotonic() - from) * 10) / 10 };
    if (key !== null) this.#shared.set(key, taken);
    return taken;
  }

  async #check(
    id: RungId,
    facts: ProfileFacts | null,
    ladderId: string,
    before: Map<RungId, RungResult>,
  ): Promise<RungResult> {
    const { check, ofBrowser } = rungChecks[id];
    if (facts === null && ofBrowser) return id === 'browser' ? noBrowser() : waits('browser');
    try {
      const result = await check({
        context: this.#options.context,
        facts,
        agent: this.#agent,
        probe: this.#probe(facts?.profile.family ?? 'chromium'),
        before,
      });
      const isFault = result.state.kind === 'red' || result.state.kind === 'amber';
      return isFault && ofBrowser && facts?.inUse === false ? unused(result) : result;
    } catch (error) {
      return judge([red(reasonOf(error))]);
    }
  }
}

function queued(): Rung[] {
  const nothing = { ms: null, evidence: [], lines: [], repair: null, byHand: null };
  return rungIds.map(id => ({ id, state: { kind: 'queued' as const }, ...nothing }));
}

function emptyLadder(): Ladder {
  const nobody = { browserId: null, browser: null, family: null, profile: null };
  return { id: 'none', ...nobody, inUse: false, rungs: queued() };
}

function withLadder(facts: ProfileFacts): { facts: ProfileFacts; ladder: Ladder } {
  const { id, browserId, browser, family, name } = facts.profile;
  return {
    facts,
    ladder: { id, browserId, browser, family, profile: name, inUse: facts.inUse, rungs: queued() },
  };
}

/** Those in use first, the ones with more broken rungs before the others. */
export function gravestFirst(ladders: readonly Ladder[]): DoctorRun['ladders'] {
  const weight = ({ rungs, inUse }: Ladder) => {
    const count = (kind: Rung['state']['kind']) => rungs.filter(({ state }) => state.kind === kind).length;
    return (inUse ? 1_000_000 : 0) + count('red') * 1_000 + count('amber');
  };
  return ladders.toSorted((one, other) => weight(other) - weight(one));
}
