// How servers are configured, to be read: whole for export, without values for the panel, with secrets in place for a sign-in.
import { secretNamesIn } from '../secrets/references.ts';
import { shapeOf } from './config-shape.ts';
import { remoteTarget } from './remote/remote-target.ts';
import { unavailable } from './server-entry.ts';
import type { ServerShape } from '../../contract/server-config.ts';
import type { ServerSecrets } from '../secrets/server-secrets.ts';
import type { StoredConfig } from './export/write-servers.ts';
import type { SignInTarget } from './remote/sign-in/sign-ins.ts';
import type { ServerBook } from './server-book.ts';

export class StoredConfigs {
  readonly #book: ServerBook;
  readonly #secrets: Pick<ServerSecrets, 'resolve'> | undefined;

  constructor(book: ServerBook, secrets: Pick<ServerSecrets, 'resolve'> | undefined) {
    this.#book = book;
    this.#secrets = secrets;
  }

  /** As it is stored, with references in place of secrets. Throws HubError for an id that is not known. */
  of(id: string): StoredConfig {
    const { name, config } = this.#book.expect(id).row;
    return { id, name, config };
  }

  /** In the order of adding. */
  all(): StoredConfig[] {
    return this.#book.all().map(({ row: { id, name, config } }) => ({ id, name, config }));
  }

  /** The config without values, and what of it was approved last. Throws HubError for an id that is not known. */
  shapes(id: string): { config: ServerShape; approved: ServerShape | null } {
    const { config, approved = null } = this.#book.expect(id).row;
    return { config: shapeOf(config), approved };
  }

  /** By the name of a secret: the servers whose configs refer to it. */
  secretUsers(): ReadonlyMap<string, readonly string[]> {
    const users = new Map<string, string[]>();
    for (const { row } of this.#book.all()) {
      for (const name of secretNamesIn(row.config)) users.set(name, [...(users.get(name) ?? []), row.id]);
    }
    return users;
  }

  /** A remote server as it is reached. Throws HubError for another kind, and where a secret is missing. */
  remote(id: string): SignInTarget {
    return remoteTarget(this.#book.expect(id).row, this.#secrets);
  }

  /** The same, for a server that may be reached. Throws HubError while it waits for approval. */
  approvedRemote(id: string): SignInTarget {
    const target = this.remote(id);
    const { row, hash, runs } = this.#book.expect(id);
    if (row.approvedHash !== hash) throw unavailable(row, runs.state);
    return target;
  }
}
