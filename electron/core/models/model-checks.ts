// Asks providers whether they are there and which models they have, and how the user's keys do.
import { HubError } from '../../../contract/errors.ts';
import { providerFacts } from '../../../contract/models.ts';
import { hubError } from '../../../words/hub-error.ts';
import { loadPart } from '../platform/load-part.ts';
import { stateAfter } from './provider-state.ts';
import type { ProviderRecord } from '../../../contract/schemas/model-records.ts';
import type { ModelAccesses } from './model-accesses.ts';
import type { ModelRegistry } from './model-registry.ts';
import type { Listed } from './wire/read-bounded.ts';

export interface ModelChecksOptions {
  readonly registry: ModelRegistry;
  readonly accesses: ModelAccesses;
  now(): number;
  monotonic(): number;
}

const patienceMs = 15_000;

export class ModelChecks {
  readonly #options: ModelChecksOptions;
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(options: ModelChecksOptions) {
    this.#options = options;
  }

  /** Never rejects: what was found is in its state. While one is under way, that one is waited for. */
  check(id: string): Promise<void> {
    const known = this.#underWay.get(id);
    if (known) return known;
    const checking = this.#check(id).finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, checking);
    return checking;
  }

  /** Its models, without a word in its state. Rejects with HubError. */
  list(given: Pick<ProviderRecord, 'type' | 'name' | 'baseUrl'>, key: string | null): Promise<Listed> {
    return this.#listed(given, key);
  }

  /** It has answered so. */
  async found(id: string, listed: Listed, answersInMs: number | null = null): Promise<void> {
    const { registry, now } = this.#options;
    await registry.listed(id, listed);
    // A program of ours is as its run is.
    if (!registry.find(id)?.program) registry.setState(id, { kind: 'ready', since: now(), answersInMs });
  }

  async #check(id: string): Promise<void> {
    const { registry, now, monotonic } = this.#options;
    const record = registry.find(id);
    if (!record?.isOn || record.type === 'chrome' || record.baseUrl === null) return;
    const began = monotonic();
    const key = registry.key(id);
    try {
      const listed = await this.#listed(record, key);
      if (!this.#isSame(record, key)) return;
      await this.found(id, listed, Math.round(monotonic() - began));
    } catch (error) {
      if (!this.#isSame(record, key)) return;
      registry.checked(id);
      const reason = error instanceof HubError ? error.reason : undefined;
      if (record.program) return;
      const state = stateAfter(reason, { now: now(), lastSeenAt: record.lastSeenAt });
      registry.setState(
        id,
        state ?? { kind: 'failed', since: now(), why: reason ?? { kind: 'foreign', text: String(error) } },
      );
    }
  }

  /** What was asked with another key or address says nothing of it now. */
  #isSame({ id, baseUrl }: ProviderRecord, key: string | null): boolean {
    const { registry } = this.#options;
    const record = registry.find(id);
    return record !== null && record.isOn && record.baseUrl === baseUrl && registry.key(id) === key;
  }

  async #listed(given: Pick<ProviderRecord, 'type' | 'name' | 'baseUrl'>, key: string | null): Promise<Listed> {
    const { accesses } = this.#options;
    const access = accesses.open(given, key, patienceMs);
    if (key === null && providerFacts[given.type].key === 'needed')
      throw hubError('ERR_MODEL_FAILED', { kind: 'model-key-missing', provider: given.name });
    const { listModels } = await loadPart(() => import('./wire/list-models.ts'));
    return listModels(access, AbortSignal.timeout(2 * patienceMs));
  }
}
