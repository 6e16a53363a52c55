// What a page wants done in its document or browser: decided as every use of the hub is, then carried out by its companion.

import { pageMembers } from '../../../contract/web-agent.ts';
import { holding } from './call-tool.ts';
import { resultOf } from './page-asked.ts';
import { answeredFault } from './page-fault.ts';
import { hubScopes } from './page-standing.ts';
import type { PageMember, PageScope } from '../../../contract/web-agent.ts';
import type { HubTarget } from '../gates/gate.ts';
import type { HubUse } from '../router/plan-use.ts';
import type { PageAsked } from './page-asked.ts';
import type { PageServices } from './page-services.ts';

export type CarryOut = (
  asked: PageAsked,
  method: string,
  params: Readonly<Record<string, unknown>>,
  about?: Pick<UseOptions, 'site' | 'within' | 'also'>,
) => Promise<unknown>;

/** Rejects with PageFault. What its scope is about is decided before, and asked again right before it is carried out. */
export function deedFor(services: PageServices): CarryOut {
  return async (asked, method, params, about = {}) =>
    use(services, asked, about, async (expectAllowed, signal) => {
      expectAllowed();
      const timeoutMs = Math.max(1, asked.time.leftMs);
      return asked.page.ask(method, params, { parent: asked.request.seq, signal, timeoutMs }).catch(asFault);
    });
}

interface UseOptions extends Pick<HubUse, 'within' | 'also'> {
  /** The site that it is about, where that is not the page's own. */
  readonly site?: string | undefined;
  /** The user is asked unless a rule names that very site. */
  readonly asksUser?: 'site';
  /** In place of the member's own. */
  readonly scope?: PageScope;
  /** Where it goes, in words for the user, where the site alone would not tell. */
  readonly place?: HubTarget['what'];
}

/** The member's own use of the hub. Its clock stands still while its user is asked, or all is paused. */
export async function use<T>(
  { agentServices }: PageServices,
  asked: PageAsked,
  { site, asksUser, scope: other, place, within, also }: UseOptions,
  act: (expectAllowed: () => void, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { type, page, payload, request, policy } = asked;
  const member: PageMember = pageMembers[type];
  const [scope = 'mcp:tools.list'] = (other ? [other] : (member.scopes ?? [])).flatMap(hubScopes);
  const what = place ?? ({ kind: 'at-page', member: type } as const);
  const onWait = holding(asked);
  const wanted = { scope, id: `page/${type}`, what, params: payload, request, policy, onWait };
  const more = {
    ...(site !== undefined && { site }),
    ...(asksUser && { asksUser }),
    ...(within && { within }),
    ...(also && { also }),
  };
  return resultOf(asked, await agentServices.router.use(page.agentOf, { ...wanted, ...more }, act));
}

/** What the companion or the page says of its failure has a code of its own. */
function asFault(error: unknown): never {
  throw answeredFault(error);
}
