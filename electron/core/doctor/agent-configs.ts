// The agents whose own configuration starts a shim of Pilothouse, but of another data home.
import { basename, dirname, resolve } from 'node:path';
import { serverApps } from '../../../contract/imports.ts';
import { shownPath } from '../../../native-host/manifests/context.ts';
import { appPlaces } from '../servers/import/app-places.ts';
import { readApp } from '../servers/import/read-app.ts';
import type { ServerConfig } from '../../../contract/schemas/servers.ts';
import type { ManifestContext } from '../../../native-host/manifests/context.ts';

interface OtherHome {
  readonly app: string;
  readonly path: string;
  readonly home: string;
}

export async function agentsOfOtherHomes(context: ManifestContext, home: string): Promise<OtherHome[]> {
  const found = await Promise.all(
    serverApps.map(async app => {
      const { files, servers } = await readApp(app, context).catch(() => ({ files: [], servers: [] }));
      const homes = servers
        .flatMap(({ config }) => homeOf(config) ?? [])
        .filter(other => resolve(other) !== resolve(home));
      const path = shownPath(context, files[0] ?? '');
      return homes.map(other => ({ app: appPlaces(app, context).title, path, home: shownPath(context, other) }));
    }),
  );
  return found.flat();
}

/** The data home whose shim the entry starts; null for every other server. */
function homeOf(config: ServerConfig | null): string | null {
  if (config?.kind !== 'stdio') return null;
  const { command, args } = config;
  if (basename(command).replace(/\.cmd$/, '') !== 'pilothouse' || !args.includes('mcp')) return null;
  const named = args[args.indexOf('--home') + 1];
  if (args.includes('--home') && named !== undefined) return named;
  const folder = dirname(command);
  return basename(folder) === 'launcher' ? dirname(folder) : null;
}
