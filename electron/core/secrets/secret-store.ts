// The secrets of this data home: named values that the user gave, and what signing in to remote servers brought.
import { fleetSecret, isFleetSecret } from '../../../contract/fleet.ts';
import { hubError } from '../../../words/hub-error.ts';
import { signInPrefix, tokenIn, tokenOf } from './token-references.ts';
import type { SecretKeeper } from '../../../contract/schemas/secrets.ts';
import type { SecretContent, SecretFiles } from './secret-files.ts';

/** What a sign-in brought, as it is kept. */
export type SignInRecord = Readonly<Record<string, unknown>>;

const maxSecrets = 500;
/** A line of a longer secret, such as a key in PEM, is masked for itself, because logs come line by line. */
const minLineChars = 16;

export class SecretStore {
  readonly #files: SecretFiles;
  #content: SecretContent;
  #values: readonly string[] | null = null;
  #last: Promise<void> = Promise.resolve();

  constructor(files: SecretFiles) {
    this.#files = files;
    this.#content = files.content;
  }

  get keeper(): SecretKeeper {
    return this.#files.keeper;
  }

  /** False when what is there could not be read: then nothing is written over it. */
  get canKeep(): boolean {
    return this.#files.write !== null;
  }

  names(): string[] {
    return Object.keys(this.#content.secrets).sort();
  }

  /** Also what a sign-in for a server has brought, under the name by which configs refer to it. */
  get(name: string): string | undefined {
    if (isFleetSecret(name)) return undefined;
    const token = tokenIn(name);
    if (token) return tokenOf(this.signIn(signInPrefix + token.key), token.kind);
    return this.#own(name);
  }

  /** Those of the fleet, which nobody else gets: a name that a config may refer to would let a server sign for every hub. */
  get ofFleet(): Pick<SecretStore, 'get' | 'names' | 'set' | 'remove'> {
    return {
      names: () => this.names().filter(isFleetSecret),
      get: name => (isFleetSecret(name) ? this.#own(name) : undefined),
      set: (name, value) => this.#add(new Map([[name, value]])),
      remove: name => this.#drop(name),
    };
  }

  /** Whether it has a value, whoever may have that. */
  isSet(name: string): boolean {
    return isFleetSecret(name) ? this.#own(name) !== undefined : this.get(name) !== undefined;
  }

  /** Rejects with HubError when it cannot be kept; then nothing has changed. */
  async set(name: string, value: string): Promise<void> {
    await this.setAll(new Map([[name, value]]));
  }

  /** All of them or none. */
  async setAll(values: ReadonlyMap<string, string>): Promise<void> {
    if (values.size === 0) return;
    const taken = [...values.keys()].find(name => tokenIn(name) !== null);
    if (taken !== undefined) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'secret-of-sign-in', name: taken });
    for (const name of values.keys()) expectOfNoFleet(name);
    await this.#add(values);
  }

  async remove(name: string): Promise<void> {
    // The user may throw a key away; what this hub is let in with goes when it leaves.
    if (name === fleetSecret) expectOfNoFleet(name);
    if (this.isSet(name)) await this.#drop(name);
  }

  #own(name: string): string | undefined {
    return Object.hasOwn(this.#content.secrets, name) ? this.#content.secrets[name] : undefined;
  }

  #add(values: ReadonlyMap<string, string>): Promise<void> {
    return this.#change(({ secrets, signIns }) => {
      const next = { ...secrets, ...Object.fromEntries(values) };
      if (Object.keys(next).length > maxSecrets)
        throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'too-many-secrets', most: maxSecrets });
      return { secrets: next, signIns };
    });
  }

  async #drop(name: string): Promise<void> {
    if (this.#own(name) === undefined) return;
    await this.#change(({ secrets: { [name]: _gone, ...secrets }, signIns }) => ({ secrets, signIns }));
  }

  signIn(serverId: string): SignInRecord | null {
    const { signIns } = this.#content;
    return Object.hasOwn(signIns, serverId) ? (signIns[serverId] ?? null) : null;
  }

  /** Of every sign-in that is kept. */
  signInIds(): string[] {
    return Object.keys(this.#content.signIns);
  }

  /** Null forgets it. */
  async saveSignIn(serverId: string, record: SignInRecord | null): Promise<void> {
    // What is being saved is to be forgotten too.
    if (record === null) await this.#last;
    if (record === null && !this.signIn(serverId)) return;
    await this.#change(({ secrets, signIns: { [serverId]: _before, ...signIns } }) => ({
      secrets,
      signIns: record === null ? signIns : { ...signIns, [serverId]: { ...record } },
    }));
  }

  /** Everything that may be shown nowhere. */
  values(): readonly string[] {
    this.#values ??= secretValuesOf(this.#content);
    return this.#values;
  }

  /** One change after the other; each is on disk before it counts. */
  #change(change: (content: SecretContent) => SecretContent): Promise<void> {
    const changed = this.#last.then(async () => {
      const { write, keeper } = this.#files;
      if (!write) throw hubError('ERR_INTERNAL', { kind: 'secrets-not-kept', why: keeper.reason });
      const next = change(this.#content);
      await write(next);
      this.#content = next;
      this.#values = null;
    });
    this.#last = changed.catch(() => {});
    return changed;
  }
}

function expectOfNoFleet(name: string): void {
  if (isFleetSecret(name)) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'secret-of-fleet', name });
}

/** Everything of it that may be shown nowhere. */
export function secretValuesOf(content: SecretContent): string[] {
  return [...new Set([...Object.values(content.secrets), ...tokensOf(content)].flatMap(withLines))];
}

/** Names and addresses in a sign-in are no secrets; tokens and the client's own password are. */
function tokensOf({ signIns }: SecretContent): string[] {
  return Object.values(signIns).flatMap(record =>
    [record.tokens, record.client].flatMap(part => {
      if (typeof part !== 'object' || part === null) return [];
      const secret = ['access_token', 'refresh_token', 'id_token', 'client_secret', 'registration_access_token'];
      return Object.entries(part).flatMap(([key, value]) => (secret.includes(key) ? [String(value)] : []));
    }),
  );
}

function withLines(value: string): string[] {
  const lines = value.includes('\n') ? value.split(/\r?\n/).filter(line => line.length >= minLineChars) : [];
  return [value, ...lines, ...asMeant(value)];
}

/** What stands escaped in an address or in JSON is kept so, and a server may say it as it is. */
function asMeant(value: string): string[] {
  const readings = [() => decodeURIComponent(value), () => String(JSON.parse(`"${value}"`))];
  return readings.flatMap(read => {
    try {
      const meant = read();
      return meant === value || meant === '' ? [] : [meant];
    } catch {
      return [];
    }
  });
}
