// Secrets that an earlier version left in the database move to the store.
import { secretNamesIn } from './references.ts';
import type { ServerConfig } from '../../../contract/schemas/servers.ts';
import type { ServerSecrets } from './server-secrets.ts';

interface Row {
  readonly name: string;
  readonly config: ServerConfig;
}

/** The rows as they are to be used; `save` gets each that has changed. A row whose secrets cannot be kept stays as it is. */
export async function moveStoredSecrets<R extends Row>(
  rows: readonly R[],
  secrets: Pick<ServerSecrets, 'keep'>,
  save: (rows: readonly R[]) => Promise<void>,
): Promise<R[]> {
  const referenced = new Set(rows.flatMap(({ config }) => secretNamesIn(config)));
  const isReferenced = (name: string) => referenced.has(name);
  const kept: R[] = [];
  const changed: R[] = [];
  for (const row of rows) {
    const config = await secrets.keep(row.name, row.config, { isReferenced }).catch(() => row.config);
    const isSame = JSON.stringify(config) === JSON.stringify(row.config);
    kept.push(isSame ? row : { ...row, config });
    if (!isSame) changed.push({ ...row, config });
  }
  if (changed.length > 0) await save(changed);
  return kept;
}
