// An image of a container, pulled by its digest: what a tag means is asked once, and is that from then on. Docker keeps it.
import { hubError } from '../../../../../words/hub-error.ts';
import { currentVersion } from '../../pin/current-version.ts';
import { sourceOf } from '../../pin/registries.ts';
import { runProgram } from './run-program.ts';
import type { Fetched, FetchRequest, FetchSurroundings } from './fetched.ts';

export async function fetchImage(request: FetchRequest, surroundings: FetchSurroundings): Promise<Fetched> {
  const { serverId, way, signal, onPhase } = request;
  const digest = await digestOf(request, surroundings);
  const layers = new Set<string>();
  const done = new Set<string>();
  const count = (line: string) => {
    const [, layer, state = ''] = /^([0-9a-f]{12}): (.+)$/.exec(line) ?? [];
    if (layer === undefined) return;
    layers.add(layer);
    if (/^(?:Pull complete|Already exists)/.test(state)) done.add(layer);
    onPhase({ kind: 'fetching', unit: 'packages', done: done.size, total: layers.size });
  };
  onPhase({ kind: 'fetching', unit: 'packages', done: 0, total: null });
  const args = ['pull', `${way.identifier}@${digest}`];
  const env = dockerVariables(surroundings.env());
  await runProgram(
    { serverId, command: 'docker', args, env, cwd: surroundings.packages.folder, signal, onLine: count },
    surroundings,
  );
  return { folder: null, integrity: digest, scripts: [] };
}

/** What was here before is pulled as it was, whatever its tag means now. Throws HubError where its entry names another. */
async function digestOf({ way, version, integrity }: FetchRequest, { env }: FetchSurroundings): Promise<string> {
  const name = way.identifier;
  const config = { kind: 'stdio', command: 'docker', args: [], env: {} } as const;
  const machine = { homeDir: env().HOME ?? '', env: env() };
  const known = version.startsWith('sha256:') ? version : integrity;
  const source = known ? null : await sourceOf({ runner: 'docker', name, version }, { ...config, args: [] }, machine);
  const digest = known ?? (source && (await currentVersion('docker', source)));
  if (!digest) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'install-bad-name', name });
  if (integrity !== null && integrity !== digest)
    throw hubError('ERR_PERMISSION_DENIED', {
      kind: 'install-other-integrity',
      name,
      version,
      before: integrity,
      now: digest,
    });
  return digest;
}

function dockerVariables(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const own = Object.entries(env).filter(([name]) => name.startsWith('DOCKER_'));
  return Object.fromEntries(own.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
