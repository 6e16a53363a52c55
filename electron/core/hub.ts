// The hub: one start, one stop, and the panel's way in. Runs in Electron's main process or in plain Node.
import { createAgentConfigs } from './composition/agent-config-parts.ts';
import { createAgentServices } from './composition/agent-parts.ts';
import { createBaseParts } from './composition/base-parts.ts';
import { createBoot } from './composition/boot.ts';
import { createChat } from './composition/chat-parts.ts';
import { Closers } from './composition/closers.ts';
import { createDoctor } from './composition/doctor-parts.ts';
import { createFleet } from './composition/fleet-parts.ts';
import { followEvents } from './composition/follow-events.ts';
import { createHarborA } from './composition/harbor-a-parts.ts';
import { restoreLives } from './composition/kept-lives.ts';
import { installLaunchers } from './composition/launchers.ts';
import { createMachineBrowsers } from './composition/machine-browser-parts.ts';
import { createOffered } from './composition/offered-parts.ts';
import { createPanel, createRecording } from './composition/panel-parts.ts';
import { createRegistries } from './composition/registries.ts';
import { createCommands, createRuleParts } from './composition/rule-parts.ts';
import { watchScreenLock } from './composition/screen-lock.ts';
import { startKept, stopKept } from './composition/start-and-stop.ts';
import { followTasks } from './composition/task-parts.ts';
import { createTelemetry } from './composition/telemetry-parts.ts';
import { WaysIn } from './composition/ways-in.ts';
import { createWebAgent } from './composition/web-agent-parts.ts';
import { offerSampleServers } from './servers/config/offer-samples.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';
import type { AgentConfigs } from './agent-configs/agent-configs.ts';
import type { BaseParts } from './composition/base-parts.ts';
import type { Boot } from './composition/boot.ts';
import type { MachineBrowserParts } from './composition/machine-browser-parts.ts';
import type { Registries } from './composition/registries.ts';
import type { RuleParts } from './composition/rule-parts.ts';
import type { PanelCore } from './panel/panel-core.ts';
import type { PanelServer } from './panel/panel-server.ts';
import type { HubPlatform } from './platform/platform.ts';
import type { InstallSources } from './servers/install/install-sources.ts';
import type { ServerSupervisor } from './servers/lifecycle/server-supervisor.ts';
import type { FleetStart } from './set-up/setting-up.ts';

