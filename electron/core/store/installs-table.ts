// Installs of servers, and the packages that were unpacked for them.
import { z } from 'zod';
import { InstallRowSchema, KeptPackageSchema } from '../servers/install/install-row.ts';
import { jsonColumn, upsert } from './rows.ts';
import type { InstallRow, KeptPackage } from '../servers/install/install-row.ts';
import type { TableAccess } from './table-access.ts';

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
