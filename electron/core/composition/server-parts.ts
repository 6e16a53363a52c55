// The parts of MCP servers, joined: the supervisor, the gateway in front of it, its sign-ins and runtimes, and the pins of its tools.
import { join } from 'node:path';
import { tokenPattern } from '../agent-configs/own-entry.ts';
import { Gateway } from '../gateway/gateway.ts';
import { moveStoredSecrets } from '../secrets/move-stored.ts';
import { SecretMask } from '../secrets/secret-mask.ts';
import { ServerSecrets } from '../secrets/server-secrets.ts';
import { OwnHub } from '../servers/config/own-hub.ts';
import { serverFolder, WorkFolders } from '../servers/config/work-folders.ts';
import { isolatesNewServers } from '../servers/import/harbor-environment.ts';
import { KeptCode } from '../servers/import/kept-code.ts';
import { ServerPackages } from '../servers/import/server-packages.ts';
import { withSameApproval } from '../servers/lifecycle/server-row.ts';
import { ServerSupervisor } from '../servers/lifecycle/server-supervisor.ts';
import { ChildLedger } from '../servers/process/child-ledger.ts';
import { reapOrphans } from '../servers/process/orphan-reaper.ts';
import { SignIns } from '../servers/remote/sign-in/sign-ins.ts';
import { createRuntimes } from '../servers/runtimes/machine-runtimes.ts';
import { StrayDataFinder } from '../servers/stray-data/stray-data.ts';
import { ToolPins } from '../tools/tool-pins.ts';
import { hubParty } from './boot.ts';
import { createInstallBooks } from './install-parts.ts';
import { createOAuthSignIns, showSignIns } from './oauth-parts.ts';
import { policyForServers } from './policy-for-servers.ts';
import type { ClientRegistry } from '../clients/client-registry.ts';
import type { CallLimiter } from '../limits/call-limits.ts';
import type { OAuthSignIns } from '../oauth/oauth-sign-ins.ts';
import type { CataloguePolicy } from '../permissions/policy/catalogue-policy.ts';
import type { HubPlatform } from '../platform/platform.ts';
import type { ServerTool } from '../servers/client/server-tool.ts';
import type { ServerRow } from '../servers/lifecycle/server-row.ts';
import type { SharedServers } from '../servers/lifecycle/server-transport.ts';
import type { ServerSupervisorOptions } from '../servers/lifecycle/supervisor-options.ts';
import type { Runtimes } from '../servers/runtimes/runtimes.ts';
import type { SiteServers } from '../sites/site-servers.ts';
import type { TaskRegistry } from '../tasks/task-registry.ts';
import type { ToolCatalogue } from '../tools/tool-catalogue.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';
import type { InstallBooks } from './install-parts.ts';

export interface ServerParts {
  readonly servers: ServerSupervisor;
  /** Recognises this hub among servers. */
  readonly ownHub: OwnHub;
  /** Resolves when the tools of each server that is starting are known, or it could not be started. */
  readonly toolsKnown: Promise<void>;
  readonly signIns: SignIns;
  readonly oauth: OAuthSignIns;
  readonly packages: ServerPackages;
  readonly gateway: Gateway;
  readonly toolPins: ToolPins;
  readonly strayData: StrayDataFinder;
  /** What this hub has started and not seen end. */
  readonly children: ChildLedger;
  /** The environment with the PATH that a terminal of the user has. */
  userEnv(): Runtimes['env'];
  readonly runtimes: Runtimes;
  readonly installBooks: InstallBooks;
  /** What carries servers of other hubs; the fleet puts it in when it is joined. */
  readonly sharedServers: LateSharedServers;
}

/** Until a fleet is joined there are none. */
export type LateSharedServers = { -readonly [K in keyof SharedServers]: SharedServers[K] };

interface Neighbours {
  readonly clients: Pick<ClientRegistry, 'verifyToken'>;
  readonly catalogue: ToolCatalogue;
  readonly limiter: Pick<CallLimiter, 'limits'>;
  readonly tasks: TaskRegistry;
  readonly siteServers: SiteServers;
  readonly cataloguePolicy: Pick<CataloguePolicy, 'judge' | 'judgePackage'>;
}

/** At hub exit a server has this long for each rung of the ladder: stdin end, SIGTERM, SIGKILL. */
const exitGrace = { graceMs: 600 };
/** What a killed hub left has lost its input already. */
const reapGraces = { inputMs: 0, termMs: 500 };
const minCharsInName = 12;

