// Import in two steps: a preview that shows every server without its secrets, then those of it that the user picked.
import { HubError } from '../../../../contract/errors.ts';
import { reasonOf } from '../../../../contract/reason.ts';
import { moveSecrets } from '../../secrets/move-secrets.ts';
import { refuseVisibleReferences, secretNamesIn } from '../../secrets/references.ts';
import { approvalHash, commandLineOf, envNamesOf } from '../config/approval.ts';
import { warningOf } from '../config/config-warnings.ts';
import { readApp } from './read-app.ts';
import { refused } from './read-entry.ts';
import { readServersText } from './read-text.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { ImportEntry, ImportPreview, ImportSource } from '../../../../contract/schemas/imports.ts';
import type { ServerConfig } from '../../../../contract/schemas/servers.ts';
import type { NamedServer } from '../config/read-servers.ts';
import type { ServerSupervisor } from '../lifecycle/server-supervisor.ts';
import type { AppMachine } from './app-places.ts';
import type { AppServers } from './read-app.ts';
import type { ReadServer } from './read-server.ts';

export interface ServerImporterOptions {
  readonly servers: Pick<ServerSupervisor, 'list' | 'changes'>;
  readonly machine: AppMachine;
  /** What a name of the secret store stands for. */
  secretOf(name: string): string | undefined;
  randomId(): string;
}

const maxEntries = 500;
/** What was shown longer ago is read again. */
const maxPreviews = 4;

export class ServerImporter {
  readonly #options: ServerImporterOptions;
  /** The servers of each preview by their keys, oldest preview first. Their secrets are here and go nowhere but into the store. */
  readonly #previews = new Map<string, ReadonlyMap<string, NamedServer>>();

  constructor(options: ServerImporterOptions) {
    this.#options = options;
  }

  /** Reads and shows; nothing is added. Rejects with HubError when there is nothing to show. */
  async preview(source: ImportSource): Promise<ImportPreview> {
    const { files, servers, problems } = await this.#read(source);
    if (servers.length > maxEntries)
      throw refused({ kind: 'too-many-in-import', count: servers.length, most: maxEntries });
    const same = new Map(this.#options.servers.list().map(({ hash, id }) => [hash, id]));
    const moving = new Map<string, string>();
    const entries = servers.map((server, index) => this.#entryOf(server, `s${index + 1}`, { same, moving }));
    const fit = entries.filter(({ problem }) => problem === null).map(({ key }) => key);
    const named = fit.flatMap(key => {
      const { name, config } = servers[Number(key.slice(1)) - 1] ?? {};
      return name !== undefined && config ? [[key, { name, config }] as const] : [];
    });
    return { previewId: this.#keep(new Map(named)), files: [...files], entries, problems: [...problems] };
  }

  /** Adds what was picked of a preview, to wait for approval. Starts nothing. Rejects with HubError for what is not there any more. */
  async add(previewId: string, keys: readonly string[]): Promise<string[]> {
    const preview = this.#previews.get(previewId);
    if (!preview) throw refused({ kind: 'preview-gone' });
    const named = [...new Set(keys)].map(key => {
      const server = preview.get(key);
      if (!server) throw refused({ kind: 'not-in-preview', server: key });
      return server;
    });
    const ids = await this.#options.servers.changes.addAll(named);
    this.#previews.delete(previewId);
    return ids;
  }

  async #read(source: ImportSource): Promise<AppServers> {
    const { machine } = this.#options;
    if (source.kind === 'app') return readApp(source.app, machine);
    return { files: [], servers: readServersText(source.text, machine.homeDir), problems: [] };
  }

  #entryOf(server: ReadServer, key: string, seen: SeenBefore): ImportEntry {
    const { name, from, config } = server;
    const problem = server.problem ?? (config && problemOf(name, config));
    if (!config || problem !== null) return { ...unreadable, key, name, from, problem };
    const { secretOf } = this.#options;
    const valueOf = (secret: string) => seen.moving.get(secret) ?? secretOf(secret);
    const moved = moveSecrets(name, config, valueOf);
    for (const [secret, value] of moved.values) seen.moving.set(secret, value);
    return {
      key,
      name,
      from,
      config: moved.config,
      commandLine: commandLineOf(moved.config),
      envNames: envNamesOf(moved.config),
      secrets: secretNamesIn(moved.config).map(secret => ({ name: secret, found: valueOf(secret) !== undefined })),
      warning: warningOf(moved.config),
      problem: null,
      exists: seen.same.get(approvalHash(moved.config)) ?? null,
    };
  }

  #keep(servers: ReadonlyMap<string, NamedServer>): string {
    const previewId = this.#options.randomId();
    this.#previews.set(previewId, servers);
    const oldest = this.#previews.size > maxPreviews ? this.#previews.keys().next().value : undefined;
    if (oldest !== undefined) this.#previews.delete(oldest);
    return previewId;
  }
}

interface SeenBefore {
  /** Ids of servers by what their approval is bound to. */
  readonly same: ReadonlyMap<string, string>;
  /** Secrets of entries further up, so that one name is not shown for two values. */
  readonly moving: Map<string, string>;
}

const unreadable = { config: null, commandLine: null, envNames: [], secrets: [], warning: null, exists: null };

function problemOf(name: string, config: ServerConfig): Reason | null {
  try {
    refuseVisibleReferences(name, config);
    return null;
  } catch (error) {
    if (error instanceof HubError) return reasonOf(error);
    throw error;
  }
}
