// Files and folders that only their owner should be able to open, and the repair that sets them so.
import { chmod, lstat } from 'node:fs/promises';
import { shownPath } from '../../../native-host/manifests/context.ts';
import { red } from './finding.ts';
import type { DoctorContext } from './context.ts';
import type { Finding, Remedy } from './finding.ts';

interface Private {
  readonly path: string;
  readonly wanted: number;
}

interface Open extends Private {
  readonly mode: number;
}

/** One finding for each that others may open. What is not there, and links, are left to whoever looks at them. */
export async function modeFindings(
  context: DoctorContext,
  places: readonly Private[],
  kind: 'doctor-home-mode' | 'doctor-record-mode',
): Promise<Finding[]> {
  if (context.manifests.platform === 'win32') return [];
  const looked = await Promise.all(places.map(place => modeOf(place)));
  const open = looked.filter(one => one !== null);
  const remedy = open.length === 0 ? null : setModes(context, open);
  return open.map(({ path, mode, wanted }) =>
    red({ kind, path: shownPath(context.manifests, path), octal: octal(mode), wanted: octal(wanted) }, { remedy }),
  );
}

async function modeOf(place: Private): Promise<Open | null> {
  const found = await lstat(place.path).catch(() => null);
  if (!found || found.isSymbolicLink() || (found.mode & 0o077) === 0) return null;
  return { ...place, mode: found.mode & 0o777 };
}

function setModes(context: DoctorContext, open: readonly Open[]): Remedy {
  const places = open.map(({ path }) => shownPath(context.manifests, path));
  return {
    id: 'set-modes',
    does: { kind: 'doctor-sets-modes', places },
    act: async () => {
      for (const { path, wanted } of open) {
        // Something else may lie there by now, and a link would be followed.
        if ((await lstat(path)).isSymbolicLink()) continue;
        await chmod(path, wanted);
      }
    },
  };
}

export function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}
