// A tool of NuGet, by dotnet, into a folder of its own.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from './run-program.ts';
import type { Fetched, FetchRequest, FetchSurroundings } from './fetched.ts';

const usual = /^https:\/\/api\.nuget\.org(?:\/v3\/index\.json)?\/?$/;

export async function fetchNuget(request: FetchRequest, surroundings: FetchSurroundings): Promise<Fetched> {
  const { serverId, way, version, signal, onPhase } = request;
  const folder = await surroundings.packages.begin('nuget');
  const settings = join(folder, 'nuget.config');
  try {
    onPhase({ kind: 'fetching', unit: 'packages', done: 0, total: null });
    const isOther = way.registry !== null && !usual.test(way.registry);
    const from = isOther ? ['--configfile', settings] : [];
    if (isOther) await writeFile(settings, settingsWith(way.registry ?? ''), { mode: 0o600 });
    const args = ['tool', 'install', '--tool-path', folder, '--version', version, ...from, way.identifier];
    const env = { DOTNET_CLI_TELEMETRY_OPTOUT: '1', DOTNET_NOLOGO: '1' };
    await runProgram({ serverId, command: 'dotnet', args, env, cwd: folder, signal }, surroundings);
    // Beside the program of the tool, which is looked for, nothing else lies.
    await rm(settings, { force: true });
    return { folder, integrity: null, scripts: [] };
  } catch (error) {
    await surroundings.packages.discard(folder);
    throw error;
  }
}

/** One source and no other: of two, dotnet takes a name from either. */
function settingsWith(registry: string): string {
  const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  const value = registry.replace(/[&<>"]/g, character => escapes[character] ?? '');
  const sources = `<packageSources><clear /><add key="entry" value="${value}" /></packageSources>`;
  return `<?xml version="1.0" encoding="utf-8"?>\n<configuration>${sources}</configuration>\n`;
}
