// Reads `pilothouse://` links and what a second start hands over. Anybody can make both, so they lead to a form at most.
import { readServerLink } from '../../contract/server-links.ts';
import { isBundlePath } from './bundle-files.ts';
import type { ServerLink } from '../../contract/server-links.ts';

export const linkScheme = 'pilothouse';

/** What a link may carry into the form "Add a server", where the user reads it: a link never does anything itself. */
type ServerDraft = { readonly name: string; readonly commandLine: string } | { readonly text: string };

/** What a link leads to: a path of the panel. */
export function pathOfLink(link: string): string {
  const draft = readDraft(link);
  if (draft) return `servers/${encodeURIComponent(`+${JSON.stringify(draft)}`)}`;
  const read = readOwnLink(link);
  return read?.kind === 'entry'
    ? `catalogue/${encodeURIComponent(`?${new URLSearchParams({ search: read.name }).toString()}`)}`
    : '';
}

/** Null for every link that fills no form, such as one that names a secret or says something twice. */
export function readDraft(link: string): ServerDraft | null {
  const read = readOwnLink(link);
  if (read?.kind === 'typed') return { name: read.name, commandLine: read.commandLine };
  return read?.kind === 'server' || read?.kind === 'list' ? { text: read.text } : null;
}

/** Links of other apps are theirs, unless one of ours carries them. */
function readOwnLink(link: string): ServerLink | null {
  return link.toLowerCase().startsWith(`${linkScheme}:`) ? readServerLink(link) : null;
}

export function linkInArguments(argv: readonly string[]): string | null {
  return argv.find(word => word.startsWith(`${linkScheme}://`)) ?? null;
}

/** What a start says to the app that runs already. */
export interface SecondStart {
  readonly verb: 'open' | 'stay';
  readonly link: string | null;
  /** A bundle that it was started with, absolute. */
  readonly bundle: string | null;
}

interface Started extends Pick<SecondStart, 'link' | 'bundle'> {
  readonly hidden: boolean;
}

export function secondStartOf({ hidden, link, bundle }: Started): SecondStart {
  return { verb: hidden ? 'stay' : 'open', link, bundle };
}

/** Any program of this user can send it; what is not understood asks for nothing. */
export function readSecondStart(data: unknown): SecondStart | null {
  if (typeof data !== 'object' || data === null) return null;
  const { verb, link, bundle } = data as Record<string, unknown>;
  if (verb !== 'open' && verb !== 'stay') return null;
  return { verb, link: typeof link === 'string' ? link : null, bundle: isBundlePath(bundle) ? bundle : null };
}
