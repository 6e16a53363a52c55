// The parts of models, joined: who provides them, which is meant, how they are asked, the programs that run them, what was used.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runModes } from '../../../contract/entities.ts';
import { ChosenModelsSchema, PriceTableSchema } from '../../../contract/schemas/model-records.ts';
import { BrowserModels } from '../models/browser-models.ts';
import { ModelAccesses } from '../models/model-accesses.ts';
import { ModelCalls } from '../models/model-calls.ts';
import { ModelChecks } from '../models/model-checks.ts';
import { ModelChoices } from '../models/model-choices.ts';
import { ModelRegistry } from '../models/model-registry.ts';
import { ModelTests } from '../models/model-tests.ts';
import { UsageRecords } from '../models/model-usage.ts';
import { Models } from '../models/models.ts';
import { ModelPrograms } from '../models/programs/model-programs.ts';
import { PanelTests } from '../panel/panel-model-tests.ts';
import { ServerLogs } from '../servers/logs/server-logs.ts';
import { listProcesses } from '../servers/process/process-table.ts';
import { RunnerTransport } from '../servers/process/runner-transport.ts';
import { StartTimes } from '../servers/process/start-times.ts';
import { TrackedChildren } from '../servers/process/tracked-children.ts';
import { UsageWatch } from '../servers/process/usage-watch.ts';
import type { RunMode } from '../../../contract/entities.ts';
import type { Party } from '../../../contract/schemas/trace.ts';
import type { AgentRegistry } from '../agents/agent-registry.ts';
import type { BrowserRegistry } from '../browsers/browser-registry.ts';
import type { ClientRegistry } from '../clients/client-registry.ts';
import type { ModelAsker } from '../models/model-answer.ts';
import type { ProgramRunOptions } from '../models/programs/program-run.ts';
import type { ModelServices } from '../panel/model-handlers.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';
import type { ServerParts } from './server-parts.ts';

interface Neighbours extends Pick<ServerParts, 'servers' | 'children' | 'userEnv'> {
  readonly agents: AgentRegistry;
  readonly clients: ClientRegistry;
  readonly browsers: BrowserRegistry;
}

const choicesKey = 'modelChoices';
const pricesKey = 'modelPrices';
const noPrices = { currency: 'USD', prices: [] };
/** A model's program reads no input whose end would tell it to go. */
const stopGraces = { inputMs: 50, termMs: 3_000 };
const exitGraces = { inputMs: 50, termMs: 600 };

export async function createModelParts(boot: Boot, base: BaseParts, around: Neighbours): Promise<ModelServices> {
  const { platform, closers } = boot;
  const { store, state, secretStore } = base;
  const now = () => platform.now();
  const monotonic = () => performance.now();
  const registry = new ModelRegistry({
    ...{ state, now, persist: store.models, secrets: secretStore },
    rows: (await store.models.providers()).map(withoutRun),
    randomBytes: size => platform.randomBytes(size),
  });
  const choices = new ModelChoices({
    ...{ state, registry },
    rows: (await store.settings.get(choicesKey, ChosenModelsSchema)) ?? [],
    persist: chosen => store.settings.set(choicesKey, chosen),
  });
  const usage = await createUsage(boot, base, around, id => registry.refresh(id));
  const accesses = new ModelAccesses({ now });
  const { programs, modelLog } = createPrograms(boot, base, around, registry);
  const partyOf = (asker: ModelAsker) => askerParty(asker, around);
  const modeOf = ({ agentId }: ModelAsker) =>
    stricter(base.mode.mode, (agentId && around.agents.get(agentId)?.mode) || 'running');
  const browsers = createBrowserModels(base, around, registry, now);
  const calls = new ModelCalls({
    ...{ registry, choices, accesses, programs, usage, tap: base.trace, now, partyOf, modeOf, browsers },
  });
  closers.add(() => calls.stop());
  boot.events.on('modeChanged', () => calls.modeChanged());
  boot.events.on('agentModeChanged', () => calls.modeChanged());
  const checks = new ModelChecks({ registry, accesses, now, monotonic });
  const tests = new ModelTests({ registry, answers: calls, now, monotonic });
  const chosen = (id: string) => choices.ofType(id);
  registry.begin({ today: id => usage.today(id), program: id => programs.row(id), chosen });
  choices.show();
  closers.add(() => registry.stop());
  const models = new Models({
    registry,
    choices,
    checks,
    calls,
    programs,
    tests,
    usage,
    accesses,
    browsers,
    monotonic,
  });
  return { models, modelTests: new PanelTests(tests), modelLog };
}

