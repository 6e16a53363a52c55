// A number with the noun that goes with it.

/** `1 agent`, `2 agents`, `0 agents`; English and German have no other forms. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
