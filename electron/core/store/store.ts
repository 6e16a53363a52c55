// What Pilothouse keeps on disk: one SQLite file, opened with care and read through typed tables.
import { access, chmod, constants, open, stat } from 'node:fs/promises';
import { AuditTable, auditRetention, lastAuditId } from './audit-table.ts';
import { BrowsersTable } from './browsers-table.ts';
import { ChatsTable } from './chats-table.ts';
import { ClientsTable } from './clients-table.ts';
import { Database } from './database.ts';
import { describeDatabaseError } from './database-errors.ts';
import { GrantsTable } from './grants-table.ts';
import { InstallsTable } from './installs-table.ts';
import { keptLives } from './kept-lives.ts';
import { LastDefinitionsTable } from './last-definitions-table.ts';
import { LastToolsTable } from './last-tools-table.ts';
import { migrate, migrations } from './migrations.ts';
import { ModelTables } from './model-tables.ts';
import { PluginsTable } from './plugins-table.ts';
import { refuseLinks } from './refuse-links.ts';
import { Reader } from './rows.ts';
import { ServersTable } from './servers-table.ts';
import { SettingsTable } from './settings-table.ts';
import { ShortcutsTable } from './shortcuts-table.ts';
import { SitesTable } from './sites-table.ts';
import { ToolPinsTable } from './tool-pins-table.ts';
import { ToolSwitchesTable } from './tool-switches-table.ts';
import { WriteBehind } from './write-behind.ts';
import type { KeptLives } from './kept-lives.ts';
import type { ReportProblem } from './rows.ts';
import type { TableAccess } from './table-access.ts';

export interface StoreOptions {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Hears of bad rows and of writes behind that failed. */
  readonly problems: ReportProblem;
  /** Audit rows kept; 100,000 unless told. */
  readonly auditRetention?: number;
}

export interface Store {
  readonly file: string;
  readonly settings: SettingsTable;
  readonly clients: ClientsTable;
  readonly servers: ServersTable;
  readonly lastTools: LastToolsTable;
  readonly lastDefinitions: LastDefinitionsTable;
  readonly browsers: BrowsersTable;
  readonly grants: GrantsTable;
  readonly toolPins: ToolPinsTable;
  readonly toolSwitches: ToolSwitchesTable;
  readonly shortcuts: ShortcutsTable;
  readonly plugins: PluginsTable;
  readonly sites: SitesTable;
  readonly chats: ChatsTable;
  readonly models: ModelTables;
  readonly installs: InstallsTable;
  readonly audit: AuditTable;
  /** For tables that are loaded only where they are used. */
  readonly access: TableAccess;
  readonly lives: KeptLives;
  /** Writes the file anew, so that nothing of removed or changed rows is left in it. */
  compact(): Promise<void>;
  /** Writes what waits and closes the file. May be called twice. */
  close(): Promise<void>;
}

/** Opens or creates the database. Rejects with HubError('ERR_INTERNAL') that names file, cause and remedy; a bad file stays as it is. */
export async function openStore(file: string, options: StoreOptions): Promise<Store> {
  await refuseLinks(file);
  await prepareFile(file);
  const database = new Database(file);
  try {
    await database.exec('PRAGMA foreign_keys = ON');
    await migrate(database, migrations, options.now());
    await database.exec('PRAGMA journal_mode = WAL');
    return buildStore(database, options, await lastAuditId(database));
  } catch (error) {
    await database.close();
    throw error;
  }
}

function buildStore(database: Database, options: StoreOptions, lastAudit: number): Store {
  const reader = new Reader(database, options.problems);
  const later = new WriteBehind(database, options.problems);
  const access: TableAccess = { database, reader, later };
  // It is trimmed once somebody tells how much the user wants kept: that may be more than what is usual.
  const audit = new AuditTable(access, options.auditRetention ?? auditRetention, lastAudit);
  let closing: Promise<void> | null = null;
  return {
    file: database.file,
    settings: new SettingsTable(access),
    clients: new ClientsTable(access),
    servers: new ServersTable(access),
    lastTools: new LastToolsTable(access),
    lastDefinitions: new LastDefinitionsTable(access),
    browsers: new BrowsersTable(access),
    grants: new GrantsTable(access),
    toolPins: new ToolPinsTable(access),
    toolSwitches: new ToolSwitchesTable(access),
    shortcuts: new ShortcutsTable(access),
    plugins: new PluginsTable(access),
    sites: new SitesTable(access),
    chats: new ChatsTable(access),
    models: new ModelTables(access),
    installs: new InstallsTable(access),
    audit,
    access,
    lives: keptLives(access),
    compact: async () => {
      await database.exec('VACUUM');
      await database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    close: () => {
      closing ??= later.flush().then(() => database.close());
      return closing;
    },
  };
}

/**
 * Creates the file with mode 0600 (SQLite gives -wal and -shm the mode of their database), and learns the true reason when it
 * cannot be used, which SQLite only calls "unable to open". An existing file is not opened: closing it would drop the
 * POSIX locks that another connection of this process holds on it.
 */
async function prepareFile(file: string): Promise<void> {
  try {
    const created = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return null;
      throw error;
    });
    if (created) return await created.close();
    if ((await stat(file)).isDirectory()) throw Object.assign(new Error('is a directory'), { code: 'EISDIR' });
    await access(file, constants.R_OK | constants.W_OK);
    await chmod(file, 0o600);
  } catch (error) {
    throw describeDatabaseError(file, error);
  }
}
