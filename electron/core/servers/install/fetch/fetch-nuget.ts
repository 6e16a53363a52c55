// A tool of NuGet, by dotnet, into a folder of its own.
import { rm, writeFile } from 'node:fs/promises';
import { runProgram } from './run-program.ts';
import type { Fetched, FetchRequest, FetchSurroundings } from './fetched.ts';

const usual = /^https:\/\/api\.nuget\.org(?:\/v3\/index\.json)?\/?$/;

export async function fetchNuget(request: FetchRequest, surroundings: FetchSurroundings): Promise<Fetched> {
  const { serverId, way, version, signal, onPhase } = request;
  const folder = await surroundings.packages.begin('nuget');
  const config = `${folder}.config`;
  try {
    onPhase({ kind: 'fetching', unit: 'packages', done: 0, total: null });
    const from = await sourceOf(way.registry, config);
    const args = ['tool', 'install', '--tool-path', folder, '--version', version, ...from, way.identifier];
    const env = { DOTNET_CLI_TELEMETRY_OPTOUT: '1', DOTNET_NOLOGO: '1' };
    await runProgram({ serverId, command: 'dotnet', args, env, cwd: folder, signal }, surroundings);
    return { folder, integrity: null, scripts: [] };
  } catch (error) {
    await surroundings.packages.discard(folder);
    throw error;
  } finally {
    await rm(config, { force: true });
  }
}

/** The words that have another registry asked alone: one that is only added is asked beside the usual ones, and any of them may answer. */
async function sourceOf(registry: string | null, config: string): Promise<string[]> {
  if (registry === null || usual.test(registry)) return [];
  const escaped = registry.replace(/[&<>"]/g, found => `&#${found.charCodeAt(0)};`);
  const sources = `<packageSources><clear /><add key="registry" value="${escaped}" /></packageSources>`;
  await writeFile(config, `<?xml version="1.0" encoding="utf-8"?>\n<configuration>${sources}</configuration>\n`);
  return ['--configfile', config];
}
