// The servers that there are and what is stored of each: adds, changes and removes rows, and shows what has become of them.
import { isSameName } from '../../../../contract/names.ts';
import { ServerOptionsSchema } from '../../../../contract/schemas/servers.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { plainSecretsIn } from '../../secrets/move-secrets.ts';
import { secretNamesIn } from '../../secrets/references.ts';
import { tokenKinds, tokenName } from '../../secrets/token-references.ts';
import { approvalHash, commandHash } from '../config/approval.ts';
import { riskOf } from '../config/config-warnings.ts';
import { serverIdOf } from '../config/read-servers.ts';
import { accountsIn, isSignedInFor, withOwnAccount } from './account-tokens.ts';
import { offeredTools, serverOf } from './registered-server.ts';
import { isLazy, unknownServer } from './server-row.ts';
import type { HubError } from '../../../../contract/errors.ts';
import type { Server, ServerOptions } from '../../../../contract/schemas/servers.ts';
import type { ServerTool } from '../client/server-tool.ts';
import type { AllRuns } from './all-runs.ts';
import type { KeptDefinitions } from './kept-definitions.ts';
import type { RegisteredServer } from './registered-server.ts';
import type { NewServer, ServerRow } from './server-row.ts';
import type { ServerSupervisorOptions } from './supervisor-options.ts';

export interface ServerRegistryOptions
  extends Pick<
    ServerSupervisorOptions,
    | 'state'
    | 'persist'
    | 'toolMemory'
    | 'definitionMemory'
    | 'secrets'
    | 'signIns'
    | 'tokens'
    | 'isolatesNew'
    | 'runtimes'
    | 'workFolders'
    | 'siteOf'
  > {
  /** Makes what keeps a server's runs. `row` reads the row as it stands then. */
  runsOf(row: ServerRow, current: () => RegisteredServer): AllRuns;
  /** Called when other tools are offered than before. */
  onTools(serverId: string, tools: readonly ServerTool[]): void;
  /** Hides secret values. */
  mask(text: string): string;
  /** Whether this machine can put walls around a server. */
  sandbox(): Server['sandbox'];
}

const maxServers = 500;

export class ServerRegistry {
  readonly #options: ServerRegistryOptions;
  readonly #entries = new Map<string, RegisteredServer>();
  /** How many tools of each server were announced last; a server without tools is announced once. */
  readonly #offered = new Map<string, RegisteredServer['tools']>();

  constructor(options: ServerRegistryOptions) {
    this.#options = options;
  }

  find(id: string): RegisteredServer | undefined {
    return this.#entries.get(id);
  }

  /** Throws HubError for an id that is not known. */
  expect(id: string): RegisteredServer {
    const entry = this.#entries.get(id);
    if (!entry) throw unknownServer(id);
    return entry;
  }

