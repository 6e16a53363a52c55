// What the user changes about servers: they are added, approved, configured and removed; what runs of them follows.
import { isSameName } from '../../../../contract/names.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { referenceTo } from '../../secrets/references.ts';
import { tokenName } from '../../secrets/token-references.ts';
import { fillConfig } from '../config/config-placeholders.ts';
import { configOf, shapeOf } from '../config/config-shape.ts';
import { newServers, readAdded } from '../config/read-servers.ts';
import { expectOtherNames } from '../config/server-names.ts';
import { accountsIn } from './account-tokens.ts';
import { canStart } from './server-state.ts';
import type { Fill } from '../../../../contract/schemas/adding.ts';
import type { PanelParsedParams } from '../../../../contract/schemas/panel-requests.ts';
import type { ServerEdit } from '../../../../contract/schemas/server-config.ts';
import type { Account, ServerOptions, ServerSettings } from '../../../../contract/schemas/servers.ts';
import type { StopGraces } from '../process/stop-ladder.ts';
import type { ServerRecords } from './server-records.ts';
import type { ServerRegistry } from './server-registry.ts';
import type { NewServer, ServerRow } from './server-row.ts';
import type { ServerSupervisorOptions } from './supervisor-options.ts';

export type RowChange = Partial<Pick<ServerRow, 'name' | 'config' | 'options'>>;

export interface ServerChangesOptions {
  readonly registry: ServerRegistry;
  readonly records: Pick<ServerRecords, 'forget'>;
  readonly stopGraces: StopGraces;
  readonly os: ServerSupervisorOptions['platform']['os'];
  /** Where the user's home is, where that is known. */
  readonly userHome: string | null;
  readonly secrets?: ServerSupervisorOptions['secrets'];
  readonly ownHub?: ServerSupervisorOptions['ownHub'];
  readonly tokens?: ServerSupervisorOptions['tokens'];
  readonly packages?: ServerSupervisorOptions['packages'];
  readonly workFolders: Pick<ServerSupervisorOptions['workFolders'], 'putAside'>;
  start(id: string): Promise<void>;
  stop(id: string): Promise<void>;
  /** Nothing of it runs any more, and it waits for an approval. */
  onStopped(id: string): void;
  /** It is gone, and so is what ran of it. */
  onRemoved(id: string): Promise<void>;
}

export class ServerChanges {
  readonly #options: ServerChangesOptions;

  constructor(options: ServerChangesOptions) {
    this.#options = options;
  }

  /** Adds servers that wait for approval and starts nothing. Returns their ids. Rejects with HubError for input that cannot be read. */
  async add(input: PanelParsedParams<'servers:add'>): Promise<string[]> {
    const { os, userHome, packages } = this.#options;
    const { start } = input;
    const named =
      packages && input.kind === 'json'
        ? newServers(await packages.read(input.text))
        : readAdded(input, os === 'win32', userHome);
    return this.addAll(start ? named.map(server => ({ ...server, start })) : named);
  }

