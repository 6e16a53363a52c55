// The list of providers: which are shown, and what they come to together.
import { providerFacts } from '../../../contract/models.ts';
import { isReady, providersInOrder } from '../../store/models.ts';
import type { ModelProvider } from '../../../contract/schemas/models.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

/** Those whose name, type, address or state holds the text. */
export function providersShown(providers: Snapshot['modelProviders'], filter: string): ModelProvider[] {
  const wanted = filter.trim().toLowerCase();
  return providersInOrder(providers).filter(provider => textOf(provider).toLowerCase().includes(wanted));
}

function textOf({ id, name, type, baseUrl, defaultModel, state, program }: ModelProvider): string {
  return [id, name, providerFacts[type].name, baseUrl, defaultModel, state.kind, program?.path].join('\n');
}

export interface ProviderTotals {
  readonly all: number;
  readonly ready: number;
  /** Tokens of today, in and out. */
  readonly tokens: number;
  /** Of those, how many stayed on this machine. */
  readonly localTokens: number;
  /** Null where no model that was used has a price. */
  readonly cost: number | null;
}

export function tokensOf({ today }: Pick<ModelProvider, 'today'>): number {
  return today.input + today.output;
}

export function providerTotals(providers: Snapshot['modelProviders']): ProviderTotals {
  const all = Object.values(providers);
  const sum = (some: readonly ModelProvider[]) => some.reduce((before, each) => before + tokensOf(each), 0);
  const priced = all.flatMap(({ today }) => today.cost ?? []);
  return {
    all: all.length,
    ready: all.filter(isReady).length,
    tokens: sum(all),
    localTokens: sum(all.filter(({ isLocal }) => isLocal)),
    cost: priced.length === 0 ? null : priced.reduce((before, cost) => before + cost, 0),
  };
}
