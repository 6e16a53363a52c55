// Tools that are switched off: a row for each, for everybody or for one client.
import { z } from 'zod';
import type { TableAccess } from './table-access.ts';

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
  readonly #at: TableAccess;

  constructor(at: TableAccess) {
    this.#at = at;
  }

  list(): Promise<ToolSwitch[]> {
    return this.#at.reader.rows('toolSwitches', RowSchema, 'SELECT * FROM toolSwitches');
  }

  put({ toolId, clientId }: ToolSwitch): Promise<void> {
    const sql = 'INSERT OR IGNORE INTO toolSwitches (toolId, clientId) VALUES (?, ?)';
    return this.#at.database.run('full', sql, toolId, clientId ?? '');
  }

  remove(toolId: string, clientId: string | null): Promise<void> {
    const sql = 'DELETE FROM toolSwitches WHERE toolId = ? AND clientId = ?';
    return this.#at.database.run('full', sql, toolId, clientId ?? '');
  }

  removeClient(clientId: string): Promise<void> {
    return this.#at.database.run('full', 'DELETE FROM toolSwitches WHERE clientId = ?', clientId);
  }

  /** Those of all tools whose ids begin so. */
  removeFrom(prefix: string): Promise<void> {
    const sql = 'DELETE FROM toolSwitches WHERE substr(toolId, 1, ?) = ?';
    return this.#at.database.run('full', sql, prefix.length, prefix);
  }
}
