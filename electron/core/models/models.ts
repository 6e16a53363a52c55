// Models as the panel and other parts see them: what is added, changed and removed is so in all of their parts, in order.
import { providerFacts } from '../../../contract/models.ts';
import { hubError } from '../../../words/hub-error.ts';
import { lookLocal } from './look-local.ts';
import type { ProviderType } from '../../../contract/models.ts';
import type { ProviderRecord } from '../../../contract/schemas/model-records.ts';
import type { FoundModels, Model, ModelLimits } from '../../../contract/schemas/models.ts';
import type { BrowserModels } from './browser-models.ts';
import type { LocalPort } from './look-local.ts';
import type { ModelAccesses } from './model-accesses.ts';
import type { ModelCalls } from './model-calls.ts';
import type { ModelChecks } from './model-checks.ts';
import type { ModelChoices } from './model-choices.ts';
import type { ModelRegistry } from './model-registry.ts';
import type { ModelTests } from './model-tests.ts';
import type { UsageRecords } from './model-usage.ts';
import type { ModelPrograms } from './programs/model-programs.ts';

export interface ModelParts {
  readonly registry: ModelRegistry;
  readonly choices: ModelChoices;
  readonly checks: ModelChecks;
  readonly calls: ModelCalls;
  readonly programs: ModelPrograms;
  readonly tests: ModelTests;
  readonly usage: UsageRecords;
  readonly accesses: ModelAccesses;
  /** Models that live in browsers; absent where none is asked. */
  readonly browsers?: Pick<BrowserModels, 'download' | 'look'> | undefined;
  now(): number;
  monotonic(): number;
  readonly ports?: readonly LocalPort[];
}

export interface NewProvider {
  readonly type: Exclude<ProviderType, 'chrome'>;
  readonly name?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly key?: string | undefined;
  /** As it is: one that does not run now. */
  readonly unchecked: boolean;
}

export interface ChangedProvider {
  readonly name?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly key?: string | null | undefined;
  readonly isOn?: boolean | undefined;
  readonly limits?: { readonly [L in keyof ModelLimits]?: ModelLimits[L] | undefined } | undefined;
  readonly idleMinutes?: number | undefined;
  readonly context?: number | null | undefined;
  readonly engine?: string | undefined;
  readonly walls?: boolean | undefined;
  readonly unchecked: boolean;
}

export class Models {
  readonly parts: ModelParts;

  constructor(parts: ModelParts) {
    this.parts = parts;
  }

  async look(): Promise<{ at: number; found: FoundModels[] }> {
    return { found: await lookLocal(this.parts), at: this.parts.now() };
  }

  /** What is known of its models, with what tests have shown. */
  list(providerId: string): Model[] {
    const { registry, tests } = this.parts;
    return registry
      .models(providerId)
      .map(model => ({ ...model, tools: tests.toolsOf(providerId, model.name) ?? model.tools }));
  }

  /** Rejects with HubError, and nothing is kept, where it does not take the key or is not there. */
  async add({ type, name, baseUrl, key, unchecked }: NewProvider): Promise<ProviderRecord> {
    const { registry, checks } = this.parts;
    const given = { type, name: name ?? this.#nameOf(type, baseUrl), baseUrl: baseUrl ?? providerFacts[type].baseUrl };
    if (given.baseUrl === null) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'model-no-address' });
    const listed = unchecked ? null : await checks.list(given, key ?? null);
    const record = await registry.add({ ...given, browserId: null, program: null }, { key: key ?? null });
    if (listed) await checks.found(record.id, listed);
    return record;
  }

  async set(id: string, change: ChangedProvider): Promise<void> {
    const { registry, checks } = this.parts;
    const record = registry.get(id);
    const { name = record.name, baseUrl = record.baseUrl, key, isOn, limits } = change;
    if (key !== undefined && providerFacts[record.type].key === 'none')
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'model-has-no-key', provider: record.name });
    const isElsewhere = baseUrl !== record.baseUrl || typeof key === 'string';
    const wanted = { ...record, baseUrl };
    if (isElsewhere && !change.unchecked) await checks.list(wanted, key === undefined ? registry.key(id) : key);
    if (key !== undefined) await registry.setKey(id, key);
    await this.#setProgram(id, change);
    const known = Object.fromEntries(Object.entries(limits ?? {}).filter(([, value]) => value !== undefined));
    const now = registry.get(id);
    const wish = { name, ...(now.program ? {} : { baseUrl }), limits: { ...now.limits, ...known } };
    await registry.set(id, { ...wish, ...(isOn !== undefined && isOn !== now.isOn && { isOn }) });
    if (isOn === false) await this.parts.programs.stop(id);
    if (isElsewhere || isOn) void checks.check(id);
  }

  /** Its key, its prices and what names it go too. */
  async remove(id: string): Promise<void> {
    const { registry, choices, programs, usage, tests } = this.parts;
    const { program } = registry.get(id);
    await registry.remove(id);
    if (program) await programs.forget(id);
    tests.forget(id);
    await choices.forget(id);
    await usage.forget(id);
  }

  /** Resolves when its state tells how it is now. */
  async check(id: string): Promise<void> {
    const { registry, checks, programs, browsers } = this.parts;
    const { program, browserId } = registry.get(id);
    if (program) await programs.check(id);
    if (browserId !== null) await browsers?.look(browserId);
    await checks.check(id);
  }

  /** As if somebody asked. */
  async start(id: string): Promise<void> {
    await this.parts.programs.ensure(this.#expectProgram(id), 'you', new AbortController().signal);
  }

  async stop(id: string): Promise<void> {
    await this.parts.programs.stop(this.#expectProgram(id));
  }

  async restart(id: string): Promise<void> {
    await this.stop(id);
    await this.start(id);
  }

  /** Has the browser download its model. */
  async download(id: string): Promise<void> {
    const { registry, browsers } = this.parts;
    const record = registry.get(id);
    if (record.type !== 'chrome' || !browsers)
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'model-browser-away', provider: record.name });
    await browsers.download(record);
  }

  #expectProgram(id: string): string {
    const { program, name } = this.parts.registry.get(id);
    if (!program) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'model-no-program', provider: name });
    return id;
  }

  async #setProgram(id: string, { idleMinutes, context, engine, walls }: ChangedProvider): Promise<void> {
    const { registry, programs } = this.parts;
    const { program, name } = registry.get(id);
    if ([idleMinutes, context, engine, walls].every(value => value === undefined)) return;
    if (!program) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'model-no-program', provider: name });
    const change = {
      ...(idleMinutes !== undefined && { idleMinutes }),
      ...(context !== undefined && { context }),
      ...(engine !== undefined && { engine }),
      ...(walls !== undefined && { walls }),
    };
    await registry.set(id, { program: { ...program, ...change } });
    // With another engine it is to be approved anew, which is to be seen at once.
    if (engine !== undefined || walls !== undefined) void programs.check(id);
  }

  /** An address says more than "OpenAI-compatible". */
  #nameOf(type: ProviderType, baseUrl: string | undefined): string {
    return type === 'compatible' && baseUrl !== undefined ? new URL(baseUrl).host : providerFacts[type].name;
  }
}
