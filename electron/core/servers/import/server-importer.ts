// Import in two steps: a preview that shows every server without its secrets, then those of it that the user picked, completed.
import { fillConfig } from '../config/config-placeholders.ts';
import { newServer, readTyped } from '../config/read-servers.ts';
import { lineOf, shownThing, takeable, takeThing } from './harbor-home/import-things.ts';
import { previewEntries, valuesOffered } from './import-entries.ts';
import { readApp, readApps } from './read-app.ts';
import { refused } from './read-entry.ts';
import type { Fill } from '../../../../contract/schemas/adding.ts';
import type { ImportPreview, ImportSource } from '../../../../contract/schemas/imports.ts';
import type { PanelParsedParams } from '../../../../contract/schemas/panel-requests.ts';
import type { OwnHub } from '../config/own-hub.ts';
import type { NewServer } from '../lifecycle/server-row.ts';
import type { ServerSupervisor } from '../lifecycle/server-supervisor.ts';
import type { AppMachine } from './app-places.ts';
import type { HarborThing, ThingTakers } from './harbor-home/home-things.ts';
import type { AppServers } from './read-app.ts';
import type { ServerPackages } from './server-packages.ts';

export interface ServerImporterOptions {
  readonly servers: Pick<ServerSupervisor, 'list' | 'changes'>;
  readonly machine: AppMachine;
  readonly ownHub: Pick<OwnHub, 'leadsHereByAnyName'>;
  readonly packages: Pick<ServerPackages, 'read' | 'readFile' | 'complete'>;
  /** Who takes what is no server; nothing of that is offered when absent. */
  readonly takers?: ThingTakers;
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

interface Preview {
  readonly servers: ReadonlyMap<string, NewServer>;
  readonly things: ReadonlyMap<string, HarborThing>;
}

const maxEntries = 500;
/** What was shown longer ago is read again. */
const maxPreviews = 4;

export class ServerImporter {
  readonly #options: ServerImporterOptions;
  /** The servers of each preview by their keys, oldest preview first. Their secrets are here and go nowhere but into the store. */
  readonly #previews = new Map<string, Preview>();

  constructor(options: ServerImporterOptions) {
    this.#options = options;
  }

  /** Reads and shows; nothing is added. Rejects with HubError when there is nothing to show. */
  async preview(source: ImportSource): Promise<ImportPreview> {
    const { files, servers, problems, things = [] } = await this.#read(source);
    if (servers.length > maxEntries)
      throw refused({ kind: 'too-many-in-import', count: servers.length, most: maxEntries });
    const { secretOf } = this.#options;
    const own = await Promise.all(
      servers.map(async ({ config }) => (config ? this.#options.ownHub.leadsHereByAnyName(config) : null)),
    );
    const entries = previewEntries(servers, { here: this.#options.servers.list(), secretOf, own });
    const named = entries.flatMap(({ key, problem, own: leadsHere }, index) => {
      const server = servers[index];
      const added = server && problem === null && leadsHere === null ? newServer(server) : null;
      return added ? [[key, added] as const] : [];
    });
    const { takers = {} } = this.#options;
    const taken = takeable(things, takers);
    return {
      previewId: this.#keep({ servers: new Map(named), things: taken }),
      files: [...files],
      entries,
      things: [...taken].map(([key, thing]) => shownThing(key, thing, takers)),
      problems: [...problems],
    };
  }

  /**
   * What of these is no server and counts as soon as it is taken over, in lines for whoever has to agree to it, without a secret. Throws
   * HubError for a preview that is not there any more.
   */
  besides(previewId: string, keys: readonly string[]): string[] {
    const { things } = this.#expectPreview(previewId);
    return [...things].flatMap(([key, thing]) => (keys.includes(key) ? (lineOf(thing) ?? []) : []));
  }

  /** Adds what was picked of a preview, to wait for approval. Starts nothing. Rejects with HubError for what is not there any more. */
  async add(
    previewId: string,
    keys: readonly string[],
    { names = {}, fills = {}, open = {}, start }: Completion = {},
  ): Promise<string[]> {
    const preview = this.#expectPreview(previewId);
    const secrets = new Map<string, string>();
    const things = [...preview.things].flatMap(([key, thing]) => (keys.includes(key) ? [thing] : []));
    const servers = [...new Set(keys)]
      .filter(key => !preview.things.has(key))
      .map(key => {
        const server = preview.servers.get(key);
        if (!server) throw refused({ kind: 'not-in-preview', server: key });
        const given = { fills: fills[key] ?? [], open: open[key] ?? [] };
        return this.#completed({ ...server, name: names[key] ?? server.name, ...(start && { start }) }, given, secrets);
      });
    this.#options.servers.changes.expectFit(servers);
    for (const thing of things) await takeThing(thing, this.#options.takers ?? {});
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
        return this.#complete(await readApp(source.app, machine));
      case 'apps':
        return this.#complete(await readApps(source.apps, machine));
      case 'typed': {
        const read = readTyped(source.server, machine.platform === 'win32');
        return { files: [], servers: [{ ...read, from: null, problem: null }], problems: [] };
      }
      case 'text':
        return { files: [], servers: await this.#options.packages.read(source.text), problems: [] };
      case 'file': {
        const servers = await this.#options.packages.readFile(Buffer.from(source.base64, 'base64'));
        return { files: [], servers, problems: [] };
      }
    }
  }

  /** With the code that servers bring along. */
  async #complete(found: AppServers): Promise<AppServers> {
    return { ...found, servers: await this.#options.packages.complete(found.servers) };
  }

  #expectPreview(previewId: string): Preview {
    const preview = this.#previews.get(previewId);
    if (preview) return preview;
    throw refused({ kind: 'preview-gone' });
  }

  #keep(preview: Preview): string {
    const previewId = this.#options.randomId();
    this.#previews.set(previewId, preview);
    const oldest = this.#previews.size > maxPreviews ? this.#previews.keys().next().value : undefined;
    if (oldest !== undefined) this.#previews.delete(oldest);
    return previewId;
  }
}