  /** The same for servers that were read already. */
  async addAll(named: readonly NewServer[]): Promise<string[]> {
    const { registry, workFolders, packages } = this.#options;
    for (const server of named) await this.#expectOther(server);
    this.expectFit(named);
    const ids: string[] = [];
    for (const server of named) {
      if (server.code && !packages) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'manifest-nowhere' });
      await packages?.keep(server);
      const { id } = (await registry.add(server)).row;
      // It is not approved yet, so nothing of it can run among what another has left.
      await workFolders.putAside(id);
      ids.push(id);
    }
    return ids;
  }

  /** Throws HubError when there are too many, or when a name is taken. */
  expectFit(named: readonly NewServer[]): void {
    const { registry } = this.#options;
    registry.expectRoom(named.length);
    expectOtherNames(named);
    for (const { name } of named) registry.expectFree(name);
  }

  /** Keeps the approval and begins the start; how that goes is seen in the state. A hash that is not the server's is refused. */
  approve(id: string, hash: string): Promise<void> {
    return this.#approve(id, hash, { wanted: 'running' });
  }

  /** What is again as it was approved runs as it did: one that the user has stopped stays so. */
  approveAgain(id: string, hash: string): Promise<void> {
    return this.#approve(id, hash, {});
  }

  async #approve(id: string, hash: string, change: Partial<Pick<ServerRow, 'wanted'>>): Promise<void> {
    const { registry, start } = this.#options;
    const entry = registry.expect(id);
    // What stands there meanwhile is not what will run.
    if (entry.runs.shared.state.kind === 'installing')
      throw hubError('ERR_PERMISSION_DENIED', { kind: 'install-under-way', server: entry.row.name });
    if (hash !== entry.hash) {
      throw hubError('ERR_PERMISSION_DENIED', { kind: 'command-other', server: entry.row.name });
    }
    await registry.save(entry, { approvedHash: hash, approved: shapeOf(entry.row.config), ...change });
    entry.runs.shared.apply({ kind: 'unblocked' });
    if (entry.row.wanted === 'running') start(id).catch(() => {});
  }

  /**
   * Changes how a server is reached or what the user set for it. Its runs end, and it starts again when it is to run and
   * the approval holds for what it is now. Rejects with HubError when it cannot be stored; then nothing has changed.
   */
  async change(id: string, change: RowChange): Promise<void> {
    const { registry, secrets, stopGraces, start, onStopped } = this.#options;
    if (change.config) {
      const { name } = registry.expect(id).row;
      await this.#expectOther({ name: change.name ?? name, config: change.config });
    }
    // Looked up after the wait: it may be gone by now.
    const entry = registry.expect(id);
    const before = entry.row;
    // A name that two servers have from before may stay.
    if (change.name !== undefined && !isSameName(change.name, before.name)) registry.expectFree(change.name, entry);
    const isReferenced = (name: string) => registry.refersTo(name);
    const { literals } = change.options ?? before.options;
    const config =
      change.config && secrets
        ? await secrets.keep(before.name, change.config, { isReferenced, literals })
        : change.config;
    await registry.save(entry, config ? { ...change, config } : change);
    if (entry.row === before) return;
    await entry.runs.stop(stopGraces);
    if (registry.find(id) !== entry) return;
    const { row, runs } = registry.replace(entry, entry.row);
    if (!canStart(runs.state)) onStopped(id);
    else if (row.wanted === 'running') start(id).catch(() => {});
  }

  /** As `change`, by whoever was not shown the literals, and sets what is withheld by `set` alone: it may have been set meanwhile. */
  async setOptions(id: string, options: ServerOptions): Promise<void> {
    const { literals, withheld } = this.#options.registry.expect(id).row.options;
    await this.change(id, { options: { ...options, literals, withheld } });
  }

  /** As `change`, for a few of its options. */
  async set(id: string, settings: ServerSettings): Promise<void> {
    const { options } = this.#options.registry.expect(id).row;
    await this.change(id, { options: { ...options, ...settings } });
  }

  /** As `change`, with a config whose values may be kept. */
  async configure(id: string, { name, config }: { name?: string; config?: ServerEdit }): Promise<void> {
    const { row } = this.#options.registry.expect(id);
    await this.change(id, { name: name ?? row.name, config: config ? configOf(config, row.config) : row.config });
  }

  /** Gives placeholders their values. What it becomes waits for approval; where only a secret was missing it starts. */
  async fill(id: string, fills: readonly Fill[]): Promise<void> {
    const { registry, secrets, start } = this.#options;
    const { row } = registry.expect(id);
    const { literals: before = [] } = row.options;
    const secretOf = (name: string) => secrets?.valueOf(name);
    const filled = fillConfig(row.name, row.config, fills, { literals: before, secretOf, taken: secretOf });
    await secrets?.set(filled.secrets);
    const options = { ...row.options, literals: [...before, ...filled.literals] };
    await this.change(id, { config: filled.config, ...(filled.literals.length > 0 && { options }) });
    const { state } = registry.expect(id).runs.shared;
    if (state.kind === 'blocked' && canStart(state)) start(id).catch(() => {});
  }

  /** Has a variable of it hold the token of this account from its next start on. It waits for approval then. One without variables stays as it is. */
  async takeToken(id: string, variable: string, account: Account): Promise<void> {
    const { config, options } = this.#options.registry.expect(id).row;
    if (!('env' in config)) return;
    const env = { ...config.env, [variable]: referenceTo(tokenName(account.key, 'access_token')) };
    await this.change(id, { config: { ...config, env }, options: { ...options, account } });
  }

  /** Rejects with HubError for what is this hub itself. */
  async #expectOther({ name, config }: Pick<NewServer, 'name' | 'config'>): Promise<void> {
    const why = (await this.#options.ownHub?.leadsHereByAnyName(config)) ?? null;
    if (why !== null) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'server-is-own-hub', name, why });
  }

  /** Ends its runs and forgets it; so does whoever hears of it. */
  async remove(id: string): Promise<void> {
    const { registry, records, stop, workFolders, onRemoved } = this.#options;
    const entry = registry.expect(id);
    await stop(id);
    await registry.remove(entry);
    await records.forget(id);
    await workFolders.putAside(id);
    await onRemoved(id);
    await this.#signOut(accountsIn(entry.row.config));
    await this.#forgetCode(entry.row);
  }

  /** Two servers may run the same. */
  async #forgetCode({ config }: Pick<ServerRow, 'config'>): Promise<void> {
    const { registry, packages } = this.#options;
    if (!('file' in config)) return;
    const isUsed = registry.all().some(({ row }) => 'file' in row.config && row.config.file === config.file);
    if (!isUsed) await packages?.forget(config.file);
  }

  /** What no server refers to any more is forgotten, and taken back where it was granted. */
  async #signOut(keys: readonly string[]): Promise<void> {
    const { registry, tokens } = this.#options;
    const used = new Set(registry.all().flatMap(({ row }) => accountsIn(row.config)));
    for (const key of keys) if (!used.has(key)) await tokens?.revoke(key);
  }
}
