// What a preview shows of the servers that were read: each without its secrets, with what it asks for and what is here already.
import { HubError } from '../../../../contract/errors.ts';
import { plainName } from '../../../../contract/names.ts';
import { reasonOf } from '../../../../contract/reason.ts';
import { moveSecrets } from '../../secrets/move-secrets.ts';
import { refuseVisibleReferences, secretNamesIn } from '../../secrets/references.ts';
import { approvalHash, commandLineOf, envNamesOf } from '../config/approval.ts';
import { placeholdersOf } from '../config/config-placeholders.ts';
import { warningOf } from '../config/config-warnings.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { ImportEntry } from '../../../../contract/schemas/imports.ts';
import type { Server, ServerConfig } from '../../../../contract/schemas/servers.ts';
import type { NewServer } from '../lifecycle/server-row.ts';
import type { ReadServer } from './read-server.ts';

interface Surroundings {
  /** The servers that there are. */
  readonly here: readonly Pick<Server, 'id' | 'name' | 'hash'>[];
  /** What a name of the secret store stands for. */
  secretOf(name: string): string | undefined;
  /** How each of the servers leads back to this hub itself, in their order; null for others. */
  readonly own: readonly (Reason | null)[];
}

interface SeenBefore {
  /** Ids of servers by what their approval is bound to, and by their names. */
  readonly same: ReadonlyMap<string, string>;
  readonly named: ReadonlyMap<string, string>;
  /** Keys of entries further up by what their approval would be bound to. */
  readonly above: Map<string, string>;
  /** Secrets of entries further up, so that one name is not shown for two values. */
  readonly moving: Map<string, string>;
  secretOf(name: string): string | undefined;
}

/** In the order of `servers`. */
export function previewEntries(servers: readonly ReadServer[], { here, secretOf, own }: Surroundings): ImportEntry[] {
  const seen: SeenBefore = {
    same: new Map(here.map(({ hash, id }) => [hash, id])),
    named: new Map(here.map(({ name, id }) => [plainName(name), id])),
    above: new Map(),
    moving: new Map(),
    secretOf,
  };
  return servers.map((server, index) => ({
    ...entryOf(server, `s${index + 1}`, seen),
    own: own[index] ?? null,
  }));
}

const unreadable = {
  config: null,
  commandLine: null,
  envNames: [],
  secrets: [],
  offers: [],
  warning: null,
  exists: null,
  same: null,
  placeholders: [],
};

function entryOf(server: ReadServer, key: string, seen: SeenBefore): Omit<ImportEntry, 'own'> {
  const { name, from, app = null, config } = server;
  const taken = seen.named.get(plainName(name)) ?? null;
  const problem = server.problem ?? (config && problemOf(name, config));
  if (!config || problem !== null) return { ...unreadable, key, name, app, from, taken, problem };
  const valueOf = (secret: string) => seen.moving.get(secret) ?? seen.secretOf(secret);
  const moved = moveSecrets(name, config, valueOf, { always: server.secret });
  for (const [secret, value] of moved.values) seen.moving.set(secret, value);
  const hash = approvalHash(moved.config);
  const same = seen.above.get(hash) ?? null;
  if (same === null) seen.above.set(hash, key);
  return {
    key,
    name,
    app,
    from,
    taken,
    same,
    config: moved.config,
    commandLine: commandLineOf(moved.config),
    envNames: envNamesOf(moved.config),
    secrets: secretNamesIn(moved.config).map(secret => ({ name: secret, found: valueOf(secret) !== undefined })),
    offers: moved.moved.map(({ value: _hidden, ...offer }, index) => ({ key: offerKey(index), ...offer })),
    warning: warningOf(moved.config),
    problem: null,
    exists: seen.same.get(hash) ?? null,
    placeholders: placeholdersOf(moved.config, { secretOf: valueOf, inputs: server.inputs }),
  };
}

/** What these offers of an entry stand for. */
export function valuesOffered(
  { name, config, secret }: NewServer,
  keys: readonly string[],
  secretOf: (name: string) => string | undefined,
): string[] {
  const { moved } = moveSecrets(name, config, secretOf, { always: secret });
  return moved.flatMap(({ value }, index) => (keys.includes(offerKey(index)) ? [value] : []));
}

/** Where a secret stands among those of its entry, in the order of reading, does not change with its name in the store. */
function offerKey(index: number): string {
  return `o${index + 1}`;
}

function problemOf(name: string, config: ServerConfig): Reason | null {
  try {
    refuseVisibleReferences(name, config);
    return null;
  } catch (error) {
    if (error instanceof HubError) return reasonOf(error);
    throw error;
  }
}
