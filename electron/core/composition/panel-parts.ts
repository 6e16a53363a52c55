// The panel: its handlers, and what only panels use, which is the user's own calls, the recording of the trace, and how long is kept.
import { join } from 'node:path';
import { UserCalls, userClient } from '../agent-connections/user-calls.ts';
import { PanelCore } from '../panel/panel-core.ts';
import { createPanelHandlers } from '../panel/panel-handlers.ts';
import { RetentionKeeper } from '../store/retention-keeper.ts';
import { keptTraceFolder } from '../trace/record/kept-files.ts';
import { TraceRecording } from '../trace/record/trace-recording.ts';
import { createCompanionPages } from './companion-page-parts.ts';
import { createLook, type LateFleet } from './fleet-parts.ts';
import { createImporter } from './import-parts.ts';
import { createRouter } from './registries.ts';
import { followTabEnds } from './tab-end-parts.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { AgentConfigs } from '../agent-configs/agent-configs.ts';
import type { AgentServices } from '../agent-connections/agent-services.ts';
import type { ChatServices } from '../chat/chat-services.ts';
import type { PanelServices } from '../panel/panel-services.ts';
import type { ServerImporter } from '../servers/import/server-importer.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';
import type { DoctorParts } from './doctor-parts.ts';
import type { Launchers } from './launchers.ts';
import type { MachineBrowserParts } from './machine-browser-parts.ts';
import type { OfferedParts } from './offered-parts.ts';
import type { Registries } from './registries.ts';
import type { RuleParts } from './rule-parts.ts';
import type { TelemetryParts } from './telemetry-parts.ts';
import type { WaysIn } from './ways-in.ts';

interface Neighbours {
  readonly agentServices: AgentServices;
  readonly rules: RuleParts;
  readonly recording: TraceRecording;
  readonly waysIn: WaysIn;
  readonly launchers: Launchers;
  readonly machine: MachineBrowserParts;
  readonly doctor: DoctorParts;
  readonly agentConfigs: AgentConfigs;
  readonly chat: ChatServices;
  readonly offered: OfferedParts & LateFleet;
  readonly telemetry: TelemetryParts;
}

/** To be made before the ways in: these end first, and how their connections end is recorded too. */
export function createRecording({ platform, closers }: Boot, base: BaseParts): TraceRecording {
  const { home, version } = platform;
  const recording = new TraceRecording({
    ...base,
    folder: join(home, 'traces'),
    keptFolder: keptTraceFolder(home),
    version,
    now: () => platform.now(),
  });
  closers.add(() => recording.stop());
  return recording;
}

export async function createPanel(
  boot: Boot,
  base: BaseParts,
  registries: Registries,
  neighbours: Neighbours,
): Promise<{ panel: PanelCore; handlers: PanelHandlers; importer: ServerImporter }> {
  const { rules, launchers, chat, offered } = neighbours;
  const { platform, panels } = boot;
  const { state, store } = base;
  const retention = new RetentionKeeper(store.settings, store.audit);
  await retention.load();
  tellPairings(registries, rules);
  const randomId = () => platform.randomBytes(16).toString('hex');
  const importer = createImporter(base, registries, { manifests: launchers.manifests, chat, randomId });
  const handlers = createHandlers(boot, base, registries, { ...neighbours, retention, importer, randomId });
  const look = createLook(boot, base, offered.fleet);
  const panel = new PanelCore({ panels, state, handlers, watch: rules.watch, look });
  await createCompanionPages(boot, base, registries, panel);
  return { panel, handlers, importer };
}

type Asked = Neighbours & Pick<PanelServices, 'retention' | 'importer' | 'randomId'>;

function createHandlers(boot: Boot, base: BaseParts, registries: Registries, asked: Asked): PanelHandlers {
  const { agentServices, rules, waysIn, launchers, machine, doctor, offered, telemetry, ...others } = asked;
  const { platform, panels, log } = boot;
  return createPanelHandlers({
    ...{ ...base, ...registries, ...launchers, ...machine, ...doctor, ...offered, ...telemetry, ...others },
    ...{ log, panels },
    audit: base.store.audit,
    userCalls: createUserCalls(boot, base, registries, { agentServices, waysIn }),
    version: platform.version,
    now: () => platform.now(),
    ...{ compat: waysIn.compat, companion: waysIn.companion, mcp: waysIn.mcp },
    kept: () => base.store.lives.settled(),
    openLink: platform.openLink?.bind(platform),
    desktop: platform.desktop,
    changes: rules.changes,
    commandPlace: () => commandPlace(platform, registries),
    setCliWidens: on => rules.setCliWidens(on),
    clientRevoked: clientId => boot.events.settle({ kind: 'clientRevoked', clientId }),
  });
}

/** A browser that came with a code is in the audit as let in by whoever made the code. */
function tellPairings({ companionPairing }: Registries, { changes }: RuleParts): void {
  companionPairing.onPaired(({ name }) => {
    changes.made({ via: 'panel', processes: [] }, 'companion:pair', { kind: 'browser-paired', browser: name });
  });
}

/** Where `pilothouse` can be put into a folder of the PATH. */
function commandPlace({ os, machine, home }: Boot['platform'], { userEnv }: Registries) {
  return { os, env: userEnv(), homeDir: machine.homeDir, dataHome: home };
}

function createUserCalls(
  boot: Boot,
  base: BaseParts,
  registries: Registries,
  { agentServices, waysIn }: Pick<Neighbours, 'agentServices' | 'waysIn'>,
): UserCalls {
  const { platform } = boot;
  const calls = new UserCalls({
    agentServices,
    // Nobody is asked, so it does not matter who could be.
    routerFor: subjects => createRouter(base, registries, platform, () => false, { client: userClient, subjects }),
    now: () => platform.now(),
    randomBytes: size => platform.randomBytes(size),
    onLeft: agentId => {
      registries.limiter.agentLeft(agentId);
      void registries.servers.agentLeft(agentId);
      registries.tasks.forget(task => task.agentId === agentId);
    },
  });
  followTabEnds(boot, registries, calls, waysIn.mcp);
  return calls;
}
