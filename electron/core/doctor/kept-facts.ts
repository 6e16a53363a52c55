// What a hub has kept that a run without one needs too: the folders that the user named, and the secrets that nothing may show.
import { join } from 'node:path';
import { keptFolders } from '../browsers/machine/named-folders.ts';
import { plainSecretsIn } from '../secrets/move-secrets.ts';
import { readPlainSecrets } from '../secrets/secret-files.ts';
import { secretValuesOf } from '../secrets/secret-store.ts';
import { readTables } from '../store/read-tables.ts';

export interface KeptFacts {
  readonly folders: readonly string[];
  /** Those that the keychain seals are not among them: nobody but the desktop app opens it. */
  readonly secrets: readonly string[];
}

/** Never rejects: what cannot be read is what the rung of the data home is about. */
export async function readKept(home: string): Promise<KeptFacts> {
  const kept = await readPlainSecrets(join(home, 'secrets')).then(secretValuesOf, () => []);
  const tables = readTables(join(home, 'pilothouse.db'), async ({ settings, servers }) => {
    const configs = (await servers.list()).map(({ config }) => config);
    return { folders: await keptFolders(settings), secrets: configs.flatMap(plainSecretsIn) };
  });
  const { folders, secrets } = await tables.catch(() => ({ folders: [], secrets: [] }));
  return { folders, secrets: [...kept, ...secrets] };
}
