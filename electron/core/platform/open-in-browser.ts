// Opens a file or a web address in the user's browser, by a program of the system; no shell of ours sees it. Other accounts read its
// arguments, so nothing secret may stand in them.
import { spawn } from 'node:child_process';
import { systemEnv, systemProgram } from '../../../native-host/endpoints/system-program.ts';
import type { SystemPlace } from '../../../native-host/endpoints/system-program.ts';

/** Best effort: where there is no browser the printed address serves as well. Returns whether there is a program to ask. */
export function openInBrowser(target: string, place: SystemPlace): boolean {
  const [name, args] = opener(place.os, target);
  const program = systemProgram(name, place);
  if (program === null) return false;
  const child = spawn(program, args, { detached: true, stdio: 'ignore', env: systemEnv(place) });
  child.on('error', () => {});
  child.unref();
  return true;
}

function opener(os: NodeJS.Platform, target: string): [string, string[]] {
  if (os === 'darwin') return ['open', [target]];
  if (os === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', target]];
  return ['xdg-open', [target]];
}
