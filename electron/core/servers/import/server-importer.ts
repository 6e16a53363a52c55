// Import in two steps: a preview that shows every server without its secrets, then those of it that the user picked, completed.
import { fillConfig } from '../config/config-placeholders.ts';
import { newServer, readTyped } from '../config/read-servers.ts';
import { besidesOf, shownThing, takeable, takeThing } from './harbor-home/import-things.ts';
import { previewEntries, valuesOffered } from './import-entries.ts';
import { KeptPreviews } from './kept-previews.ts';
import { readApp, readApps } from './read-app.ts';
import { refused } from './read-entry.ts';
import type { Fill } from '../../../../contract/schemas/adding.ts';
import type { ImportPreview, ImportSource } from '../../../../contract/schemas/imports.ts';
import type { PanelParsedParams } from '../../../../contract/schemas/panel-requests.ts';
import type { OwnHub } from '../config/own-hub.ts';
import type { NewServer } from '../lifecycle/server-row.ts';
import type { ServerSupervisor } from '../lifecycle/server-supervisor.ts';
import type { AppMachine } from './app-places.ts';
import type { ThingTakers } from './harbor-home/home-things.ts';
import type { Besides } from './harbor-home/import-things.ts';
import type { PreviewAsker } from './kept-previews.ts';
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

const maxEntries = 500;

export class ServerImporter {
  readonly #options: ServerImporterOptions;
  readonly #previews = new KeptPreviews();

  constructor(options: ServerImporterOptions) {
    this.#options = options;
  }

  /** Reads and shows; nothing is added. Rejects with HubError when there is nothing to show. */
  async preview(source: ImportSource, asker: PreviewAsker = 'panel'): Promise<ImportPreview> {
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
    const previewId = this.#options.randomId();
    this.#previews.keep(previewId, { servers: new Map(named), things: taken, asker });
    return {
      previewId,
      files: [...files],
      entries,
      things: [...taken].map(([key, thing]) => shownThing(key, thing, takers)),
      problems: [...problems],
    };
  }

  /**
   * What of these is no server and counts as soon as it is taken over, for whoever has to agree to it, without a secret, and what of that
   * takes the place of something at this moment. Throws HubError for a preview that is not there any more.
   */
  besides(previewId: string, keys: readonly string[]): Besides {
    const { things } = this.#previews.expect(previewId);
    const picked = [...things].flatMap(([key, thing]) => (keys.includes(key) ? [thing] : []));
    return besidesOf(picked, this.#options.takers ?? {});
  }

  /** Keeps a preview, whatever else is shown, until the returned function is called. Throws HubError for one that is not there any more. */
  hold(previewId: string): () => void {
    return this.#previews.hold(previewId);
  }

  /** Adds what was picked of a preview, to wait for approval. Starts nothing. Rejects with HubError for what is not there any more. */
  async add(
    previewId: string,
    keys: readonly string[],
    { names = {}, fills = {}, open = {}, start }: Completion = {},
  ): Promise<string[]> {
    const preview = this.#previews.expect(previewId);
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
    // Whoever adds the same once more meanwhile is told that it is not there; where this fails it is there again.
    return this.#previews.using(previewId, async () => {
      for (const thing of things) await takeThing(thing, this.#options.takers ?? {});
      await this.#options.keepSecrets(secrets);
      return this.#options.servers.changes.addAll(servers);
    });
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
}