export async function createServerParts(
  boot: Boot,
  base: BaseParts,
  { clients, catalogue, limiter, tasks, siteServers, cataloguePolicy }: Neighbours,
): Promise<ServerParts> {
  const { platform, closers } = boot;
  const toolPins = await createToolPins(platform, base);
  const signIns = new SignIns({ store: base.secretStore, os: platform.os });
  closers.add(() => signIns.stop());
  const oauth = createOAuthSignIns(boot, base);
  const workFolders = createWorkFolders(boot, base);
  const runtimes = lookedForPrograms(boot);
  const packages = createPackages(boot, base);
  const ownHub = createOwnHub(boot, base, { clients, runtimes });
  const children = new ChildLedger(join(base.home.path, 'children.json'), () => platform.now());
  const installBooks = await createInstallBooks(boot, base);
  const { facts: installs } = installBooks;
  const forbids = policyForServers(base.state, installBooks.kept, cataloguePolicy);
  const given = { ownHub, signIns, packages, workFolders, runtimes, siteServers, forbids, installs };
  const own = { ...given, tokens: oauth, ledger: children };
  const sharedServers: LateSharedServers = { open: () => null, passed: params => params };
  const servers = await createSupervisor(boot, base, { ...own, sharedServers });
  // Whoever waits for a judge that does not come any more is not to be waited for.
  closers.add(() => installBooks.judgedBy(null));
  showSignIns(oauth, servers);
  const checked = toolCheck(boot, base, { servers, toolPins });
  const gateway = new Gateway({
    servers: () => servers,
    learnTools: (serverId, listed) => catalogue.addServerTools(serverId, ...checked(serverId, listed)),
    isOfSite: serverId => siteServers.siteOf(serverId) !== null,
    needsOwnRun: (serverId, need) => servers.needsOwnRun(serverId, need),
    defaultTimeoutMs: () => limiter.limits.defaultTimeoutMs,
    tasks,
  });
  const toolsKnown = beginServers(boot, servers, gateway, (serverId, listed) =>
    catalogue.setServerTools(serverId, ...checked(serverId, listed)),
  );
  const strayData = lookForStrayData(boot, base, { servers, workFolders });
  const made = { servers, ownHub, toolsKnown, signIns, oauth, packages, gateway, toolPins, strayData, children };
  return { ...made, sharedServers, installBooks, runtimes, userEnv: () => runtimes.env };
}

/** The tools of a list that are offered, and which of them are held. */
function toolCheck(
  { platform }: Boot,
  base: BaseParts,
  { servers, toolPins }: { readonly servers: ServerSupervisor; readonly toolPins: ToolPins },
) {
  const namedWell = nameFilter(platform, base);
  return (serverId: string, listed: readonly ServerTool[]) => {
    const tools = namedWell(serverId, listed);
    return [tools, toolPins.check(serverId, servers.configs.commandHash(serverId) ?? '', tools)] as const;
  };
}

/** `learn` takes what the run for all lists. Resolves when the tools of those that start at once are known. */
function beginServers(
  { panels, events }: Boot,
  servers: ServerSupervisor,
  gateway: Gateway,
  learn: (serverId: string, listed: readonly ServerTool[]) => void,
): Promise<void> {
  return servers.begin({
    everybody: gateway,
    ...gateway.runEvents,
    onTools: (serverId, listed, asker) => {
      if (asker) gateway.ownTools(serverId, listed, asker);
      else learn(serverId, listed);
    },
    onLogs: serverIds => panels.tell({ event: 'servers:logged', data: { serverIds } }),
    onRemoved: serverId => events.settle({ kind: 'serverRemoved', serverId }),
  });
}

/** The code that servers bring along lies in the data home. */
function createPackages({ platform }: Boot, { home }: BaseParts): ServerPackages {
  const code = new KeptCode(join(home.path, 'code'));
  return new ServerPackages({ code, home: platform.machine.homeDir, windows: platform.os === 'win32' });
}

function createWorkFolders({ platform }: Boot, { home }: BaseParts): WorkFolders {
  const folders = { root: serverFolder(home.path), userHome: platform.machine.homeDir };
  return new WorkFolders({ ...folders, now: () => platform.now() });
}

function lookForStrayData(
  { platform }: Boot,
  { problems }: BaseParts,
  found: { readonly servers: ServerSupervisor; readonly workFolders: WorkFolders },
): StrayDataFinder {
  const places = { starts: [platform.appDir, process.cwd()], userHome: platform.machine.homeDir };
  const strayData = new StrayDataFinder({ ...found, places, problems });
  void strayData.lookAtAll();
  return strayData;
}

function lookedForPrograms({ platform, closers }: Boot): Runtimes {
  const runtimes = createRuntimes(platform);
  closers.add(() => runtimes.stop());
  return runtimes;
}

function createOwnHub(
  { platform }: Boot,
  { home, state }: BaseParts,
  { clients, runtimes }: Pick<Neighbours, 'clients'> & { readonly runtimes: Runtimes },
): OwnHub {
  return new OwnHub({
    home: home.path,
    userHome: platform.machine.homeDir,
    cliPath: join(platform.distDir, 'headless/pilothouse.js'),
    port: () => {
      const endpoint = state.snapshot().endpoints['mcp-http'];
      return endpoint?.state.kind === 'listening' ? Number(new URL(endpoint.address).port) : null;
    },
    path: () => runtimes.env.PATH ?? '',
    holdsOwnToken: text => {
      const token = tokenPattern.exec(text)?.[0];
      return token !== undefined && clients.verifyToken(token) !== null;
    },
  });
}

