// What is known of a server while nothing of it runs: what it said of itself and lists, beside its tools, which are remembered for all.
import type { Handshake } from '../client/handshake.ts';

export type Definition = Readonly<Record<string, unknown>>;

export interface KeptLists {
  readonly prompts: readonly Definition[];
  readonly resources: readonly Definition[];
  readonly resourceTemplates: readonly Definition[];
}

export interface KeptDefinitions extends KeptLists {
  readonly handshake: Handshake;
  /** How long its last start took, in ms. */
  readonly startMs: number | null;
}

export interface DefinitionMemory {
  /** By server id; they count for the config with that hash only. */
  readonly remembered: ReadonlyMap<string, { readonly hash: string; readonly kept: KeptDefinitions }>;
  save(serverId: string, hash: string, kept: KeptDefinitions): Promise<void> | void;
  remove(serverId: string): Promise<void> | void;
}

/** Which lists are others than before, as their changes are announced. */
export function changedLists(before: KeptLists, now: KeptLists): ('prompts' | 'resources')[] {
  const isOther = (kind: keyof KeptLists) => JSON.stringify(before[kind]) !== JSON.stringify(now[kind]);
  return [
    ...(isOther('prompts') ? (['prompts'] as const) : []),
    ...(isOther('resources') || isOther('resourceTemplates') ? (['resources'] as const) : []),
  ];
}
