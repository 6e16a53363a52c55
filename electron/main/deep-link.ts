// Reads `pilothouse://` links and what a second start hands over. Anybody can make both, so they lead to a form at most.
import { type ServerDraft, ServerDraftSchema } from '../../contract/schemas/desktop.ts';
import { maxLinkChars, namesSecret, readServerLink } from '../../contract/server-links.ts';
import { isBundlePath } from './bundle-files.ts';

export const linkScheme = 'pilothouse';

/** What a link leads to: a path of the panel. */
export function pathOfLink(link: string): string {
  const draft = readDraft(link);
  if (draft) return `servers/${encodeURIComponent(`+${JSON.stringify(draft)}`)}`;
  const named = readServerLink(parametersOf(link)?.get('link') ?? '');
  return named?.kind === 'entry'
    ? `catalogue/${encodeURIComponent(`?${new URLSearchParams({ search: named.name }).toString()}`)}`
    : '';
}

/**
 * `pilothouse://add-server` with `name` and `command` or `url`, with `name` and `config` as Cursor has it, with the whole list as `json`,
 * or with the `link` of another app; null for every other link, and for one that names a secret or says something twice.
 */
export function readDraft(link: string): ServerDraft | null {
  const parameters = parametersOf(link);
  if (!parameters) return null;
  const draft = ServerDraftSchema.safeParse(carriedBy(link, parameters));
  return draft.success && !namesSecret(JSON.stringify(draft.data)) ? draft.data : null;
}

function parametersOf(link: string): URLSearchParams | null {
  if (link.length > maxLinkChars || !URL.canParse(link)) return null;
  const { protocol, host, searchParams } = new URL(link);
  if (protocol !== `${linkScheme}:` || host !== 'add-server') return null;
  return new Set(searchParams.keys()).size === searchParams.size ? searchParams : null;
}

function carriedBy(link: string, parameters: URLSearchParams): unknown {
  const other = parameters.has('config') ? link : parameters.get('link');
  if (other !== null) {
    const read = readServerLink(other);
    return read?.kind === 'server' ? { text: read.text } : null;
  }
  const json = parameters.get('json');
  if (json !== null) return { text: json };
  const commandLine = parameters.get('command') ?? parameters.get('url') ?? '';
  return { name: parameters.get('name') ?? '', commandLine };
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
