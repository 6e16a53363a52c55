// What a server that runs on this machine gets of the user's environment, with where each variable comes from. Pure.
import { childEnv } from '../process/child-env.ts';
import { groupOf, shownValue, withheldFrom } from '../process/environment-groups.ts';
import type { ServerEnvironment } from '../../../../contract/schemas/server-config.ts';
import type { ServerRow } from '../lifecycle/server-row.ts';

export interface EnvironmentFacts {
  readonly os: NodeJS.Platform;
  /** What servers get something of. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Which of it the login shell has told. */
  readonly ofShell: ReadonlySet<string>;
  /** Hides secret values. */
  mask(text: string): string;
}

/** Empty for what runs elsewhere, and for what sees no more than it is given. */
export function environmentOf(
  { config, options }: Pick<ServerRow, 'config' | 'options'>,
  facts: EnvironmentFacts,
): ServerEnvironment {
  const { os, env, ofShell, mask } = facts;
  if (config.kind !== 'stdio') return { variables: [], withheld: [], bySandbox: [] };
  const withheld = withheldFrom(options);
  const upper = (name: string) => (os === 'win32' ? name.toUpperCase() : name);
  const own = new Set(Object.keys(config.env).map(upper));
  const variables = Object.entries(childEnv(env, {}, os)).map(([name, value]) => {
    const group = groupOf(name, os);
    const isOwn = own.has(upper(name));
    return {
      name,
      value: mask(shownValue(name, value, os)).slice(0, maxShown),
      group,
      origin: originOf(name, { os, ofShell }),
      passes: isOwn
        ? ('replaced' as const)
        : group !== null && withheld.includes(group)
          ? ('withheld' as const)
          : ('passes' as const),
    };
  });
  const order = (name: string) => (groupOf(name, os) === null ? 1 : 0);
  return {
    variables: variables.toSorted((a, b) => order(a.name) - order(b.name) || a.name.localeCompare(b.name)),
    withheld: [...options.withheld],
    bySandbox: withheld.filter(group => !options.withheld.includes(group)),
  };
}

const maxShown = 2_000;

/** The PATH is put together of several (`runtimes/path-plan.ts`). */
function originOf(
  name: string,
  { os, ofShell }: Pick<EnvironmentFacts, 'os' | 'ofShell'>,
): ServerEnvironment['variables'][number]['origin'] {
  if ((os === 'win32' ? name.toUpperCase() : name) === 'PATH') return 'composed';
  return ofShell.has(name) ? 'shell' : 'hub';
}
