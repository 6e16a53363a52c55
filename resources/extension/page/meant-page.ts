// Whether a document is the one that a call was decided for. Asked inside the document, because only there it is known for certain.
import { originOf } from '../../../contract/sites.ts';

/** The page that a call is for. */
export interface MeantPage {
  /** Null for a page of no web origin. */
  readonly origin: string | null;
  /** The mark of the very document; '' where any of that origin will do (Chromium drops null from arguments). */
  readonly mark: string;
  /** In a frame, what a document counts as that has neither an address nor an origin of its own: it was written by the page around it. */
  readonly inherited?: string;
}

/** A document, as it knows itself. */
export interface Here {
  readonly href: string;
  /** `self.origin`: what has no address of its own comes from whoever opened it. */
  readonly origin: string;
  readonly mark: string;
}

export interface Elsewhere {
  readonly kind: 'elsewhere';
  readonly url: string;
  readonly origin: string | null;
}

/**
 * Null for the page that is meant. A browser finds the document of an id before it sends a function there, and another may have taken
 * its place when the function arrives. Source: seen in Chromium 156, where it happens between sites that have processes of their own.
 */
export function elsewhere(meant: MeantPage, here: Here): Elsewhere | null {
  const isWeb = /^https?:/.test(here.href);
  const origin = originOf(isWeb ? here.href : here.origin) ?? (isWeb ? null : (meant.inherited ?? null));
  // Chromium drops null inside of arguments, too.
  const isMeant = origin === (meant.origin ?? null) && (meant.mark === '' || meant.mark === here.mark);
  return isMeant ? null : { kind: 'elsewhere', url: here.href, origin };
}
