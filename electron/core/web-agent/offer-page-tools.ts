// The tools of a document, handed to agents, where a call comes back to that very document or not at all; and named to whoever looks at its tab.

import { pageAsks } from '../../../contract/web-agent.ts';
import { cancelled } from '../platform/wait.ts';
import { AnsweredError } from '../wire/rpc-error.ts';
import { isBlocked } from './offered.ts';
import { askDocument } from './own-tools.ts';
import type { OwnTools } from './own-tool-family.ts';
import type { OwnTool } from './own-tools.ts';
import type { Page } from './page.ts';
import type { PageServices } from './page-services.ts';

const maxErrorChars = 2_000;

/** An empty list takes them away. A frame offers none: agents see the page of a tab. The Web Agent API has to be offered there: a site that is blocked offers nothing to anybody. */
export function offerPageTools(
  { pageOffers, rules }: Pick<PageServices, 'pageOffers' | 'rules'>,
  page: Page,
  own: readonly OwnTool[],
): void {
  if (own.length === 0 || page.embeddedIn !== null || isBlocked({ rules }, page)) return pageOffers.remove(page.key);
  const place = { ...page.tab, origin: page.origin };
  pageOffers.set(page.key, {
    place,
    tools: own.map(({ tool }) => tool),
    carry: async ({ name, args, parent, signal }) => {
      const id = `page/${name}`;
      if (!page.isHere) throw pageOffers.moved({ id, place });
      try {
        return await askDocument(page, { ask: pageAsks.tool, name, args, parent, signal });
      } catch (error) {
        if (signal.aborted) throw cancelled();
        // It was left while it carried this out.
        if (!page.isHere) throw pageOffers.moved({ id, place }, 'begun');
        if (!(error instanceof AnsweredError)) throw error;
        // Its words are those of the page, and no error of ours.
        const text = error.message.slice(0, maxErrorChars);
        return { content: [{ type: 'text', text }], isError: true };
      }
    },
  });
}

/** Those of its servers too. A frame shows none, nor does a site that is blocked: there are none there then. */
export function showOwnTools(
  { ownToolNames, rules }: Pick<PageServices, 'ownToolNames' | 'rules'>,
  page: Page,
  own: Pick<OwnTools, 'of'>,
): void {
  const isNone = page.embeddedIn !== null || isBlocked({ rules }, page);
  const names = isNone ? [] : own.of(page).map(({ tool }) => tool.name);
  ownToolNames.set(page.key, { ...page.tab, origin: page.origin }, names);
}
