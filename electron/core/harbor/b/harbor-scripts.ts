// The scripts that Harbor's extension runs in the hub: each a JavaScript server like any other, its file in the data home, its variables in the
// secret store. Which script is which server is kept in one setting. The only writer of it.
import { createHash } from 'node:crypto';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { KeptScriptSchema } from '../../../../contract/schemas/harbor-b.ts';
import { writePrivateFile } from '../../../../native-host/endpoints/private-file.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { wait } from '../../platform/wait.ts';
import { referenceTo } from '../../secrets/references.ts';
import { tokenName } from '../../secrets/token-references.ts';
import type { KeptScript, StartScript } from '../../../../contract/schemas/harbor-b.ts';
import type { ScriptConfig } from '../../../../contract/schemas/servers.ts';
import type { Patience } from '../../platform/wait.ts';
import type { SecretStore } from '../../secrets/secret-store.ts';
import type { ServerSupervisor } from '../../servers/lifecycle/server-supervisor.ts';
import type { StatePublisher } from '../../state/publisher.ts';
import type { SettingsTable } from '../../store/settings-table.ts';

export interface HarborScriptsOptions {
  readonly servers: Pick<ServerSupervisor, 'get' | 'start' | 'restart' | 'changes' | 'configs'>;
  readonly settings: Pick<SettingsTable, 'get' | 'set'>;
  readonly secretStore: Pick<SecretStore, 'get' | 'setAll' | 'remove'>;
  readonly state: Pick<StatePublisher, 'subscribe'>;
  /** Made when the first script comes. */
  readonly folder: string;
}

const key = 'harborScripts';
const maxScripts = 50;
const maxNameChars = 60;

export class HarborScripts {
  readonly #options: HarborScriptsOptions;
  readonly #kept = new Map<string, KeptScript>();
  /** One change of a script at a time. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: HarborScriptsOptions) {
    this.#options = options;
  }

  async load(): Promise<void> {
    const kept = (await this.#options.settings.get(key, z.record(z.string(), KeptScriptSchema))) ?? {};
    for (const [id, script] of Object.entries(kept)) this.#kept.set(id, script);
  }

  /** The hub's id of the script's server; null where there is none any more. */
  serverIdOf(scriptId: string): string | null {
    const kept = this.#kept.get(scriptId);
    return kept && this.#options.servers.get(kept.serverId) ? kept.serverId : null;
  }

  /** The script that this server is; null for every other one. */
  scriptOf(serverId: string): string | null {
    for (const [id, kept] of this.#kept) if (kept.serverId === serverId) return id;
    return null;
  }

  get all(): readonly { readonly id: string; readonly serverId: string }[] {
    return [...this.#kept].map(([id, { serverId }]) => ({ id, serverId }));
  }

  /**
   * Adds the script as a server, or makes the one that is there run this code: a changed one waits for approval again. Starts it once
   * it is approved. Rejects with HubError.
   */
  async start(script: StartScript, patience: Patience, expectAllowed = () => {}): Promise<string> {
    const serverId = await this.#inTurn(() => this.#put(script));
    await this.#approved(serverId, patience);
    // What let the extension register it may have ended meanwhile.
    expectAllowed();
    await this.#options.servers.start(serverId);
    return serverId;
  }

  /** The server is gone: so is what was kept for it. */
  async forget(serverId: string): Promise<void> {
    await this.#inTurn(async () => {
      const id = this.scriptOf(serverId);
      const kept = id === null ? undefined : this.#kept.get(id);
      if (id === null || !kept) return;
      this.#kept.delete(id);
      await this.#save();
      await rm(kept.file, { force: true });
      await this.#forgetVariables(id, kept.variables);
    });
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(act);
    this.#turn = done.catch(() => {});
    return done;
  }

