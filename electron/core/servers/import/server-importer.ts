// Import in two steps: a preview that shows every server without its secrets, then those of it that the user picked, completed.
import { fillConfig } from '../config/config-placeholders.ts';
import { readTyped } from '../config/read-servers.ts';
import { previewEntries, valuesOffered } from './import-entries.ts';
import { readApp, readApps } from './read-app.ts';
import { refused } from './read-entry.ts';
import { readServersText } from './read-text.ts';
import type { Fill } from '../../../../contract/schemas/adding.ts';
import type { ImportPreview, ImportSource } from '../../../../contract/schemas/imports.ts';
import type { PanelParsedParams } from '../../../../contract/schemas/panel-requests.ts';
import type { OwnHub } from '../config/own-hub.ts';
import type { NewServer } from '../lifecycle/server-row.ts';
import type { ServerSupervisor } from '../lifecycle/server-supervisor.ts';
import type { AppMachine } from './app-places.ts';
import type { AppServers } from './read-app.ts';

export interface ServerImporterOptions {
  readonly servers: Pick<ServerSupervisor, 'list' | 'changes'>;
  readonly machine: AppMachine;
  readonly ownHub: Pick<OwnHub, 'leadsHereByAnyName'>;
  /** What a name of the secret store stands for. */
  secretOf(name: string): string | undefined;
  keepSecrets(values: ReadonlyMap<string, string>): Promise<void>;
  randomId(): string;
}

/** Other names than those of the preview, values for placeholders, and what stays openly in the config, by key. */
type Completion = Partial<Pick<PanelParsedParams<'servers:import'>, 'names' | 'fills' | 'open' | 'start'>>;

interface Given {
  readonly fills: readonly Fill[];
  readonly open: readonly string[];
}

const maxEntries = 500;
/** What was shown longer ago is read again. */
const maxPreviews = 4;

export class ServerImporter {
  readonly #options: ServerImporterOptions;
  /** The servers of each preview by their keys, oldest preview first. Their secrets are here and go nowhere but into the store. */
  readonly #previews = new Map<string, ReadonlyMap<string, NewServer>>();

  constructor(options: ServerImporterOptions) {
    this.#options = options;
  }

  /** Reads and shows; nothing is added. Rejects with HubError when there is nothing to show. */
  async preview(source: ImportSource): Promise<ImportPreview> {
    const { files, servers, problems } = await this.#read(source);
    if (servers.length > maxEntries)
      throw refused({ kind: 'too-many-in-import', count: servers.length, most: maxEntries });
    const { secretOf } = this.#options;
    const own = await Promise.all(
      servers.map(async ({ config }) => (config ? this.#options.ownHub.leadsHereByAnyName(config) : null)),
    );
    const entries = previewEntries(servers, { here: this.#options.servers.list(), secretOf, own });
    const named = entries.flatMap(({ key, problem, own: leadsHere }, index) => {
      const { name, config, inputs, secret, times } = servers[index] ?? {};
      const isFit = problem === null && leadsHere === null && name !== undefined && config;
      const more = { ...(inputs && { inputs }), ...(secret && { secret }), ...(times && { times }) };
      return isFit ? [[key, { name, config, ...more }] as const] : [];
    });
    return { previewId: this.#keep(new Map(named)), files: [...files], entries, problems: [...problems] };
  }

  /** Adds what was picked of a preview, to wait for approval. Starts nothing. Rejects with HubError for what is not there any more. */
  async add(
    previewId: string,
    keys: readonly string[],
    { names = {}, fills = {}, open = {}, start }: Completion = {},
  ): Promise<string[]> {
    const preview = this.#previews.get(previewId);
    if (!preview) throw refused({ kind: 'preview-gone' });
    const secrets = new Map<string, string>();
    const servers = [...new Set(keys)].map(key => {
      const server = preview.get(key);
      if (!server) throw refused({ kind: 'not-in-preview', server: key });
      const given = { fills: fills[key] ?? [], open: open[key] ?? [] };
      return this.#completed({ ...server, name: names[key] ?? server.name, ...(start && { start }) }, given, secrets);
    });
    this.#options.servers.changes.expectFit(servers);
    await this.#options.keepSecrets(secrets);
    const ids = await this.#options.servers.changes.addAll(servers);
    this.#previews.delete(previewId);
    return ids;
  }

  /** What its secrets stand for is added to `secrets`. */
  #completed(server: NewServer, { fills, open }: Given, secrets: Map<string, string>): NewServer {
    const secretOf = (name: string) => secrets.get(name) ?? this.#options.secretOf(name);
    const left = valuesOffered(server, open, secretOf);
    if (fills.length === 0) return { ...server, literals: left };
    const filled = fillConfig(server.name, server.config, fills, {
      inputs: server.inputs,
      secretOf: () => undefined,
      taken: secretOf,
    });
    for (const [name, value] of filled.secrets) secrets.set(name, value);
    return { ...server, config: filled.config, literals: [...left, ...filled.literals] };
  }

  async #read(source: ImportSource): Promise<AppServers> {
    const { machine } = this.#options;
    switch (source.kind) {
      case 'app':
        return readApp(source.app, machine);
      case 'apps':
        return readApps(source.apps, machine);
      case 'typed': {
        const read = readTyped(source.server, machine.platform === 'win32');
        return { files: [], servers: [{ ...read, from: null, problem: null }], problems: [] };
      }
      case 'text':
        return { files: [], servers: readServersText(source.text, machine.homeDir), problems: [] };
    }
  }

  #keep(servers: ReadonlyMap<string, NewServer>): string {
    const previewId = this.#options.randomId();
    this.#previews.set(previewId, servers);
    const oldest = this.#previews.size > maxPreviews ? this.#previews.keys().next().value : undefined;
    if (oldest !== undefined) this.#previews.delete(oldest);
    return previewId;
  }
}