/** Each browser is asked for its model as it comes, and told to have none as it goes. */
function createBrowserModels(
  { state }: BaseParts,
  { browsers }: Neighbours,
  registry: ModelRegistry,
  now: () => number,
): BrowserModels {
  const models = new BrowserModels({
    ...{ registry, now },
    modelOf: id => browsers.modelOf(id),
    nameOf: id => browsers.get(id)?.name ?? id,
  });
  const here = new Set<string>();
  state.subscribe(({ changes }) => {
    for (const { id } of changes.filter(({ collection }) => collection === 'browsers')) {
      const isHere = browsers.get(id)?.state.kind === 'connected';
      if (isHere === here.has(id)) continue;
      if (isHere) here.add(id);
      else here.delete(id);
      // Its state says what came of it.
      models.look(id).catch(() => {});
    }
  });
  return models;
}

/** A program that an earlier hub ran is gone, and its address with it. */
function withoutRun<T extends { readonly program: unknown; readonly baseUrl: string | null }>(record: T): T {
  return record.program ? { ...record, baseUrl: null } : record;
}

async function createUsage(
  { platform }: Boot,
  { store }: BaseParts,
  around: Neighbours,
  onUsed: (providerId: string) => void,
): Promise<UsageRecords> {
  const usage = new UsageRecords({
    table: store.models,
    prices: (await store.settings.get(pricesKey, PriceTableSchema)) ?? noPrices,
    persistPrices: table => store.settings.set(pricesKey, table),
    nameOf: asker => askerParty(asker, around).label,
    now: () => platform.now(),
    onUsed,
  });
  await usage.load();
  return usage;
}

function createPrograms(
  { platform, closers, panels }: Boot,
  { home, secrets }: BaseParts,
  { children, userEnv }: Neighbours,
  registry: ModelRegistry,
): Pick<ModelServices, 'modelLog'> & { programs: ModelPrograms } {
  const folder = join(home.logs, 'models');
  const logs = new ServerLogs({
    folder,
    now: () => platform.now(),
    secrets: secrets.read,
    onChanged: providerIds => panels.tell({ event: 'models:logged', data: { providerIds } }),
    onTrouble: (id, error) =>
      platform.log.warn({ model: id, reason: String(error) }, 'The log of a model was not written.'),
  });
  const open = opener(platform, {
    folder: join(home.path, 'models'),
    children,
    userEnv,
    mask: text => logs.mask(text),
  });
  const programs = new ModelPrograms({
    ...{ registry, logs, open, os: platform.os, env: userEnv, graces: stopGraces },
    now: () => platform.now(),
  });
  const watch = watchUsage(programs, panels, platform.os);
  closers.add(async () => {
    watch.stop();
    await programs.stopAll(exitGraces);
    await logs.stop();
  });
  const modelLog: ModelServices['modelLog'] = (id, count) => ({
    path: join(folder, `${id}.log`),
    lines: logs.read(id, { count }).lines,
  });
  return { programs, modelLog };
}

/** Memory and CPU of each program, looked at while a panel is open. */
function watchUsage(programs: ModelPrograms, panels: Boot['panels'], os: NodeJS.Platform): UsageWatch {
  const watch = new UsageWatch({
    os,
    roots: () => programs.roots(),
    monotonic: () => performance.now(),
    list: () => (panels.any ? listProcesses(os) : Promise.resolve([])),
  });
  watch.watch(measured => programs.measured(measured));
  return watch;
}

/** Each program has a runner of its own, which ends with the hub, and is known to the next hub where this one is killed. */
function opener(
  platform: Boot['platform'],
  {
    folder,
    children: ledger,
    userEnv,
    mask,
  }: { folder: string; mask: (text: string) => string } & Pick<Neighbours, 'children' | 'userEnv'>,
): (providerId: string) => ProgramRunOptions['open'] {
  const { os, nodePath, distDir } = platform;
  const starts = new StartTimes(os);
  const runner = { nodePath, program: join(distDir, 'runner/runner.cjs') };
  return providerId => (command, events) => {
    const cwd = join(folder, providerId);
    mkdirSync(cwd, { recursive: true, mode: 0o700 });
    const tracked = new TrackedChildren({ ledger, starts, serverId: providerId, os });
    return new RunnerTransport({
      ...{ ...events, env: userEnv(), os, mask, runner, graces: stopGraces },
      config: { kind: 'stdio', ...command, env: {}, cwd },
      spawn: tracked.spawn,
      nonce: () => tracked.nonce,
    });
  };
}

function askerParty({ kind, id, agentId }: ModelAsker, { agents, clients, servers }: Neighbours): Party {
  const name = () => {
    if (kind === 'user') return id === 'chat' ? 'Chat' : 'You';
    if (kind === 'client') return (agentId && agents.get(agentId)?.name) || clients.get(id)?.name || id;
    return kind === 'server' ? (servers.get(id)?.name ?? id) : id;
  };
  return { kind: kind === 'server' ? 'server' : 'agent', id: agentId ?? id, label: name() };
}

function stricter(a: RunMode, b: RunMode): RunMode {
  return runModes.indexOf(a) >= runModes.indexOf(b) ? a : b;
}
