// The hub: one start, one stop, and the panel's way in. Runs in Electron's main process or in plain Node.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { extensionIds } from '../../contract/names.ts';
import { writeLaunchers } from '../../native-host/manifests/launcher.ts';
import { randomFirstId } from './browsers/browser-link.ts';
import { CompatEndpoints } from './compat/compat-endpoints.ts';
import { createCompatEndpoints } from './compat/endpoints.ts';
import { Closers } from './composition/closers.ts';
import { layFoundation } from './composition/foundation.ts';
import { createPanelParts } from './composition/panel-parts.ts';
import { createRegistries, createRouter, hubParty } from './composition/registries.ts';
import { createCommands, createRuleParts } from './composition/rule-parts.ts';
import { WaysIn } from './composition/ways-in.ts';
import { PanelCore } from './panel/panel-core.ts';
import { createPanelHandlers } from './panel/panel-handlers.ts';
import { keepHeapLean } from './platform/lean-heap.ts';
import { LogindLock } from './screen-lock/logind-lock.ts';
import { offerSampleServers } from './servers/config/first-start.ts';
import { RetentionKeeper } from './store/retention-keeper.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';
import type { ManifestContext } from '../../native-host/manifests/context.ts';
import type { WrittenLaunchers } from '../../native-host/manifests/launcher.ts';
import type { PanelServer } from './panel/panel-server.ts';
import type { GrantRegistry } from './permissions/grant-registry.ts';
import type { HubPlatform } from './platform/platform.ts';
import type { ServerSupervisor } from './servers/lifecycle/server-supervisor.ts';
import type { StatePublisher } from './state/publisher.ts';

export interface Hub {
  /** Resolves when every way in is open or its trouble is shown. Rejects with HubError when the hub cannot run at all. */
  start(): Promise<void>;
  /** Ends connections, servers, the database. Resolves when nothing of the hub is left. */
  stop(): Promise<void>;
  /** The machine goes to sleep: time stands still for what is supervised. Does nothing while the hub does not run. */
  suspended(): void;
  /** The screen locked: what was granted until then ends, and all is paused where the user wants that. */
  screenLocked(): void;
  /** The machine is awake again. */
  resumed(): void;
  /** Usable once `start` has resolved. */
  readonly panel: PanelServer;
  /** For `pilothouse status`. */
  snapshot(): Snapshot;
  /** An address of the panel was given to whoever started the hub. */
  addressPrinted(): void;
}

/** How long an agent's first list of tools waits for servers that are starting. */
const serversMs = 5_000;

interface Running {
  screenLocked(): void;
  readonly panel: PanelCore;
  readonly servers: ServerSupervisor;
  snapshot(): Snapshot;
  addressPrinted(): void;
}

/** Makes a hub that is not started. `start` and `stop` may be called any number of times; a hub starts once. */
export function createHub(platform: HubPlatform): Hub {
  const closers = new Closers();
  let running: Running | null = null;
  let starting: Promise<void> | null = null;
  let stopping: Promise<void> | null = null;
  const expectRunning = () => {
    if (running) return running;
    throw new Error('The hub has not started; await start() first.');
  };
  const start = async () => {
    try {
      running = await startHub(platform, closers);
      keepHeapLean();
    } catch (error) {
      await closers.close().catch(() => {});
      throw error;
    }
  };
  return {
    start: () => (starting ??= start()),
    stop: () => (stopping ??= (starting ?? Promise.resolve()).catch(() => {}).then(() => closers.close())),
    suspended: () => running?.servers.suspended(),
    screenLocked: () => running?.screenLocked(),
    resumed: () => running?.servers.resumed(),
    panel: { connect: (listener, from) => expectRunning().panel.connect(listener, from) },
    snapshot: () => expectRunning().snapshot(),
    addressPrinted: () => expectRunning().addressPrinted(),
  };
}

