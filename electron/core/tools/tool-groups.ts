// Tools in groups: one for each server and plugin, and one for the browser; and which of them an agent has opened.
import { offererOf } from './callable.ts';
import type { Callable } from './callable.ts';

/** No server's id holds `_`. */
export const browserGroup = 'web_browser';

export function groupOf(callable: Callable): string {
  return callable.kind === 'browser' || callable.kind === 'page' ? browserGroup : offererOf(callable);
}

/** In the order of the tools. */
export function groupsOf<T extends Callable>(callables: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const callable of callables) {
    const group = groupOf(callable);
    const known = groups.get(group);
    if (known) known.push(callable);
    else groups.set(group, [callable]);
  }
  return groups;
}

export class OpenGroups {
  /** By agent, the one that was opened last at the end. */
  readonly #open = new Map<string, readonly string[]>();

  of(agentId: string): readonly string[] {
    return this.#open.get(agentId) ?? [];
  }

  open(agentId: string, group: string): void {
    this.#open.set(agentId, [...this.of(agentId).filter(other => other !== group), group]);
  }

  forget(agentId: string): void {
    this.#open.delete(agentId);
  }
}
