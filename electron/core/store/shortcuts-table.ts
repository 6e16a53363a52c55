// Shortcuts that the user saved, a row for each.
import { ShortcutContentSchema, ShortcutSchema } from '../../../contract/schemas/shortcuts.ts';
import { jsonColumn, upsert } from './rows.ts';
import type { Shortcut } from '../../../contract/schemas/shortcuts.ts';
import type { TableAccess } from './table-access.ts';

const RowSchema = ShortcutSchema.extend({ content: jsonColumn(ShortcutContentSchema) });

export class ShortcutsTable {
  readonly #at: TableAccess;

  constructor(at: TableAccess) {
    this.#at = at;
  }

  list(): Promise<Shortcut[]> {
    return this.#at.reader.rows('shortcuts', RowSchema, 'SELECT * FROM shortcuts ORDER BY command');
  }

  put({ id, command, description, content }: Shortcut): Promise<void> {
    const row = { id, command, description, content: JSON.stringify(content) };
    return this.#at.database.run('full', ...upsert('shortcuts', row));
  }

  remove(id: string): Promise<void> {
    return this.#at.database.run('full', 'DELETE FROM shortcuts WHERE id = ?', id);
  }
}
