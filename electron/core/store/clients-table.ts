// Clients and the hashes of their secrets. A revoked client has no row.
import { z } from 'zod';
import { ClientSchema } from '../../../contract/schemas/entities.ts';
import { upsert } from './rows.ts';
import type { Client } from '../../../contract/schemas/entities.ts';
import type { TableAccess } from './table-access.ts';

/** Only what the user made or changed is stored; what is built in is known by its id. */
const StoredClientSchema = ClientSchema.omit({ verified: true, admitted: true }).extend({
  secretHash: z.string(),
  /** 1 or 0, as the table has it; null while it is not answered. */
  admitted: z.number().nullable().default(null),
});
export type StoredClient = Omit<Client, 'verified'> & { readonly secretHash: string };

export class ClientsTable {
  readonly #at: TableAccess;

  constructor(at: TableAccess) {
    this.#at = at;
  }

  /** Oldest first. */
  async list(): Promise<StoredClient[]> {
    const sql = 'SELECT * FROM clients ORDER BY createdAt, id';
    const rows = await this.#at.reader.rows('clients', StoredClientSchema, sql);
    return rows.map(({ admitted, ...row }) => (admitted === null ? row : { ...row, admitted: admitted !== 0 }));
  }

  put(client: StoredClient): Promise<void> {
    const { id, name, start, colour, createdAt, lastSeenAt, secretHash } = client;
    const admitted = client.admitted === undefined ? null : Number(client.admitted);
    const row = { id, name, start, colour, createdAt, lastSeenAt, secretHash, admitted };
    return this.#at.database.run('full', ...upsert('clients', row));
  }

  /** Notes when it was last seen; written within 50 ms. */
  seen(id: string, at: number): void {
    this.#at.later.add({ sql: 'UPDATE clients SET lastSeenAt = ? WHERE id = ?', values: [at, id] }, `client ${id}`);
  }

  /** Revokes a client: its row and all of its grants go in one transaction. */
  remove(id: string): Promise<void> {
    return this.#at.database.transaction('full', async transaction => {
      await transaction.run('DELETE FROM grants WHERE clientId = ?', id);
      await transaction.run('DELETE FROM clients WHERE id = ?', id);
    });
  }
}
