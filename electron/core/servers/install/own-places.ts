// What a program that is run by uv is told, so that it writes into the work folder of its server and not beside its files, which are not to change. Pure.
import { join } from 'node:path';
import type { Way } from '../../../../contract/schemas/catalogue.ts';
import type { PlannedServer } from './plan-way.ts';

/** By its name, or by its path on this machine. */
const uv = /(?:^|[\\/])uv(?:\.exe)?$/i;

export function runsByUv({ kind, runtime }: Pick<Way, 'kind' | 'runtime'>): boolean {
  return kind === 'mcpb' && runtime !== null && uv.test(runtime);
}

/** A bundle cannot name places of this machine itself, so these hold whatever it says. */
export function withOwnPlaces(planned: PlannedServer, way: Way, workFolder: string): PlannedServer {
  const { config } = planned;
  if (!runsByUv(way) || !('env' in config)) return planned;
  const env = {
    UV_PROJECT_ENVIRONMENT: join(workFolder, 'uv', 'environment'),
    UV_CACHE_DIR: join(workFolder, 'uv', 'cache'),
    // Which versions it takes was written down when it was fetched; otherwise each start would write that anew.
    UV_FROZEN: '1',
  };
  return { ...planned, config: { ...config, env: { ...config.env, ...env } } };
}
