// A tool of NuGet, by dotnet, into a folder of its own.
import { runProgram } from './run-program.ts';
import type { Fetched, FetchRequest, FetchSurroundings } from './fetched.ts';

const usual = /^https:\/\/api\.nuget\.org(?:\/v3\/index\.json)?\/?$/;

export async function fetchNuget(request: FetchRequest, surroundings: FetchSurroundings): Promise<Fetched> {
  const { serverId, way, version, signal, onPhase } = request;
  const folder = await surroundings.packages.begin('nuget');
  try {
    onPhase({ kind: 'fetching', unit: 'packages', done: 0, total: null });
    const isOther = way.registry !== null && !usual.test(way.registry);
    const from = isOther ? ['--add-source', way.registry ?? ''] : [];
    const args = ['tool', 'install', '--tool-path', folder, '--version', version, ...from, way.identifier];
    const env = { DOTNET_CLI_TELEMETRY_OPTOUT: '1', DOTNET_NOLOGO: '1' };
    await runProgram({ serverId, command: 'dotnet', args, env, cwd: folder, signal }, surroundings);
    return { folder, integrity: null, scripts: [] };
  } catch (error) {
    await surroundings.packages.discard(folder);
    throw error;
  }
}
