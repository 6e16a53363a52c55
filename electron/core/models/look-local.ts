// Looks for programs on this machine that provide models: on 127.0.0.1 alone, at the ports that are usual.
import { isRecord } from '../../../contract/json.ts';
import { localModelPorts } from '../../../contract/models.ts';
import { loadPart } from '../platform/load-part.ts';
import { bestModel } from './best-model.ts';
import type { ProviderType } from '../../../contract/models.ts';
import type { FoundModels } from '../../../contract/schemas/models.ts';
import type { ModelAccesses } from './model-accesses.ts';
import type { ModelRegistry } from './model-registry.ts';

export interface LookOptions {
  readonly registry: Pick<ModelRegistry, 'list'>;
  readonly accesses: ModelAccesses;
  monotonic(): number;
  readonly ports?: readonly LocalPort[];
}

export interface LocalPort {
  readonly type: Exclude<ProviderType, 'chrome'>;
  readonly name: string;
  readonly port: number;
}

const patienceMs = 2_000;
const shownModels = 200;

/** Never rejects: each port has its row, those that answer first. */
export async function lookLocal(options: LookOptions): Promise<FoundModels[]> {
  const found = await Promise.all((options.ports ?? localModelPorts).map(port => lookAt(port, options)));
  const order = { ready: 0, other: 1, 'not-running': 2 };
  return found.sort((a, b) => order[a.state] - order[b.state]);
}

async function lookAt(place: LocalPort, { registry, accesses, monotonic }: LookOptions): Promise<FoundModels> {
  const { type, name, port } = place;
  const baseUrl = `http://127.0.0.1:${port}${type === 'ollama' ? '' : '/v1'}`;
  const known = registry.list().find(record => isAt(record.baseUrl, port));
  const none = { models: [], answersInMs: null, version: null, suggested: null, providerId: known?.id ?? null };
  const began = monotonic();
  try {
    const { listModels } = await loadPart(() => import('./wire/list-models.ts'));
    const access = accesses.open({ type, name, baseUrl }, null, patienceMs);
    const { models, version } = await listModels(access, AbortSignal.timeout(3 * patienceMs));
    const answersInMs = Math.round(monotonic() - began);
    const suggested = bestModel(models);
    const shown = models.slice(0, shownModels);
    const rows = shown.map(model => ({ ...model, isDefault: model.name === suggested }));
    return { ...none, type, name, port, state: 'ready', models: rows, answersInMs, version, suggested };
  } catch (error) {
    const reason = isRecord(error) && isRecord(error['reason']) ? error['reason']['kind'] : null;
    const isAway = reason === 'model-not-running' || reason === 'model-unreachable';
    return { ...none, type, name, port, state: isAway ? 'not-running' : 'other' };
  }
}

/** The same port of this machine, however it was written. */
function isAt(baseUrl: string | null, port: number): boolean {
  if (baseUrl === null) return false;
  const url = new URL(baseUrl);
  return ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname) && url.port === String(port);
}
