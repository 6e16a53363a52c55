// The page that a call was decided for: what its browser compares, and what an answer of the user speaks of.
import type { DecidedPage } from '../../../contract/companion.ts';
import type { GatedCall } from '../gates/gate.ts';

/** The site that was decided on; null where the call is about none. */
export function siteOf({ resources }: GatedCall): string | null {
  return resources.find(resource => resource.kind === 'site')?.origin ?? null;
}

/** The site of the frame that was decided on beside the page; null where the call is about the page itself. */
export function frameOf(call: GatedCall): string | null {
  return call.target.kind === 'browser' && call.target.inFrame ? siteOf(call) : null;
}

/** `exactly` binds the call to the very document that it was decided for. */
export function decidedPage(call: GatedCall, frames: readonly string[], exactly: boolean): DecidedPage {
  const document = call.target.kind === 'browser' ? call.target.document : null;
  return {
    origin: siteOf(call),
    ...(exactly && document !== null && { document }),
    ...(frames.length > 0 && { frames }),
  };
}

/** Whether both are about one target, and for a tab about one page in it. */
export function isAboutSame(a: GatedCall, b: GatedCall): boolean {
  if (a.target.kind === 'server' || b.target.kind === 'server')
    return a.target.kind === 'server' && b.target.kind === 'server' && a.target.serverId === b.target.serverId;
  const [one, other] = [a.target, b.target];
  const isSameDocument = one.document === null || other.document === null || one.document === other.document;
  return (
    one.browser?.id === other.browser?.id && one.tabId === other.tabId && siteOf(a) === siteOf(b) && isSameDocument
  );
}

export function movedMessage(asked: GatedCall, now: GatedCall): string {
  const tab = now.target.kind === 'browser' ? `tab ${now.target.tabId}` : 'its target';
  const [before, after] = [asked, now].map(call => siteOf(call) ?? 'a page of no site');
  const shown = before === after ? `another page of ${after}` : after;
  return `The user was asked about ${before}, and ${tab} shows ${shown} by now; look at it, then call again.`;
}