export interface Hub {
  /** Resolves when every way in is open or its trouble is shown. Rejects with HubError when the hub cannot run at all. */
  start(): Promise<void>;
  /** The user ends the hub, before `stop`: from then on no agent starts another, until the user does. Never throws. */
  stoppedByUser(): void;
  /** Ends connections, servers, the database. Resolves when nothing of the hub is left. */
  stop(): Promise<void>;
  /** An error that nobody caught, with which this process is about to end: it stands in the log, which `stop` finishes. */
  failed(error: unknown): void;
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

/** What whoever starts the hub has it do with the authority of the panel. */
export type SetUp = (panel: PanelServer, fleet: FleetStart) => Promise<void>;

const nothing: SetUp = () => Promise.resolve();

interface Running {
  /** What ends from now on ends because the hub does. */
  stops(): void;
  screenLocked(): void;
  readonly panel: PanelCore;
  readonly servers: ServerSupervisor;
  snapshot(): Snapshot;
  addressPrinted(): void;
}

/** Makes a hub that is not started. Tests install from `sources` of their own; `setUp` has done what it does before any way in is open, and where it rejects the hub does not start. `start` and `stop` may be called any number of times; a hub starts once. */
export function createHub(platform: HubPlatform, sources: Partial<InstallSources> = {}, setUp: SetUp = nothing): Hub {
  const closers = new Closers();
  const boot = createBoot(platform, closers);
  let running: Running | null = null;
  let starting: Promise<void> | null = null;
  let stopping: Promise<void> | null = null;
  let isUsersWish = false;
  /** Only of a hub that ran: another may be at home here. */
  const noteUsersWish = () => {
    if (isUsersWish && running) stopKept(boot);
  };
  const expectRunning = () => {
    if (running) return running;
    throw new Error('The hub has not started; await start() first.');
  };
  const stop = async () => {
    await (starting ?? Promise.resolve()).catch(() => {});
    // A start that was under way has taken the note of it back.
    noteUsersWish();
    running?.stops();
    await closers.close();
  };
  return {
    start: () => (starting ??= startOrClose(boot, sources, setUp).then(hub => void (running = hub))),
    stop: () => (stopping ??= stop()),
    stoppedByUser: () => {
      isUsersWish = true;
      noteUsersWish();
    },
    failed: error => boot.log.failed(error),
    suspended: () => running?.servers.suspended(),
    screenLocked: () => running?.screenLocked(),
    resumed: () => running?.servers.resumed(),
    panel: panelOf(expectRunning),
    snapshot: () => expectRunning().snapshot(),
    addressPrinted: () => expectRunning().addressPrinted(),
  };
}

function panelOf(expectRunning: () => Running): PanelServer {
  return {
    connect: (listener, from) => expectRunning().panel.connect(listener, from),
    look: (hub, listener) => expectRunning().panel.look(hub, listener),
  };
}

async function startOrClose(boot: Boot, sources: Partial<InstallSources>, setUp: SetUp): Promise<Running> {
  try {
    return await startHub(boot, sources, setUp);
  } catch (error) {
    await boot.closers.close().catch(() => {});
    throw error;
  }
}

/** The boot, in order: each part is made of those above it. */
async function startHub(boot: Boot, sources: Partial<InstallSources>, setUp: SetUp): Promise<Running> {
  const { platform, closers } = boot;
  const base = await createBaseParts(boot);
  const registries = await createRegistries(boot, base);
  const agentServices = createAgentServices(boot, base, registries);
  const leaveTasks = followTasks(boot, registries, agentServices.router);
  followEvents(boot.events, base, registries);
  restoreLives(registries, base.trace);
  const chat = await createChat(boot, base, registries, agentServices);
  const launchers = await installLaunchers(boot, base);
  const agentConfigs = createAgentConfigs(boot, base, registries, launchers, () => waysIn.mcp.url());
  const rules = await createRuleParts(boot, base);
  const machine = await createMachineBrowsers(boot, base, launchers);
  const recording = createRecording(boot, base);
  const doctor = createDoctor(boot, base, registries, machine, () => waysIn);
  await createWebAgent(boot, base, registries, { agentServices, chat });
  const harborA = await createHarborA(boot, base, registries, { ...rules, chat });
  const telemetry = await createTelemetry(boot, base, registries, () => waysIn.mcp.metricsUrl());
  const own = { platform, closers, agentServices, harborA, scraped: () => telemetry.prometheus.scraped };
  const waysIn = new WaysIn({ ...base, ...registries, ...doctor, ...own });
  const fleet = await createFleet(boot, base, registries, { ...rules, agentServices }, () => panel);
  const offered = { ...(await createOffered(boot, base, registries, sources)), ...fleet };
  const served = { agentServices, rules, recording, waysIn, launchers, machine, doctor, agentConfigs, chat };
  const { panel, handlers, importer } = await createPanel(boot, base, registries, { ...served, offered, telemetry });
  await offerSampleServers({ platform, servers: registries.servers, settings: base.store.settings });
  await setUp(panel, fleet.fleetStart);
  void fleet.fleetStart.begin();
  await startKept(boot);
  const asked = { ...rules, ...doctor, ...offered, handlers, importer, machine, agentConfigs };
  await waysIn.open(createCommands(boot, base, registries, asked));
  watchScreenLock(boot, base, registries);
  lookAround(machine, agentConfigs);
  platform.log.info({ home: platform.home, mode: base.mode.mode }, 'The hub runs.');
  return runningHub(boot, base, registries, { panel, rules, leaveTasks });
}

function runningHub(
  { events }: Boot,
  base: BaseParts,
  { servers }: Registries,
  { panel, rules, leaveTasks }: { panel: PanelCore; rules: RuleParts; leaveTasks: () => void },
): Running {
  return {
    panel,
    servers,
    stops: () => {
      leaveTasks();
      base.store.lives.freeze();
    },
    snapshot: () => base.state.snapshot(),
    screenLocked: () => events.emit({ kind: 'screenLocked' }),
    addressPrinted: () => rules.changes.started(),
  };
}

/** Nobody waits for them: rows come as they are found. */
function lookAround({ manifestWatch }: MachineBrowserParts, agentConfigs: AgentConfigs): void {
  void manifestWatch.start();
  void agentConfigs.start();
}