  async #put(script: StartScript): Promise<string> {
    const { servers } = this.#options;
    const known = this.#kept.get(script.id);
    const tokens = tokenVariables(script);
    const variables = Object.keys(script.env).filter(name => !tokens.includes(name));
    const wanted = { hosts: hostsOf(script), variables: variables.sort(), tokens };
    const serverId = known && servers.get(known.serverId) ? known.serverId : null;
    if (!known || serverId === null) return this.#add(script, wanted);
    const file = await this.#write(script);
    if (isSame(known, { ...wanted, file })) return this.#renew(serverId, script);
    await this.#keepVariables(script);
    await servers.changes.change(serverId, { config: configOf(script.id, file, wanted) });
    await this.#keep(script.id, { serverId, file, ...wanted });
    if (known.file !== file) await rm(known.file, { force: true });
    await this.#forgetVariables(
      script.id,
      known.variables.filter(name => !wanted.variables.includes(name)),
    );
    return serverId;
  }

  async #add(script: StartScript, wanted: Wanted): Promise<string> {
    const { servers } = this.#options;
    // Nothing of one that does not fit is kept.
    if (this.#kept.size >= maxScripts)
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'too-many-servers', count: this.#kept.size, most: maxScripts });
    const file = await this.#write(script);
    await this.#keepVariables(script);
    const name = `Harbor ${script.id}`.slice(0, maxNameChars);
    const config = configOf(script.id, file, wanted);
    const left = this.#leftBehind(name, file);
    if (left) return this.#adopt(left, script.id, { file, ...wanted });
    const added = servers.changes.addAll([{ name, config, start: 'first-use' }]);
    const [serverId = ''] = await added.catch(async (error: unknown) => {
      await this.#forgetFile(file);
      await this.#forgetVariables(script.id, wanted.variables);
      throw error;
    });
    await this.#keep(script.id, { serverId, file, ...wanted });
    return serverId;
  }

  /** The server of this script that was added by a hub which ended before it had noted that. */
  #leftBehind(name: string, file: string): LeftBehind | null {
    for (const { id, name: own, config } of this.#options.servers.configs.all()) {
      if (config.kind !== 'javascript' || this.scriptOf(id) !== null) continue;
      // Its code may be another by now.
      const isOlder = own === name && dirname(config.file) === this.#options.folder;
      if (config.file === file || isOlder) return { serverId: id, file: config.file };
    }
    return null;
  }

  async #adopt(left: LeftBehind, scriptId: string, { file, ...wanted }: Wanted & { file: string }): Promise<string> {
    const { serverId } = left;
    await this.#options.servers.changes.change(serverId, { config: configOf(scriptId, file, wanted) });
    await this.#keep(scriptId, { serverId, file, ...wanted });
    await this.#forgetFile(left.file);
    return serverId;
  }

  /** Unless a server runs it. */
  async #forgetFile(file: string): Promise<void> {
    const isUsed = this.#options.servers.configs.all().some(({ config }) => 'file' in config && config.file === file);
    if (!isUsed) await rm(file, { force: true });
  }

  /** The same code with other values, such as a token that was renewed: what runs has to be started with them. */
  async #renew(serverId: string, script: StartScript): Promise<string> {
    const { servers } = this.#options;
    const isRunning = servers.get(serverId)?.state.kind === 'running';
    if ((await this.#keepVariables(script)) && isRunning) await servers.restart(serverId);
    return serverId;
  }

  /** Whether any of them has another value than before. A token of the script's own sign-in is referred to, and kept with that. */
  async #keepVariables(script: StartScript): Promise<boolean> {
    const { secretStore } = this.#options;
    const tokens = tokenVariables(script);
    const values = Object.entries(script.env).flatMap(([name, value]) =>
      tokens.includes(name) ? [] : [[secretNameOf(script.id, name), value] as const],
    );
    const changed = values.filter(([name, value]) => secretStore.get(name) !== value);
    await secretStore.setAll(new Map(changed));
    return changed.length > 0;
  }

  /** Those that no server refers to any more. */
  async #forgetVariables(scriptId: string, names: readonly string[]): Promise<void> {
    const { servers, secretStore } = this.#options;
    const users = servers.configs.secretUsers();
    const unused = names.map(name => secretNameOf(scriptId, name)).filter(name => !users.get(name)?.length);
    for (const name of unused) await secretStore.remove(name);
  }

  async #keep(scriptId: string, script: KeptScript): Promise<void> {
    this.#kept.set(scriptId, script);
    await this.#save();
  }

  async #save(): Promise<void> {
    await this.#options.settings.set(key, Object.fromEntries(this.#kept));
  }

  /** Named by its code, so that an approval of the file is one of this code. */
  async #write({ id, code }: StartScript): Promise<string> {
    const { folder } = this.#options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    const file = join(folder, `${digestOf(`${id}\n${code}`)}.js`);
    await writePrivateFile(file, code);
    return file;
  }

  /** Resolves once the server waits for its user no more. */
  #approved(serverId: string, { timeoutMs, signal }: Patience): Promise<void> {
    const { servers, state } = this.#options;
    const refuse = (): never => {
      throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'harbor-script-unapproved', server: serverId });
    };
    return wait<void>({
      signal,
      timeoutMs,
      begin: settle => {
        const look = () => {
          const now = servers.get(serverId)?.state;
          if (!now) settle(refuse);
          else if (now.kind !== 'blocked' || now.by !== 'approval') settle(() => {});
        };
        look();
        return state.subscribe(look);
      },
      onTimeout: refuse,
      onAbort: refuse,
    });
  }
}

interface LeftBehind {
  readonly serverId: string;
  readonly file: string;
}

type Wanted = Pick<KeptScript, 'hosts' | 'variables' | 'tokens'>;

/** Values stand in the store alone: one that looks like a reference to another secret is a text. */
function configOf(scriptId: string, file: string, { hosts, variables, tokens }: Wanted): ScriptConfig {
  const kept = variables.map(name => [name, referenceTo(secretNameOf(scriptId, name))] as const);
  const renewed = tokens.map(name => [name, tokenReference(scriptId)] as const);
  return { kind: 'javascript', file, env: Object.fromEntries([...kept, ...renewed]), hosts: [...hosts] };
}

/** What the extension is handed in place of the token of this script's sign-in. */
export function tokenReference(scriptId: string): string {
  return referenceTo(tokenName(scriptId, 'access_token'));
}

/** Of the script's own sign-in and of no other: every other text is a value, whatever it looks like. */
function tokenVariables({ id, env }: StartScript): string[] {
  return Object.keys(env)
    .filter(name => env[name] === tokenReference(id))
    .sort();
}

function secretNameOf(scriptId: string, variable: string): string {
  return `HARBOR_${digestOf(scriptId).slice(0, 8)}_${variable}`;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Harbor's `*.x` includes `x` itself. */
function hostsOf({ capabilities }: StartScript): string[] {
  const asked = capabilities.network?.allowed_hosts ?? [];
  return [...new Set(asked.flatMap(host => (host.startsWith('*.') ? [host, host.slice(2)] : [host])))];
}

function isSame(one: Omit<KeptScript, 'serverId'>, other: Omit<KeptScript, 'serverId'>): boolean {
  const facts = ({ file, hosts, variables, tokens }: Omit<KeptScript, 'serverId'>) =>
    JSON.stringify([file, hosts, variables, tokens]);
  return facts(one) === facts(other);
}