async function createToolPins(platform: HubPlatform, { store, mask }: BaseParts): Promise<ToolPins> {
  return new ToolPins({
    pins: await store.toolPins.list(),
    approvals: await store.toolPins.approvals(),
    persist: store.toolPins,
    now: () => platform.now(),
    shown: mask,
  });
}

interface SupervisorParts
  extends Pick<
    ServerSupervisorOptions,
    'ownHub' | 'signIns' | 'tokens' | 'packages' | 'workFolders' | 'forbids' | 'installs'
  > {
  readonly runtimes: Runtimes;
  readonly ledger: ChildLedger;
  readonly siteServers: SiteServers;
  readonly sharedServers: SharedServers;
}

/** It has not begun: whoever it tells of its servers is made with it. */
async function createSupervisor(
  { hubId, platform, closers }: Boot,
  base: BaseParts,
  own: SupervisorParts,
): Promise<ServerSupervisor> {
  const { home, store, state, trace } = base;
  const secrets = new ServerSecrets(base.secretStore);
  const { siteServers, ...parts } = own;
  const servers = new ServerSupervisor({
    ...parts,
    siteOf: id => {
      const ofSite = siteServers.of(id);
      return ofSite ? { origin: ofSite.origin, open: ofSite.open } : undefined;
    },
    causeOf: id => siteServers.causeOf(id),
    platform: withPath(platform, own.runtimes),
    userHome: platform.machine.homeDir,
    state,
    tap: trace,
    hub: hubParty,
    hubId,
    rows: await storedRows(base, secrets),
    secrets,
    persist: { save: row => store.servers.put(row), remove: id => store.servers.remove(id) },
    toolMemory: await memoryOf(base.store.lastTools, base.mask),
    definitionMemory: await memoryOf(base.store.lastDefinitions, base.mask),
    isolatesNew: isolatesNewServers(platform.env),
    logFolder: join(home.logs, 'servers'),
    cleared: Promise.all([reaped(platform, own.ledger), own.runtimes.ready]).then(() => {}),
  });
  closers.add(() => servers.stopAll(exitGrace));
  base.secrets.add(() => servers.secretValues());
  return servers;
}

async function reaped({ os, log }: HubPlatform, ledger: ChildLedger): Promise<void> {
  try {
    const orphans = await reapOrphans({ ledger, os, graces: reapGraces });
    const of = orphans.map(({ record }) => `${record.serverId} (${record.pid ?? 'unknown'})`);
    if (of.length > 0) log.warn({ orphans: of }, 'Processes that an earlier hub had left were ended.');
  } catch (error) {
    log.warn({ reason: String(error) }, 'What an earlier hub has left could not be looked for.');
  }
}

function storedRows({ store }: BaseParts, secrets: ServerSecrets): Promise<ServerRow[]> {
  return store.servers.list().then(rows =>
    moveStoredSecrets(rows, {
      secrets,
      withConfig: withSameApproval,
      save: async changed => {
        for (const row of changed) await store.servers.put(row);
        await store.compact();
      },
    }),
  );
}

/** A name goes into grants, switches and every call, where it cannot be masked: a tool with a secret in it is not offered. */
function nameFilter({ log }: HubPlatform, { secrets }: BaseParts) {
  // A short one may be a word of its own, such as `echo`.
  const mask = new SecretMask(() => secrets.read().filter(value => value.length >= minCharsInName));
  return (serverId: string, tools: readonly ServerTool[]): readonly ServerTool[] => {
    const named = tools.filter(({ name }) => !mask.isIn(name));
    const count = tools.length - named.length;
    if (count > 0) log.warn({ server: serverId, count }, 'Tools with a secret in their names are not offered.');
    return named;
  };
}

/** What servers listed last, for their next start. */
interface LastTable<Listed, Stored> {
  list(): Promise<Map<string, Stored>>;
  put(serverId: string, hash: string, listed: Listed): void;
  remove(serverId: string): void;
}

async function memoryOf<Listed, Stored>(table: LastTable<Listed, Stored>, mask: BaseParts['mask']) {
  const remembered = await table.list();
  return {
    remembered,
    save: (id: string, hash: string, listed: Listed) => {
      // Masked it would be other than what the server says, and was approved: it starts once to say it again.
      if (mask.isIn(listed)) table.remove(id);
      else table.put(id, hash, listed);
    },
    remove: (id: string) => {
      remembered.delete(id);
      table.remove(id);
    },
  };
}

/** Servers get the PATH that a terminal has, also where the hub was started from a desktop and has a shorter one. */
function withPath(platform: HubPlatform, runtimes: Runtimes): HubPlatform {
  return {
    ...platform,
    get env() {
      return runtimes.env;
    },
  };
}