async function startHub(platform: HubPlatform, closers: Closers): Promise<Running> {
  let panel: PanelCore | null = null;
  const foundation = await layFoundation(platform, closers, change => panel?.traceChanged(change));
  const { state, store, trace, mode } = foundation;
  const registries = await createRegistries(platform, foundation, closers, {
    serversLogged: serverIds => panel?.serversLogged(serverIds),
  });
  const router = createRouter(foundation, registries, platform, () => panel?.open ?? false);
  const launchers = await writeLaunchers({
    platform: platform.os,
    dataHome: platform.home,
    nodePath: platform.nodePath,
    relayBundle: join(platform.distDir, 'relay/relay.cjs'),
    cliPath: join(platform.distDir, 'headless/pilothouse.js'),
    relayHash: platform.relayHash,
    relayProblem: platform.relayProblem ?? null,
  });
  if (platform.runnerProblem) foundation.problems.report('runner', platform.runnerProblem);
  if (launchers.relayProblem !== null) foundation.problems.report('relay', launchers.relayProblem);
  const { agents, catalogue, gateway, servers } = registries;
  const toolsReady = Promise.race([servers.toolsKnown, sleep(serversMs, undefined, { ref: false })]);
  const agentServices = {
    agents,
    catalogue,
    gateway,
    router,
    tap: trace,
    hub: hubParty,
    version: platform.version,
    toolsReady,
    firstId: () => randomFirstId(size => platform.randomBytes(size)),
  };
  const panelParts = createPanelParts({ platform, foundation, registries, closers, agentServices });
  const snapshot = () => state.snapshot();
  const rules = await createRuleParts(platform, foundation, closers, () => panel);
  const commands = createCommands(platform, foundation, registries, rules.changes, () => panel);
  const waysIn = new WaysIn({
    ...foundation,
    ...registries,
    settings: store.settings,
    platform,
    closers,
    agentServices,
    commands,
  });
  const compat = new CompatEndpoints({
    endpoints: createCompatEndpoints({ ...foundation, ...registries, platform, agentServices }),
    state,
    settings: store.settings,
  });
  closers.add(() => compat.close());
  const manifests = manifestContext(platform, launchers);
  const retention = new RetentionKeeper(store.settings, store.audit);
  await retention.load();
  panel = new PanelCore(
    state,
    createPanelHandlers({
      ...foundation,
      ...registries,
      audit: store.audit,
      retention,
      ...panelParts,
      compat,
      manifests,
      randomId: () => platform.randomBytes(16).toString('hex'),
      launcher: launchers.pilothouse,
      mcp: waysIn.mcp,
      openLink: platform.openLink?.bind(platform),
      desktop: platform.desktop,
      changes: rules.changes,
      setCliWidens: on => rules.setCliWidens(on),
    }),
    rules.watch,
  );
  await offerSampleServers({ platform, servers, settings: store.settings, isEmpty: servers.list().length === 0 });
  await waysIn.open();
  await compat.open();
  platform.log.info({ home: platform.home, mode: mode.mode }, 'The hub runs.');
  const screenLocked = () => {
    registries.grants.screenLocked();
    mode
      .screenLocked()
      .catch((error: unknown) => platform.log.warn({ reason: String(error) }, 'The pause was not kept.'));
  };
  if (platform.os === 'linux') watchLogind(platform, state, closers, registries.grants, screenLocked);
  return { panel, servers, snapshot, screenLocked, addressPrinted: () => rules.changes.started() };
}

/** On Linux the shells hear nothing of the lock; elsewhere they tell the hub. */
function watchLogind(
  { env, machine }: HubPlatform,
  state: StatePublisher,
  closers: Closers,
  grants: GrantRegistry,
  onLocked: () => void,
): void {
  if (machine.uid === undefined) return;
  const lock = new LogindLock({
    address: env['DBUS_SYSTEM_BUS_ADDRESS'],
    uid: machine.uid,
    onLocked,
    onReported: locks => {
      state.setHub({ locks });
      // What was granted until the lock would not end any more.
      if (!locks) grants.screenLocked();
    },
  });
  closers.add(() => lock.stop());
  // Nothing waits for it: an answer on the bus may take seconds.
  void lock.start();
}

function manifestContext(platform: HubPlatform, { relay, relayProblem }: WrittenLaunchers): ManifestContext {
  return { ...platform.machine, dataHome: platform.home, launcherPath: relay, relayProblem, extensionIds };
}
