// Walls as a form has them: hosts as lines of text, folders as rows, and what is wrong with them.
import { foldersTrouble, hostsTrouble } from '../words/sandbox-words.ts';
import type { Walls } from '../../contract/schemas/installs.ts';

type Standing = NonNullable<Walls>;

export interface WallsForm {
  readonly on: boolean;
  readonly network: Standing['network'];
  /** One on each line. */
  readonly hosts: string;
  readonly folders: Standing['folders'];
}

const closed: Standing = { network: 'none', hosts: [], folders: [] };

export function wallsForm(walls: Walls): WallsForm {
  const { network, hosts, folders } = walls ?? closed;
  return { on: walls !== null, network, hosts: hosts.join('\n'), folders };
}

export function wallsOf({ on, network, hosts, folders }: WallsForm): Walls {
  if (!on) return null;
  const kept = folders.map(folder => ({ ...folder, path: folder.path.trim() })).filter(({ path }) => path !== '');
  return { network, hosts: network === 'hosts' ? namedHosts(hosts) : [], folders: kept };
}

/** One sentence, or null. */
export function wallsTrouble(form: WallsForm): string | null {
  const walls = wallsOf(form);
  if (walls === null) return null;
  // A reference to a field of the form is filled in by the hub.
  const paths = walls.folders.map(({ path }) => path).filter(path => !path.startsWith('${'));
  return hostsTrouble(walls.hosts) ?? foldersTrouble(paths);
}

function namedHosts(lines: string): string[] {
  return lines
    .split('\n')
    .map(host => host.trim())
    .filter(host => host !== '');
}
