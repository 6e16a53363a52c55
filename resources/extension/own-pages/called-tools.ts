// What grants to call tools come to: whole groups of tools, and those that are named beside them. Pure.
import type { SiteView } from '../../../contract/schemas/companion-pages.ts';

type Grant = SiteView['grants'][number];

/** Scopes of calls of tools, whoever offers them. */
export const calls: ReadonlySet<string> = new Set(['mcp:tools.call', 'servers:call', 'plugins:call']);

/** Every tool of a server or a plugin, null being all of them; or every one of it that only reads. */
export interface ToolGroup {
  readonly of: string | null;
  readonly reading: boolean;
}

export interface CalledTools {
  readonly groups: readonly ToolGroup[];
  /** Whose each is, by its id: those that are in no group, as far as their grants tell. */
  readonly named: ReadonlyMap<string, string | null>;
}

/** Of one effect. What a wider group holds is not told again. */
export function calledTools(grants: readonly Grant[]): CalledTools {
  const every = grants.filter(({ tools }) => tools === null);
  const whole = new Set(every.filter(({ reading }) => !reading).map(({ of }) => of));
  const reading = new Set(every.filter(grant => grant.reading).map(({ of }) => of));
  const isWhole = (of: string | null) => whole.has(null) || whole.has(of);
  const groups = [
    ...(whole.has(null) ? [null] : [...whole]).map(of => ({ of, reading: false })),
    ...[...reading]
      .filter(of => !isWhole(of) && (of === null || !reading.has(null)))
      .map(of => ({ of, reading: true })),
  ];
  // Who offers it says more.
  const naming = grants.toSorted((a, b) => Number(a.of === null) - Number(b.of === null));
  const inGroup = new Set(naming.filter(({ of }) => isWhole(of)).flatMap(({ tools }) => tools ?? []));
  const named = new Map<string, string | null>();
  for (const { tools, of } of naming)
    for (const id of tools ?? []) if (!inGroup.has(id) && !named.has(id)) named.set(id, of);
  return { groups, named };
}
