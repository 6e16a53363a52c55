// How servers are configured, to be read: whole for export, without open secrets for the panel, with secrets in place for a sign-in.
import { hubError } from '../../../../words/hub-error.ts';
import { secretNamesIn } from '../../secrets/references.ts';
import { unavailable } from '../lifecycle/server-row.ts';
import { placeholdersOf } from './config-placeholders.ts';
import { shapeOf } from './config-shape.ts';
import { risksOf } from './steering.ts';
import type { PanelResult } from '../../../../contract/schemas/panel-requests.ts';
import type { Account } from '../../../../contract/schemas/servers.ts';
import type { ServerSecrets } from '../../secrets/server-secrets.ts';
import type { StoredConfig } from '../export/write-servers.ts';
import type { ServerRegistry } from '../lifecycle/server-registry.ts';
import type { ServerRow } from '../lifecycle/server-row.ts';
import type { SignInTarget } from '../remote/sign-in/sign-ins.ts';

export class StoredConfigs {
  readonly #registry: ServerRegistry;
  readonly #secrets: Pick<ServerSecrets, 'resolve' | 'valueOf'> | undefined;

  constructor(registry: ServerRegistry, secrets: Pick<ServerSecrets, 'resolve' | 'valueOf'> | undefined) {
    this.#registry = registry;
    this.#secrets = secrets;
  }

  /** As it is stored, with references in place of secrets. Throws HubError for an id that is not known. */
  of(id: string): StoredConfig {
    const { name, config } = this.#registry.expect(id).row;
    return { id, name, config };
  }

  /** What its tools are pinned for; null for an id that is not known. */
  commandHash(id: string): string | null {
    return this.#registry.find(id)?.commandHash ?? null;
  }

  /** What is approved, where that is what it is now; else null. Throws HubError for an id that is not known. */
  approvedHash(id: string): string | null {
    const { row, hash } = this.#registry.expect(id);
    return row.approvedHash === hash ? hash : null;
  }

  /** In the order of adding. */
  all(): StoredConfig[] {
    return this.#registry.all().map(({ row: { id, name, config } }) => ({ id, name, config }));
  }

  /** What an approval would be given for now, its hash, and what was approved last. Throws HubError for an id that is not known. */
  shapes(id: string): PanelResult<'servers:config'> {
    const { row, hash } = this.#registry.expect(id);
    const { config, approved = null, options } = row;
    const secrets = this.#secrets;
    const known = { ...options, ...(secrets && { secretOf: (name: string) => secrets.valueOf(name) }) };
    return {
      hash,
      config: shapeOf(config),
      approved,
      risks: risksOf(config),
      placeholders: placeholdersOf(config, known),
    };
  }

  /** By the name of a secret: the servers whose configs refer to it. */
  secretUsers(): ReadonlyMap<string, readonly string[]> {
    const users = new Map<string, string[]>();
    for (const { row } of this.#registry.all()) {
      for (const name of secretNamesIn(row.config)) users.set(name, [...(users.get(name) ?? []), row.id]);
    }
    return users;
  }

  /** The account that a server wants to be signed in with, null where it wants none. Throws HubError for an id that is not known. */
  account(id: string): Account | null {
    return this.#registry.expect(id).row.options.account ?? null;
  }

  /** The same. Throws HubError while it waits for approval. */
  approvedAccount(id: string): Account | null {
    const { row, hash, runs } = this.#registry.expect(id);
    const account = this.account(id);
    if (account && row.approvedHash !== hash) throw unavailable(row, runs.state);
    return account;
  }

  /** A remote server as it is reached. Throws HubError for another kind, and where a secret is missing. */
  remote(id: string): SignInTarget {
    return remoteTarget(this.#registry.expect(id).row, this.#secrets);
  }

  /** The same, for a server that may be reached. Throws HubError while it waits for approval. */
  approvedRemote(id: string): SignInTarget {
    const target = this.remote(id);
    const { row, hash, runs } = this.#registry.expect(id);
    if (row.approvedHash !== hash) throw unavailable(row, runs.state);
    return target;
  }
}

/** Throws HubError for a server that runs on this machine, and where a secret is missing. */
function remoteTarget(
  { id, name, config: stored }: ServerRow,
  secrets: Pick<ServerSecrets, 'resolve'> | undefined,
): SignInTarget {
  const resolved = secrets?.resolve(stored) ?? { config: stored };
  if ('missing' in resolved)
    throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'server-needs-secret', server: name, secret: resolved.missing });
  const { config } = resolved;
  if ('url' in config && config.kind !== 'fleet') return { id, name, config };
  throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'server-no-sign-in', server: name });
}
