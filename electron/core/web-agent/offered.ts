// Whether a member is offered to pages: their sites are not blocked, and one of its flags is on. It ends with that what runs, and what waits for its user.
import { isMemberOn } from '../../../contract/web-agent.ts';
import { PageFault } from './page-fault.ts';
import type { PageMember } from '../../../contract/web-agent.ts';
import type { PageServices } from './page-services.ts';

/** A page's own origin, and those for which it works. */
type Origins = readonly string[];

/** Throws ERR_PERMISSION_DENIED for a blocked site, and ERR_FEATURE_DISABLED where no flag of the member is on. */
export function expectOffered({ rules }: Pick<PageServices, 'rules'>, origins: Origins, member: PageMember): void {
  for (const origin of origins) {
    if (rules.isBlocked(origin))
      throw new PageFault('ERR_PERMISSION_DENIED', `Permission denied: the user has blocked ${origin} in Pilothouse.`);
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
export function followOffer(services: Pick<PageServices, 'rules'>, origins: Origins, member: PageMember | null): Offer {
  const over = new AbortController();
  const end = services.rules.onChanged(changed => {
    if (member === null || (changed !== null && !origins.includes(changed))) return;
    try {
      expectOffered(services, origins, member);
    } catch (why) {
      over.abort(why);
    }
  });
  return { signal: over.signal, end };
}
