// Tools that are switched off: a row for each, for everybody or for one client.
import { z } from 'zod';
import type { Database } from './database.ts';
import type { Reader } from './rows.ts';

const ToolSwitchSchema = z.object({
  toolId: z.string(),
  /** Null is everybody. */
  clientId: z.string().nullable(),
});
export type ToolSwitch = z.infer<typeof ToolSwitchSchema>;

/** SQLite's keys hold that NULL equals nothing, so everybody is the empty id in the table. */
const RowSchema = ToolSwitchSchema.extend({
  clientId: z.string().transform(id => (id === '' ? null : id)),
});

export class ToolSwitchesTable {
  readonly #database: Database;
  readonly #reader: Reader;

  constructor(database: Database, reader: Reader) {
    this.#database = database;
    this.#reader = reader;
  }

  list(): Promise<ToolSwitch[]> {
    return this.#reader.rows('toolSwitches', RowSchema, 'SELECT * FROM toolSwitches');
  }

  put({ toolId, clientId }: ToolSwitch): Promise<void> {
    const sql = 'INSERT OR IGNORE INTO toolSwitches (toolId, clientId) VALUES (?, ?)';
    return this.#database.run('full', sql, toolId, clientId ?? '');
  }

  remove(toolId: string, clientId: string | null): Promise<void> {
    const sql = 'DELETE FROM toolSwitches WHERE toolId = ? AND clientId = ?';
    return this.#database.run('full', sql, toolId, clientId ?? '');
  }

  removeClient(clientId: string): Promise<void> {
    return this.#database.run('full', 'DELETE FROM toolSwitches WHERE clientId = ?', clientId);
  }

  removeServer(serverId: string): Promise<void> {
    const sql = 'DELETE FROM toolSwitches WHERE substr(toolId, 1, ?) = ?';
    return this.#database.run('full', sql, serverId.length + 1, `${serverId}/`);
  }
}
