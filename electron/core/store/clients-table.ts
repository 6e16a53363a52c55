// Clients and the hashes of their secrets. A revoked client has no row.
import { z } from 'zod';
import { ClientSchema } from '../../contract/entities.ts';
import { upsertSql } from './rows.ts';
import type { TableAccess } from './table-access.ts';

/** Only what the user made or changed is stored; what is built in is known by its id. */
const StoredClientSchema = ClientSchema.omit({ verified: true }).extend({ secretHash: z.string() });
export type StoredClient = z.infer<typeof StoredClientSchema>;

const putSql = upsertSql('clients', ['id', 'name', 'start', 'colour', 'createdAt', 'lastSeenAt', 'secretHash']);

export class ClientsTable {
  readonly #at: TableAccess;

  constructor(at: TableAccess) {
    this.#at = at;
  }

  /** Oldest first. */
  list(): Promise<StoredClient[]> {
    return this.#at.reader.rows('clients', StoredClientSchema, 'SELECT * FROM clients ORDER BY createdAt, id');
  }

  put(client: StoredClient): Promise<void> {
    const { id, name, start, colour, createdAt, lastSeenAt, secretHash } = client;
    return this.#at.database.run('full', putSql, id, name, start, colour, createdAt, lastSeenAt, secretHash);
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
