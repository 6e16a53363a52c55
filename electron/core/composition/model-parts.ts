// The parts of models, joined: who provides them, which is meant, how they are asked, the programs that run them, what was used.
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
import { PanelTests } from '../panel/panel-model-tests.ts';
import { createPrograms } from './model-program-parts.ts';
import type { RunMode } from '../../../contract/entities.ts';
import type { Party } from '../../../contract/schemas/trace.ts';
import type { AgentRegistry } from '../agents/agent-registry.ts';
import type { BrowserRegistry } from '../browsers/browser-registry.ts';
import type { ClientRegistry } from '../clients/client-registry.ts';
import type { ModelAsker } from '../models/model-answer.ts';
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

export async function createModelParts(boot: Boot, base: BaseParts, around: Neighbours): Promise<ModelServices> {
  const { platform, closers } = boot;
  const now = () => platform.now();
  const monotonic = () => performance.now();
  const { registry, choices } = await createKnown(boot, base);
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
  const made = { registry, choices, checks, calls, programs, tests, usage };
  const models = new Models({ ...made, accesses, browsers, now, monotonic });
  return { models, modelTests: new PanelTests(tests), modelLog };
}

/** Who provides models and which is meant, as it was stored. */
async function createKnown(
  { platform }: Boot,
  { store, state, secretStore }: BaseParts,
): Promise<{ registry: ModelRegistry; choices: ModelChoices }> {
  const registry = new ModelRegistry({
    ...{ state, persist: store.models, secrets: secretStore },
    rows: (await store.models.providers()).map(withoutRun),
    now: () => platform.now(),
    randomBytes: size => platform.randomBytes(size),
  });
  const choices = new ModelChoices({
    ...{ state, registry },
    rows: (await store.settings.get(choicesKey, ChosenModelsSchema)) ?? [],
    persist: chosen => store.settings.set(choicesKey, chosen),
  });
  return { registry, choices };
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
