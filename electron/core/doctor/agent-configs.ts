// The agents whose own configuration starts a shim of Pilothouse, but of another data home.
import { posix, resolve, win32 } from 'node:path';
import { shownPath } from '../../../native-host/manifests/context.ts';
import { agentApps } from '../agent-configs/agent-apps.ts';
import { readConfigFile, textOf } from '../agent-configs/config-file.ts';
import { readServers } from '../agent-configs/edit/edit-entry.ts';
import { openPlace } from '../agent-configs/edit/open-place.ts';
import { textsIn } from '../agent-configs/own-entry.ts';
import { chosenPlace, placesOf } from '../agent-configs/places.ts';
import type { ManifestContext } from '../../../native-host/manifests/context.ts';
import type { AgentApp } from '../agent-configs/agent-app.ts';

interface OtherHome {
  readonly app: string;
  readonly path: string;
  readonly home: string;
}

/** What cannot be read is the matter of the page of agents. */
export async function agentsOfOtherHomes(context: ManifestContext, home: string): Promise<OtherHome[]> {
  const found = await Promise.all(agentApps.map(app => homesIn(context, app).catch(() => [])));
  return found
    .flat()
    .filter(other => resolve(other.home) !== resolve(home))
    .map(other => ({
      ...other,
      path: shownPath(context, other.path),
      home: shownPath(context, other.home),
    }));
}

async function homesIn(context: ManifestContext, { title, user: config }: AgentApp): Promise<OtherHome[]> {
  const path = config ? await chosenPlace(placesOf(config.places, context, null)) : null;
  if (!config || path === null) return [];
  const file = await readConfigFile(path, context);
  if (file.kind === 'none') return [];
  const { text } = textOf(file.bytes, path);
  const homes = readServers(text, await openPlace(config)).flatMap(entry => homeOf(context, textsIn(entry)) ?? []);
  return homes.map(home => ({ app: title, path, home }));
}

/** The data home whose shim these texts of an entry start; null for every other server. */
function homeOf({ platform }: ManifestContext, texts: readonly string[]): string | null {
  const { basename, dirname } = platform === 'win32' ? win32 : posix;
  const commands = texts.filter(text => basename(text).replace(/\.cmd$/, '') === 'pilothouse');
  if (commands.length === 0 || !texts.includes('mcp')) return null;
  const named = texts[texts.indexOf('--home') + 1];
  if (texts.includes('--home') && named !== undefined) return named;
  const folder = commands.map(dirname).find(one => basename(one) === 'launcher');
  return folder === undefined ? null : dirname(folder);
}
