// Reads `pilothouse://` links and what a second start hands over. Anybody can make both, so they lead to a form at most.
import { type ServerDraft, ServerDraftSchema } from '../../contract/schemas/desktop.ts';

export const linkScheme = 'pilothouse';
const maxLength = 24_000;

/** What a link leads to: a path of the panel. */
export function pathOfLink(link: string): string {
  const draft = readDraft(link);
  return draft ? `servers/${encodeURIComponent(`+${JSON.stringify(draft)}`)}` : '';
}

/** `pilothouse://add-server?name=…&command=…` or `?json=…`; null for every other link. */
export function readDraft(link: string): ServerDraft | null {
  if (link.length > maxLength || !URL.canParse(link)) return null;
  const { protocol, host, searchParams } = new URL(link);
  if (protocol !== `${linkScheme}:` || host !== 'add-server') return null;
  const json = searchParams.get('json');
  const typed = { name: searchParams.get('name') ?? '', commandLine: searchParams.get('command') ?? '' };
  const draft = ServerDraftSchema.safeParse(json === null ? typed : { text: json });
  return draft.success ? draft.data : null;
}

export function linkInArguments(argv: readonly string[]): string | null {
  return argv.find(word => word.startsWith(`${linkScheme}://`)) ?? null;
}

/** What a start says to the app that runs already. */
export interface SecondStart {
  readonly verb: 'open' | 'stay';
  readonly link: string | null;
}

export function secondStartOf({
  hidden,
  link,
}: {
  readonly hidden: boolean;
  readonly link: string | null;
}): SecondStart {
  return { verb: hidden ? 'stay' : 'open', link };
}

/** Any program of this user can send it; what is not understood asks for nothing. */
export function readSecondStart(data: unknown): SecondStart | null {
  if (typeof data !== 'object' || data === null) return null;
  const { verb, link } = data as Record<string, unknown>;
  if (verb !== 'open' && verb !== 'stay') return null;
  return { verb, link: typeof link === 'string' ? link : null };
}
