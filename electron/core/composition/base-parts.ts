// What every part of the hub stands on: the locked data home, the database, the shown state, the trace, the scaling of pictures.
import { join } from 'node:path';
import { reasonOf } from '../../../contract/reason.ts';
import { RunModeSwitch } from '../agents/run-mode.ts';
import { openDataHome } from '../home/data-home.ts';
import { lockHome } from '../home/home-lock.ts';
import { followState } from '../hub-log/follow-state.ts';
import { ImageScaler } from '../images/image-scaler.ts';
import { SavedPictures } from '../images/saved-pictures.ts';
import { FleetOutboxAccess } from '../panel/fleet-outbox-handlers.ts';
import { openSecretFiles } from '../secrets/secret-files.ts';
import { SecretMask } from '../secrets/secret-mask.ts';
import { SecretStore } from '../secrets/secret-store.ts';
import { SecretValues } from '../secrets/secret-values.ts';
import { Problems } from '../state/problems.ts';
import { StatePublisher } from '../state/publisher.ts';
import { openStore } from '../store/store.ts';
import { keptTraceFolder, readKeptTrace } from '../trace/record/kept-files.ts';
import { TraceLog, traceLimits } from '../trace/trace-log.ts';
import type { DataHome } from '../home/data-home.ts';
import type { HubLog } from '../hub-log/hub-log.ts';
import type { HubPlatform } from '../platform/platform.ts';
import type { Store } from '../store/store.ts';
import type { Boot } from './boot.ts';

export interface BaseParts {
  readonly home: DataHome;
  readonly store: Store;
  readonly state: StatePublisher;
  readonly problems: Problems;
  readonly mode: RunModeSwitch;
  readonly trace: TraceLog;
  /** The values that no trace may show; whoever knows some adds them. */
  readonly secrets: SecretValues;
  readonly secretStore: SecretStore;
  /** Hides those values. */
  readonly mask: SecretMask;
  readonly fleetOutbox: FleetOutboxAccess;
  readonly images: ImageScaler;
  readonly pictures: SavedPictures;
}

export async function createBaseParts({ platform, closers, events, panels, log }: Boot): Promise<BaseParts> {
  const home = await openDataHome(platform.home, async () => closers.add(await lockHome(platform.home)));
  const state = createState(platform);
  const problems = new Problems(state, sentence => platform.say(sentence));
  const store = await openStore(home.database, {
    now: () => platform.now(),
    problems: reason => problems.report('store', reason),
  });
  closers.add(() => store.close());
  const mode = new RunModeSwitch(state, store.settings, () => platform.now());
  await mode.load();
  mode.onChanged(next => events.emit({ kind: 'modeChanged', mode: next }));
  const secretStore = new SecretStore(await openSecretFiles(home.secrets, platform.vault ?? null));
  if (!secretStore.canKeep) problems.report('secrets', secretStore.keeper.reason);
  const secrets = new SecretValues();
  secrets.add(() => secretStore.values());
  const mask = new SecretMask(secrets.read);
  await log.open(text => mask.text(text));
  closers.add(() => endLog(log));
  followState(state, log);
  log.write('info', 'hub', { kind: 'log-started', version: platform.version, pid: process.pid });
  const trace = await createTrace({ platform, panels }, problems, secrets);
  closers.add(() => trace.stop());
  const images = new ImageScaler({ workerPath: join(workersDirOf(platform), 'image-worker.js') });
  closers.add(() => images.stop());
  const pictures = createPictures(platform, home);
  const fleetOutbox = new FleetOutboxAccess(store.settings, () => state.hub.fleet);
  return { home, store, state, problems, mode, trace, fleetOutbox, secrets, secretStore, mask, images, pictures };
}

async function createTrace(
  { platform, panels }: Pick<Boot, 'platform' | 'panels'>,
  problems: Problems,
  secrets: SecretValues,
): Promise<TraceLog> {
  const kept = await readKeptTrace(keptTraceFolder(platform.home)).catch((error: unknown) => {
    problems.report('kept-trace', reasonOf(error));
    return undefined;
  });
  return new TraceLog({
    kept,
    workerPath: join(workersDirOf(platform), 'trace-worker.js'),
    now: () => platform.now(),
    monotonic: () => performance.now(),
    redactValues: secrets.read,
    onChanged: data => panels.tell({ event: 'trace:changed', data }),
    problems: reason => problems.report('trace', reason),
    limits: traceLimits,
  });
}

function workersDirOf({ workersDir, distDir }: HubPlatform): string {
  return workersDir ?? join(distDir, 'core');
}

function createPictures(platform: HubPlatform, { pictures: folder }: DataHome): SavedPictures {
  return new SavedPictures({
    folder,
    now: () => platform.now(),
    randomBytes: size => platform.randomBytes(size),
  });
}

/** The last line that a hub writes. */
async function endLog(log: HubLog): Promise<void> {
  log.write('info', 'hub', { kind: 'log-stopped', pid: process.pid });
  await log.close();
}

function createState(platform: HubPlatform): StatePublisher {
  const extension = (browser: string) => join(platform.distDir, 'extension', browser);
  const startedAt = platform.now();
  return new StatePublisher({
    version: platform.version,
    pid: process.pid,
    startedAt,
    home: platform.home,
    mode: 'running',
    modeSince: startedAt,
    locks: platform.reportsLock ?? false,
    pauseOnLock: false,
    cliWidens: false,
    policy: { path: join(platform.home, 'policy.json'), state: 'none', loadedAt: null, error: null, rules: [] },
    learning: null,
    learned: 0,
    shell: platform.shell,
    extensionFolders: { chromium: extension('chromium'), firefox: extension('firefox') },
    problems: [],
  });
}
