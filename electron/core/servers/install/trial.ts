// A trial start: an installed server runs once between walls, before anybody has approved it, until it has listed its tools. It has no network,
// no secret and no home but its own folder; what folders its form names it may only read. No call reaches it.
import { rm } from 'node:fs/promises';
import { reasonOf } from '../../../../contract/reason.ts';
import { ServerOptionsSchema } from '../../../../contract/schemas/servers.ts';
import { cutEnd } from '../../../../contract/visible-text.ts';
import { definitionHash } from '../../tools/definition-hash.ts';
import { withOwnPlaces } from './own-places.ts';
import { planWay } from './plan-way.ts';
import { proposedWalls } from './proposed-walls.ts';
import { steeringOf } from './steering-way.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { AskedField } from '../../../../contract/schemas/catalogue.ts';
import type { InstalledVersion, InstallRow } from '../../store/installs-table.ts';
import type { ServerTool } from '../client/server-tool.ts';
import type { WorkFolders } from '../config/work-folders.ts';
import type { ServerRow } from '../lifecycle/server-row.ts';
import type { ServerSupervisor } from '../lifecycle/server-supervisor.ts';
import type { FieldTexts } from './field-values.ts';

export interface TrialSurroundings {
  readonly servers: Pick<ServerSupervisor, 'tryOut' | 'sandbox'>;
  /** Beside those of servers. */
  readonly workFolders: WorkFolders;
}

export interface TrialRequest {
  readonly row: Pick<InstallRow, 'serverId' | 'values'>;
  readonly version: InstalledVersion;
  readonly signal: AbortSignal;
}

type Outcome = Pick<InstalledVersion, 'tools' | 'noTrial'>;

const startMs = 60_000;
const graces = { inputMs: 1_000, termMs: 1_000 };
const maxTools = 1_000;
const maxChars = { name: 200, description: 4_000 };
/** What stands in the place of secrets, and of texts that nobody has given yet. */
const standIn = 'pilothouse-trial';

/** Never rejects but where it was stopped. */
export async function tryOut(request: TrialRequest, surroundings: TrialSurroundings): Promise<Outcome> {
  const why = await whyNone(request.version, surroundings);
  if (why !== null) return { tools: null, noTrial: why };
  try {
    return { tools: await listedTools(request, surroundings), noTrial: null };
  } catch (error) {
    request.signal.throwIfAborted();
    return { tools: null, noTrial: { kind: 'trial-failed', why: reasonOf(error) } };
  }
}

/** Why nothing like it can be tried here; null where it can. */
async function whyNone({ way }: InstalledVersion, { servers }: TrialSurroundings): Promise<Reason | null> {
  if (way.kind === 'remote' || way.transport !== 'stdio') return { kind: 'trial-elsewhere' };
  // It runs where docker does, outside of walls that we make.
  if (way.kind === 'oci') return { kind: 'trial-container' };
  // It was set by whoever published it, and nobody has approved it yet.
  const steering = steeringOf(way);
  if (steering.length > 0) return { kind: 'trial-steered', names: steering.map(({ name }) => name) };
  await servers.sandbox.check().catch(() => {});
  const { available, reason } = servers.sandbox.describe();
  return available ? null : { kind: 'trial-no-walls', why: reason };
}

async function listedTools(
  { row, version, signal }: TrialRequest,
  { servers, workFolders }: TrialSurroundings,
): Promise<NonNullable<Outcome['tools']>> {
  const folder = workFolders.prepare(row.serverId);
  let listed: readonly ServerTool[] = [];
  const run = servers.tryOut(trialRow(row, version, folder), workFolders, tools => (listed = tools));
  const stop = () => void run.stop(graces);
  signal.addEventListener('abort', stop, { once: true });
  try {
    await run.ready;
    signal.throwIfAborted();
    return listed.slice(0, maxTools).map(tool => ({
      name: cutEnd(tool.name, maxChars.name),
      description: cutEnd(typeof tool.description === 'string' ? tool.description : '', maxChars.description),
      hash: definitionHash(tool),
    }));
  } finally {
    signal.removeEventListener('abort', stop);
    await run.stop(graces);
    await run.gone;
    await rm(workFolders.of(row.serverId), { recursive: true, force: true });
  }
}

function trialRow(
  { serverId, values }: TrialRequest['row'],
  { way, unpacked }: InstalledVersion,
  folder: string,
): ServerRow {
  const texts = trialTexts(way.fields, values, folder);
  const { config, literals } = withOwnPlaces(planWay(way, texts, unpacked), way, folder);
  const { folders } = proposedWalls(way, texts);
  const readOnly = folders.filter(({ path }) => path !== folder).map(({ path }) => ({ path, writable: false }));
  const home = { HOME: folder, USERPROFILE: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
  return {
    id: serverId,
    name: serverId,
    config: 'command' in config ? { ...config, env: { ...config.env, ...home } } : config,
    options: ServerOptionsSchema.parse({
      sandbox: { network: 'none', hosts: [], folders: readOnly },
      startTimeoutMs: startMs,
      literals: literals.slice(0, 200),
      withheld: ['display', 'proxy', 'docker'],
    }),
    approvedHash: null,
    wanted: 'stopped',
    position: 0,
  };
}

/** What was filled in, but for secrets; what is missing is something harmless of its kind. */
function trialTexts(fields: readonly AskedField[], values: InstallRow['values'], folder: string): FieldTexts {
  return new Map(
    fields.map(field => {
      const { key, secret, defaults, required } = field;
      const given = secret ? [] : (values[key] ?? []);
      if (given.length > 0) return [key, given];
      if (!secret && defaults.length > 0) return [key, field.multiple ? defaults : defaults.slice(0, 1)];
      return [key, required ? [harmless(field, folder)] : []];
    }),
  );
}

function harmless({ kind, choices, min }: AskedField, folder: string): string {
  const [first] = choices;
  if (first !== undefined) return first;
  switch (kind) {
    case 'folder':
    case 'file':
      return folder;
    case 'number':
      return String(min ?? 1);
    case 'boolean':
      return 'false';
    default:
      return standIn;
  }
}
