// Installs of servers, and the packages that were unpacked for them.
import { z } from 'zod';
import { wayKinds } from '../../../contract/catalogue.ts';
import { WaySchema } from '../../../contract/schemas/catalogue.ts';
import { InstallSourceSchema } from '../../../contract/schemas/install-requests.ts';
import { InstallSchema } from '../../../contract/schemas/installs.ts';
import { jsonColumn, upsert } from './rows.ts';
import type { TableAccess } from './table-access.ts';

const shown = InstallSchema.shape;

/** One version of a package, as a server runs it. */
export const InstalledVersionSchema = z.object({
  way: WaySchema,
  version: shown.version,
  integrity: shown.integrity,
  /** How it is started; null while it is not here, and where nothing of it lies here. */
  unpacked: z
    .object({
      folder: z.string(),
      command: z.string(),
      args: z.array(z.string()),
      env: z.record(z.string(), z.string()),
    })
    .nullable(),
  /** The place of its package among all; null where it has none, or it is not here yet. */
  packageId: z.string().nullable(),
  warnings: shown.warnings,
  tools: shown.tools,
  noTrial: shown.noTrial,
});
export type InstalledVersion = z.infer<typeof InstalledVersionSchema>;

export const InstallRowSchema = z.object({
  serverId: shown.serverId,
  origin: shown.origin,
  from: InstallSourceSchema,
  phase: shown.phase,
  current: InstalledVersionSchema,
  values: shown.values,
  /** By the key of a field, the names of its secrets in the store. */
  secrets: z.record(z.string(), z.array(z.string())),
  /** Names in the store that came with this server, and go with it. */
  ownSecrets: z.array(z.string()),
  walls: shown.walls,
  /** A newer version that was found, and once it was fetched what it is. */
  next: z
    .object({
      version: z.string(),
      way: WaySchema,
      publishedAt: z.number().nullable(),
      prepared: InstalledVersionSchema.nullable(),
      phase: shown.phase.nullable(),
    })
    .nullable(),
  /** With the hash that was approved for it, where it was: given back as it was then, it needs no other approval. */
  previous: InstalledVersionSchema.extend({ approvedHash: z.string().nullable().optional() }).nullable(),
});
export type InstallRow = z.infer<typeof InstallRowSchema>;

export const KeptPackageSchema = z.object({
  /** Its place below the folder of packages. */
  id: z.string(),
  kind: z.enum(wayKinds),
  identifier: z.string(),
  version: z.string(),
  registry: z.string().nullable(),
  integrity: z.string().nullable(),
  /** Packages of it whose install scripts were not run. */
  scripts: z.array(z.string()),
  digest: z.string(),
  stamp: z.string(),
  bytes: z.number(),
});
export type KeptPackage = z.infer<typeof KeptPackageSchema>;

const InstallColumns = z.object({ value: jsonColumn(InstallRowSchema) });
const PackageColumns = z.object({ value: jsonColumn(KeptPackageSchema) });

export class InstallsTable {
  readonly #at: TableAccess;

  constructor(at: TableAccess) {
    this.#at = at;
  }

  async list(): Promise<InstallRow[]> {
    const rows = await this.#at.reader.rows('installs', InstallColumns, 'SELECT id, value FROM installs ORDER BY id');
    return rows.map(({ value }) => value);
  }

  put(row: InstallRow): Promise<void> {
    return this.#at.database.run('full', ...upsert('installs', { id: row.serverId, value: JSON.stringify(row) }));
  }

  remove(id: string): Promise<void> {
    return this.#at.database.run('full', 'DELETE FROM installs WHERE id = ?', id);
  }

  async packages(): Promise<KeptPackage[]> {
    const rows = await this.#at.reader.rows('packages', PackageColumns, 'SELECT id, value FROM packages ORDER BY id');
    return rows.map(({ value }) => value);
  }

  putPackage(row: KeptPackage): Promise<void> {
    return this.#at.database.run('full', ...upsert('packages', { id: row.id, value: JSON.stringify(row) }));
  }

  removePackage(id: string): Promise<void> {
    return this.#at.database.run('full', 'DELETE FROM packages WHERE id = ?', id);
  }
}
