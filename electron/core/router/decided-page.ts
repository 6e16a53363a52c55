// Where a call goes: the page that it was decided for, which its browser compares, and what an answer of the user speaks of.
import { isSameJson } from '../../../contract/json.ts';
import { originOf } from '../../../contract/sites.ts';
import { nameOf } from '../browsers/browser-names.ts';
import { foreignExtension } from '../browsers/foreign/foreign-extensions.ts';
import type { DecidedPage } from '../../../contract/companion.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { GatedCall } from '../gates/gate.ts';
import type { Refusal } from '../gates/refusal.ts';
import type { Permit } from './permit.ts';
import type { DecidedPlace } from './plan-call.ts';

/** The site that was decided on; null where the call is about none. */
export function siteOf({ resources }: GatedCall): string | null {
  return resources.find(resource => resource.kind === 'site')?.origin ?? null;
}

/** The site of the frame that was decided on beside the page; null where the call is about the page itself. */
export function frameOf(call: GatedCall): string | null {
  return call.target.kind === 'browser' && call.target.inFrame ? siteOf(call) : null;
}

/** Where it goes on going; undefined for a server, which no agent chooses anew. */
export function decidedPlace({ target }: GatedCall): DecidedPlace | undefined {
  return target.kind === 'browser' ? { browserId: target.browser?.id ?? null, tabId: target.tabId } : undefined;
}

/** Where it goes, for people: sites without their paths, because an address may carry what is nobody's business. */
export function placeOf(call: GatedCall): Reason {
  const { target } = call;
  if (target.kind === 'server') return { kind: 'at-server', server: target.serverId };
  if (target.kind === 'plugin') return { kind: 'at-plugin', plugin: target.pluginId };
  if (target.kind === 'hub') return target.what;
  const { tabId, tab, inFrame } = target;
  const site = siteOf(call);
  const browser = target.browser?.name ?? null;
  if (tabId === null) return { kind: 'at-browser', site, browser };
  return {
    kind: 'at-tab',
    tab: tabId,
    site,
    inFrame: inFrame && site !== null,
    page: tab && originOf(tab.url),
    browser,
  };
}

/** `document` is the only one that will do; null where any of that site does. */
export function decidedPage(call: GatedCall, document: string | null): DecidedPage {
  return { origin: siteOf(call), ...(document !== null && { document }) };
}

/** The document that a question about a call shows; null where that is nobody's to say, '' where the companion has told of none. */
export function documentShown(call: GatedCall): string | null {
  const { target } = call;
  if (target.kind !== 'browser' || !target.browser || !target.tab) return null;
  if (target.document !== null) return target.document;
  const isOfPage = target.inFrame || siteOf(call) === originOf(target.tab.url);
  // Nor where an address is opened, which is about no document that is there.
  return isOfPage && !foreignExtension(target.browser.extensionId) ? '' : null;
}

/** The same, with those of its origins that the agent is denied to read. */
export function withWordless(page: DecidedPage, tabId: number | null, hidesPage: Permit['hidesPage']): DecidedPage {
  const origins = [page.origin, ...(page.frames ?? [])];
  const wordless = origins.filter(origin => hidesPage({ tabId, url: origin ?? '' }));
  return wordless.length > 0 ? { ...page, wordless } : page;
}

/** Whether both are about one target, and for a tab about one page in it. */
export function isAboutSame(a: GatedCall, b: GatedCall): boolean {
  const [one, other] = [a.target, b.target];
  if (one.kind === 'server') return other.kind === 'server' && one.serverId === other.serverId;
  if (one.kind === 'plugin') return other.kind === 'plugin' && one.pluginId === other.pluginId;
  if (one.kind === 'hub') return other.kind === 'hub' && JSON.stringify(one.what) === JSON.stringify(other.what);
  if (other.kind !== 'browser') return false;
  const isSameDocument = one.document === null || other.document === null || one.document === other.document;
  return (
    one.browser?.id === other.browser?.id && one.tabId === other.tabId && siteOf(a) === siteOf(b) && isSameDocument
  );
}

/** Whether what would carry out a call is still what it was: its server's program, and what it says of itself. */
export function isOfferedAlike(a: GatedCall, b: GatedCall): boolean {
  return programOf(a) === programOf(b) && isSameJson(a.definition, b.definition);
}

/** Null where no program of a server would carry it out, also where the server itself is changed: that is of whatever it runs. */
export function programOf({ target }: GatedCall): string | null {
  return (target.kind === 'server' && !target.isManaged && target.server?.hash) || null;
}

/** Why a call that was first to be carried out in the one browser may not go on in another; null where it is the same. */
export function browserChanged(first: GatedCall, now: GatedCall): Refusal | null {
  if (first.target.kind !== 'browser' || now.target.kind !== 'browser' || now.target.inHub) return null;
  const [before, browser] = [first.target.browser, now.target.browser];
  if (!before || !browser || before.id === browser.id) return null;
  const byUser = now.agent.moved?.by === 'user';
  return { kind: 'browser-changed', before: before.name, browser: nameOf(browser), byUser };
}

/** The refusal of a call about which the user was asked while it came to be about another page. */
export function movedWhileAsked(asked: GatedCall, now: GatedCall): Refusal {
  const tabId = now.target.kind === 'browser' ? now.target.tabId : null;
  return { kind: 'tab-moved', tabId, before: siteOf(asked), after: siteOf(now) };
}
