// A browser that a server has opened for its user, for a sign-in or a page to look at, is the user's from then on: it outlives the server.
// One that is driven by a program is told by its arguments, and ends with it.
import { readFileSync } from 'node:fs';

const browsers =
  /^(?:firefox(?:-bin|-esr)?|librewolf|zen|waterfox|floorp|chrome|google-chrome(?:-stable|-beta)?|chromium(?:-browser)?|brave(?:-browser)?|msedge|microsoft-edge(?:-stable)?|vivaldi(?:-bin|-stable)?|opera|epiphany|falkon)$/;
const driven =
  /^--?(?:remote-debugging-(?:port|pipe)|headless|user-data-dir|enable-automation|marionette|juggler(?:-pipe)?|inspector-pipe|profile|no-remote)(?:=|$)/;
/** Processes of a browser that are not the one that was opened: they are judged by that. */
const part = /^(?:--type=|-contentproc$)/;

/** By its arguments, the program first. */
export function isUsersBrowser([program = '', ...args]: readonly string[]): boolean {
  const name = program.split('/').at(-1) ?? '';
  return browsers.test(name) && !args.some(arg => driven.test(arg) || part.test(arg));
}

/** The program is the first word; what an app is called may have spaces in it. */
const app = /^\/(?:(?! [/-])[^=])*\.app\/Contents\/MacOS\//;

/**
 * On macOS: the apps that were opened for the user, which the system starts and which are told by their place, and what these have started. Of
 * the processes that carry a mark, each with its command and what stands behind that.
 */
export function usersApps(
  processes: readonly { readonly pid: number; readonly parent: number; readonly command: string }[],
): ReadonlySet<number> {
  const isOpened = ({ parent, command }: (typeof processes)[number]) =>
    parent === 1 && app.test(command) && !command.split(/\s+/).some(word => driven.test(word));
  const found = new Set(processes.filter(isOpened).map(({ pid }) => pid));
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const { pid, parent } of processes) if (found.has(parent)) found.add(pid);
  }
  return found;
}

/** Linux alone. Its own parts descend from it, save the one that reports crashes, which cuts itself loose. What
 * started this process is not asked: that may be a browser, and what runs here is none the less to end. */
export function ofUsersBrowser(pid: number, read: (pid: number) => Seen | null = seen): boolean {
  for (let at = pid, steps = 0; at > 1 && at !== process.pid && steps < 20; steps += 1) {
    const look = read(at);
    if (look === null) return false;
    if (isUsersBrowser(look.args)) return true;
    at = look.parent;
  }
  return false;
}

export interface Seen {
  readonly args: readonly string[];
  readonly parent: number;
}

/** Null for one that has ended. */
function seen(pid: number): Seen | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, parent = '0'] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { args: argumentsIn(readFileSync(`/proc/${pid}/cmdline`, 'utf8')), parent: Number(parent) };
  } catch {
    return null;
  }
}

/** Chromium writes its title over its arguments, with spaces between them. */
function argumentsIn(text: string): string[] {
  const args = text.replace(/\0+$/, '').split('\0');
  return args.length > 1 ? args : (args[0] ?? '').split(' ');
}
