// What the group of an agent's tabs is called: its name, with a number where others that are here have the same one.
import type { Agent } from '../../../contract/schemas/entities.ts';

export class GroupNames {
  /** By agent: its name when it opened its newest tab, and what that made of it. */
  readonly #given = new Map<string, { readonly name: string; readonly group: string }>();

  /** Spec 004 "Session Manager": a group for each session. The same while the agent is here and keeps its name. */
  of({ id, name }: Pick<Agent, 'id' | 'name'>): string {
    const known = this.#given.get(id);
    if (known?.name === name) return known.group;
    this.#given.delete(id);
    const taken = new Set([...this.#given.values()].map(({ group }) => group));
    let group = name;
    for (let number = 2; taken.has(group); number += 1) group = `${name} ${number}`;
    this.#given.set(id, { name, group });
    return group;
  }

  agentLeft(agentId: string): void {
    this.#given.delete(agentId);
  }
}
