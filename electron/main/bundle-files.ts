// Bundles that the system hands over, by a double click or on the icon: found among arguments, kept until the hub runs, then shown in the panel.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PanelReply } from '../../contract/schemas/panel-requests.ts';
import type { ShellWords } from './shell-words.ts';

const maxPath = 4_000;

/** Whether a path may be handed on at all: it is then opened as data, and nothing else is done with it. */
export function isBundlePath(file: unknown): file is string {
  if (typeof file !== 'string' || file.length > maxPath || file.includes('\0')) return false;
  return path.isAbsolute(file) && /\.(?:mcpb|dxt)$/i.test(file);
}

/** The last one, absolute; some desktops hand over an address of the file. `folder` is where the app was started. */
export function bundleInArguments(argv: readonly string[], folder: string): string | null {
  const named = argv.filter(word => !word.startsWith('-')).map(word => path.resolve(folder, pathOf(word)));
  return named.findLast(isBundlePath) ?? null;
}

function pathOf(word: string): string {
  if (!/^file:\/\//i.test(word)) return word;
  try {
    return fileURLToPath(word);
  } catch {
    return '';
  }
}

/** What was handed over before anybody could open it. */
export class BundleFiles {
  #open: ((file: string) => void) | null = null;
  readonly #waiting: string[] = [];

  add(file: string): void {
    if (!isBundlePath(file)) return;
    if (this.#open) this.#open(file);
    else this.#waiting.push(file);
  }

  /** From now on `open` gets each, and those that have waited. */
  follow(open: (file: string) => void): void {
    this.#open = open;
    for (const file of this.#waiting.splice(0)) open(file);
  }
}

export interface BundleOpening {
  /** Asks the hub as a panel does. */
  request(name: 'bundles:open', params: { readonly path: string }): Promise<PanelReply>;
  /** Opens the window at a path of the panel. */
  show(where: string): void;
  /** Says why one was refused. */
  say(message: string, detail: string): void;
  words(): Pick<ShellWords, 'bundleRefused' | 'reason'>;
}

/** The hub opens and judges it; the panel then shows it, and asks before anything of it is installed. */
export async function showBundle(file: string, { request, show, say, words }: BundleOpening): Promise<void> {
  const reply = await request('bundles:open', { path: file });
  if (reply.ok) {
    const { bundle } = reply.value as { bundle: { bundleId: string } };
    show(pathOfBundle(bundle.bundleId));
    return;
  }
  const { reason, message } = reply.error;
  show('catalogue');
  say(words().bundleRefused(path.basename(file)), reason ? words().reason(reason) : message);
}

/** As the panel writes what is selected there. */
function pathOfBundle(bundleId: string): string {
  return `catalogue/${encodeURIComponent(`?${new URLSearchParams({ bundle: bundleId }).toString()}`)}`;
}