  /** In the order of adding. */
  all(): RegisteredServer[] {
    return [...this.#entries.values()];
  }

  shownOf(entry: RegisteredServer): Server {
    const { mask, sandbox, runtimes, secrets, signIns, tokens, workFolders, siteOf } = this.#options;
    const { id, name, config } = entry.row;
    const runtime = runtimes?.runtimeOf(config) ?? null;
    const ofSite = siteOf?.(id);
    const plain = serverOf(entry, { mask, sandbox: sandbox(), runtime, workFolder: workFolders.of(id) });
    const shown = ofSite ? { ...plain, ofSite } : plain;
    if (tokens && accountsIn(config).length > 0) return { ...shown, signedIn: isSignedInFor(config, tokens) };
    if (!('url' in config) || config.kind === 'fleet' || !signIns) return shown;
    // A sign-in is kept for the address as it is reached.
    const resolved = secrets?.resolve(config) ?? { config };
    const reached =
      'config' in resolved && 'url' in resolved.config && resolved.config.kind !== 'fleet' ? resolved.config : config;
    return { ...shown, signedIn: signIns.isSignedIn({ id, name, config: reached }) };
  }

  /** Every secret, and what servers have under names such as TOKEN or PASSWORD: it is masked wherever it passes. */
  secretValues(): string[] {
    const plain = this.all().flatMap(({ row: { config } }) => plainSecretsIn(config));
    return [...plain, ...(this.#options.secrets?.values() ?? [])];
  }

  /** Whether the config of any server refers to the secret of this name. */
  refersTo(secretName: string): boolean {
    return this.all().some(({ row }) => secretNamesIn(row.config).includes(secretName));
  }

  /** A server that waits for approval. Rejects with HubError when there are too many or one of this name, or when it cannot be stored. */
  async add(added: NewServer): Promise<RegisteredServer> {
    const { name, config: asGiven, secret, literals = [], account: wanted, signsInAnew, onId } = added;
    this.expectFree(name);
    const isReferenced = (secretName: string) => this.refersTo(secretName);
    const isKeyTaken = (key: string) =>
      tokenKinds.some(kind => isReferenced(tokenName(key, kind))) ||
      (signsInAnew === true && (this.#options.tokens?.status(key) ?? null) !== null);
    const { config: given, account } = withOwnAccount(asGiven, wanted, isKeyTaken);
    // First of all, so that nothing is in the store yet where they do not fit.
    const options = optionsOfNew(added, account, this.#options);
    const config =
      (await this.#options.secrets?.keep(name, given, { always: secret, literals, isReferenced })) ?? given;
    if (this.#entries.size >= maxServers) throw tooMany(this.#entries.size);
    this.expectFree(name);
    const id = serverIdOf(name, new Set(this.#entries.keys()));
    const position = 1 + Math.max(0, ...this.all().map(entry => entry.row.position));
    onId?.(id);
    // Registered first, so that nobody else takes the id meanwhile.
    const entry = this.register({ id, name, config, options, approvedHash: null, wanted: 'stopped', position });
    try {
      await this.#options.persist.save(entry.row);
    } catch (error) {
      this.#forget(entry);
      throw error;
    }
    return entry;
  }

  /** Throws HubError when so many more do not fit. */
  expectRoom(more: number): void {
    if (this.#entries.size + more > maxServers) throw tooMany(this.#entries.size);
  }

  /** Null for a name that no server has. */
  #named(name: string): RegisteredServer | null {
    return this.all().find(({ row }) => isSameName(row.name, name)) ?? null;
  }

  /** Throws HubError where another server than `but` has this name. */
  expectFree(name: string, but: RegisteredServer | null = null): void {
    const holder = this.#named(name);
    if (holder !== null && holder !== but) throw nameTaken(name, holder.row.id);
  }

  /** A server that is stored already. */
  register(row: ServerRow): RegisteredServer {
    const hash = approvalHash(row.config);
    const forTools = commandHash(row.config);
    const known = this.#options.toolMemory?.remembered.get(row.id);
    const entry: RegisteredServer = {
      row,
      hash,
      commandHash: forTools,
      warning: riskOf(row.config),
      runs: this.#options.runsOf(row, () => entry),
      tools: known?.hash === forTools ? known.tools : [],
      kept: known?.hash === forTools ? this.#keptOf(row, hash) : null,
      wantsPerAgent: null,
    };
    this.#entries.set(row.id, entry);
    this.show(entry);
    void this.#options.runtimes?.look(row.config, row.approvedHash === hash && row.wanted === 'running');
    return entry;
  }

  /** Puts a server with this row in the place of one that has been stopped. It is stored already. */
  replace(entry: RegisteredServer, row: ServerRow): RegisteredServer {
    const { tools, kept } = entry;
    const next = this.register(row);
    // Another command may offer other tools; other options do not.
    if (next.commandHash === entry.commandHash) next.tools = tools;
    // With other values of variables it may be another to whoever asks. Of one that ran all the time nothing was kept since.
    next.kept = isLazy(row) && next.hash === entry.hash ? kept : null;
    this.show(next);
    return next;
  }

  async remove(entry: RegisteredServer): Promise<void> {
    if (this.#entries.get(entry.row.id) !== entry) return;
    this.#forget(entry);
    await this.#options.persist.remove(entry.row.id);
    await this.#options.toolMemory?.remove(entry.row.id);
    await this.#options.definitionMemory?.remove(entry.row.id);
  }

  /** The row counts at once; when it cannot be stored it goes back and the caller hears why. */
  async save(entry: RegisteredServer, change: Partial<ServerRow>): Promise<void> {
    const before = entry.row;
    const row = { ...before, ...change };
    if (JSON.stringify(row) === JSON.stringify(before)) return;
    entry.row = row;
    try {
      await this.#options.persist.save(row);
    } catch (error) {
      if (entry.row === row) entry.row = before;
      throw error;
    }
  }

  /** Takes a new list of tools and remembers it for the next start. The same list as before is no news. */
  async learnTools(entry: RegisteredServer, tools: RegisteredServer['tools']): Promise<void> {
    if (JSON.stringify(tools) !== JSON.stringify(entry.tools)) entry.tools = tools;
    this.show(entry);
    if (this.#isHere(entry)) await this.#options.toolMemory?.save(entry.row.id, entry.commandHash, tools);
  }

  /** The same of what a server that starts on first use offers beside them. */
  async learn(entry: RegisteredServer, kept: KeptDefinitions): Promise<void> {
    entry.kept = kept;
    this.show(entry);
    if (this.#isHere(entry)) await this.#options.definitionMemory?.save(entry.row.id, entry.hash, kept);
  }

  /** Shows the server as it is now, and announces its tools when others are offered than before. */
  show(entry: RegisteredServer): void {
    if (!this.#isHere(entry)) return;
    const { id } = entry.row;
    this.#options.state.set('servers', id, this.shownOf(entry));
    const tools = offeredTools(entry);
    const before = this.#offered.get(id) ?? [];
    if (tools === before || (tools.length === 0 && before.length === 0)) return;
    this.#offered.set(id, tools);
    this.#options.onTools(id, tools);
  }

  /** What is remembered of a server that starts on first use, for the config that it has now. */
  #keptOf(row: ServerRow, hash: string): KeptDefinitions | null {
    const known = this.#options.definitionMemory?.remembered.get(row.id);
    return isLazy(row) && known?.hash === hash ? known.kept : null;
  }

  #forget(entry: RegisteredServer): void {
    const { id } = entry.row;
    this.#entries.delete(id);
    if (this.#offered.delete(id)) this.#options.onTools(id, []);
    this.#options.state.remove('servers', id);
  }

  #isHere(entry: RegisteredServer): boolean {
    return this.#entries.get(entry.row.id) === entry;
  }
}

function optionsOfNew(
  { times, literals = [], inputs = [], start, sandbox }: NewServer,
  account: ServerOptions['account'],
  { isolatesNew }: Pick<ServerRegistryOptions, 'isolatesNew'>,
): ServerOptions {
  return ServerOptionsSchema.parse({
    ...times,
    ...(literals.length > 0 && { literals }),
    ...(inputs.length > 0 && { inputs }),
    ...(account && { account }),
    ...(isolatesNew === false && { isolation: false }),
    ...(start && { start }),
    ...(sandbox && { sandbox }),
  });
}

function nameTaken(name: string, id: string): HubError {
  return hubError('ERR_INVALID_ARGUMENTS', { kind: 'server-name-taken', name, id });
}

function tooMany(count: number): HubError {
  return hubError('ERR_INVALID_ARGUMENTS', { kind: 'too-many-servers', count, most: maxServers });
}
