// Secrets that an earlier version left in the database move to the store.
import { secretNamesIn } from './references.ts';
import type { ServerConfig } from '../../../contract/schemas/servers.ts';
import type { ServerSecrets } from './server-secrets.ts';

interface Row {
  readonly name: string;
  readonly config: ServerConfig;
  readonly options: { readonly literals?: readonly string[] | undefined };
}

interface Moving<R> {
  readonly secrets: Pick<ServerSecrets, 'keep'>;
  /** The row with that config, which comes to the same once its secrets are filled in. */
  withConfig(row: R, config: ServerConfig): R;
  save(rows: readonly R[]): Promise<void>;
}

/** The rows as they are to be used; `save` gets each that has changed. A row whose secrets cannot be kept stays as it is. */
export async function moveStoredSecrets<R extends Row>(
  rows: readonly R[],
  { secrets, withConfig, save }: Moving<R>,
): Promise<R[]> {
  const referenced = new Set(rows.flatMap(({ config }) => secretNamesIn(config)));
  const isReferenced = (name: string) => referenced.has(name);
  const kept: R[] = [];
  const changed: R[] = [];
  for (const row of rows) {
    // Definitions of its tools are pinned to its arguments and its address: with these the user would have to look at them anew.
    const keeping = { isReferenced, literals: row.options.literals, hiddenOnly: true };
    const config = await secrets.keep(row.name, row.config, keeping).catch(() => row.config);
    const isSame = JSON.stringify(config) === JSON.stringify(row.config);
    const next = isSame ? row : withConfig(row, config);
    kept.push(next);
    if (!isSame) changed.push(next);
  }
  if (changed.length > 0) await save(changed);
  return kept;
}
