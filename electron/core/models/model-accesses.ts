// How each provider is spoken to: its address, its key, and a fetch that reaches that address and no nearer one.
import { providerFacts } from '../../../contract/models.ts';
import { hubError } from '../../../words/hub-error.ts';
import { createModelFetch } from './wire/model-fetch.ts';
import type { ProviderRecord } from '../../../contract/schemas/model-records.ts';
import type { Resolve } from '../outbound/guarded-lookup.ts';
import type { ModelAccess } from './sdk/open-language-model.ts';

export interface ModelAccessesOptions {
  now(): number;
  /** That of the system when absent. */
  readonly resolve?: Resolve | undefined;
}

export type Spoken = Pick<ProviderRecord, 'type' | 'name' | 'baseUrl'>;

/** Kept connections go with the fetch, so each address keeps its own as long as it is used. */
const maxKept = 100;

export class ModelAccesses {
  readonly #options: ModelAccessesOptions;
  readonly #kept = new Map<string, typeof fetch>();

  constructor(options: ModelAccessesOptions) {
    this.#options = options;
  }

  /** `silenceMs` is how long it may be silent. */
  open({ type, name, baseUrl }: Spoken, key: string | null, silenceMs: number): ModelAccess {
    const address = baseUrl ?? providerFacts[type].baseUrl;
    if (type === 'chrome' || address === null) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'model-no-address' });
    return { type, provider: name, baseUrl: address, key, fetch: this.#fetch(name, address, silenceMs) };
  }

  #fetch(provider: string, baseUrl: string, silenceMs: number): typeof fetch {
    const id = JSON.stringify([provider, baseUrl, silenceMs]);
    const known = this.#kept.get(id);
    if (known) return known;
    const made = createModelFetch({ ...this.#options, provider, baseUrl, silenceMs });
    if (this.#kept.size >= maxKept) this.#kept.clear();
    this.#kept.set(id, made);
    return made;
  }
}
