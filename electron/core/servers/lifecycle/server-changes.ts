// What the user changes about servers: they are added, approved, configured and removed; what runs of them follows.
import { hubError } from '../../../../words/hub-error.ts';
import { configOf, shapeOf } from '../config/config-shape.ts';
import { readCommandServer, readServersJson } from '../config/read-servers.ts';
import { canStart } from './server-state.ts';
import type { PanelParsedParams } from '../../../../contract/schemas/panel-requests.ts';
import type { ServerEdit } from '../../../../contract/schemas/server-config.ts';
import type { NamedServer } from '../config/read-servers.ts';
import type { StopGraces } from '../process/stop-ladder.ts';
import type { ServerBook } from './server-book.ts';
import type { ServerRow } from './server-entry.ts';
import type { ServerRecords } from './server-records.ts';
import type { ServerSupervisorOptions } from './supervisor-options.ts';

export type RowChange = Partial<Pick<ServerRow, 'name' | 'config' | 'options'>>;

export interface ServerChangesOptions {
  readonly book: ServerBook;
  readonly records: Pick<ServerRecords, 'forget'>;
  readonly stopGraces: StopGraces;
  readonly os: ServerSupervisorOptions['platform']['os'];
  readonly secrets: ServerSupervisorOptions['secrets'];
  readonly workFolders: Pick<ServerSupervisorOptions['workFolders'], 'putAside'>;
  start(id: string): Promise<void>;
  stop(id: string): Promise<void>;
}

export class ServerChanges {
  readonly #options: ServerChangesOptions;

  constructor(options: ServerChangesOptions) {
    this.#options = options;
  }

  async add(input: PanelParsedParams<'servers:add'>): Promise<string[]> {
    const windows = this.#options.os === 'win32';
    const named =
      input.kind === 'json' ? readServersJson(input.text) : [readCommandServer(input.name, input.commandLine, windows)];
    return this.addAll(named);
  }

  async addAll(named: readonly NamedServer[]): Promise<string[]> {
    const { book, workFolders } = this.#options;
    book.expectRoom(named.length);
    const ids: string[] = [];
    for (const { name, config } of named) {
      const { id } = (await book.add(name, config)).row;
      // It is not approved yet, so nothing of it can run among what another has left.
      await workFolders.putAside(id);
      ids.push(id);
    }
    return ids;
  }

  async approve(id: string, hash: string): Promise<void> {
    const { book, start } = this.#options;
    const entry = book.expect(id);
    if (hash !== entry.hash) {
      throw hubError('ERR_PERMISSION_DENIED', { kind: 'command-other', server: entry.row.name });
    }
    await book.save(entry, { approvedHash: hash, approved: shapeOf(entry.row.config), wanted: 'running' });
    entry.runs.shared.apply({ kind: 'unblocked' });
    start(id).catch(() => {});
  }

  async change(id: string, change: RowChange): Promise<void> {
    const { book, secrets, stopGraces, start } = this.#options;
    const entry = book.expect(id);
    const before = entry.row;
    const config = change.config && secrets ? await secrets.keep(before.name, change.config) : change.config;
    await book.save(entry, config ? { ...change, config } : change);
    if (entry.row === before) return;
    await entry.runs.stop(stopGraces);
    if (book.find(id) !== entry) return;
    const { row, runs } = book.replace(entry, entry.row);
    if (row.wanted === 'running' && canStart(runs.state)) start(id).catch(() => {});
  }

  async configure(id: string, { name, config }: { name?: string; config?: ServerEdit }): Promise<void> {
    const { row } = this.#options.book.expect(id);
    await this.change(id, { name: name ?? row.name, config: config ? configOf(config, row.config) : row.config });
  }

  async remove(id: string): Promise<void> {
    const { book, records, stop, workFolders } = this.#options;
    const entry = book.expect(id);
    await stop(id);
    await book.remove(entry);
    await records.forget(id);
    await workFolders.putAside(id);
  }
}
