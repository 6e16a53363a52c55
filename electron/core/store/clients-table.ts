// Clients and the hashes of their secrets. A revoked client has no row.
import { z } from 'zod';
import { toolListings } from '../../../contract/entities.ts';
import { ClientSchema } from '../../../contract/schemas/entities.ts';
import { upsert } from './rows.ts';
import type { Client } from '../../../contract/schemas/entities.ts';
import type { TableAccess } from './table-access.ts';

/** Only what the user made or changed is stored; what is built in is known by its id. */
const StoredClientSchema = ClientSchema.omit({ verified: true, admitted: true, listing: true, seesHub: true }).extend({
  secretHash: z.string(),
  /** 1 or 0, as the table has it; null while it is not answered. */
  admitted: z.number().nullable().default(null),
  /** Null until the user chooses. */
  listing: z.enum(toolListings).nullable().default(null),
  seesHub: z.number().nullable().default(null),
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
    return rows.map(({ admitted, listing, seesHub, ...row }) => ({
      ...row,
      ...(admitted !== null && { admitted: admitted !== 0 }),
      ...(listing !== null && { listing }),
      ...(seesHub !== null && { seesHub: seesHub !== 0 }),
    }));
  }

  put(client: StoredClient): Promise<void> {
    const { id, name, start, colour, createdAt, lastSeenAt, secretHash, listing = null } = client;
    const answers = { admitted: numberOf(client.admitted), seesHub: numberOf(client.seesHub) };
    const row = { id, name, start, colour, createdAt, lastSeenAt, secretHash, listing, ...answers };
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

/** A yes or no as a column has it; null for no answer. */
function numberOf(answer: boolean | undefined): number | null {
  return answer === undefined ? null : Number(answer);
}
