// Whether a member is offered to pages: their sites are not blocked, and one of its flags is on. What is running, or waiting for the user, ends when that changes.
import { isMemberOn } from '../../../contract/web-agent.ts';
import { PageFault } from './page-fault.ts';
import type { PageMember } from '../../../contract/web-agent.ts';
import type { Page } from './page.ts';
import type { PageServices } from './page-services.ts';

/** With the pages for which it works. */
type Asking = Pick<Page, 'origin' | 'embeddedIn' | 'work'>;

/** Throws ERR_PERMISSION_DENIED for a blocked site, and ERR_FEATURE_DISABLED where no flag of the member is on. */
export function expectOffered({ rules }: Pick<PageServices, 'rules'>, page: Asking, member: PageMember): void {
  const blocked = sitesOf(page).find(site => rules.isBlocked(site));
  if (blocked !== undefined)
    throw new PageFault('ERR_PERMISSION_DENIED', `Permission denied: the user has blocked ${blocked} in Pilothouse.`);
  for (const { origin } of [page, ...page.work.callers]) {
    if (isMemberOn(member, rules.flagsOf(origin))) continue;
    const [flag = ''] = member.flags ?? [];
    throw new PageFault(
      'ERR_FEATURE_DISABLED',
      `Feature "${flag}" is not enabled for ${origin}; the user can switch it on in Pilothouse under Permissions, Sites.`,
      { flag },
    );
  }
}

export interface Offer {
  /** Aborted with what `expectOffered` throws, once it would. */
  readonly signal: AbortSignal;
  end(): void;
}

/** From now on, until it is ended. */
export function followOffer(services: Pick<PageServices, 'rules'>, page: Asking, member: PageMember | null): Offer {
  const sites = sitesOf(page);
  const over = new AbortController();
  const end = services.rules.onChanged(changed => {
    if (member === null || (changed !== null && !sites.includes(changed))) return;
    try {
      expectOffered(services, page, member);
    } catch (why) {
      over.abort(why);
    }
  });
  return { signal: over.signal, end };
}

/** A block of the page around a frame is one of the frame too. */
function sitesOf({ origin, embeddedIn, work }: Asking): string[] {
  const own = embeddedIn === null ? [origin] : [origin, embeddedIn];
  return [...own, ...work.callers.map(caller => caller.origin)];
}
