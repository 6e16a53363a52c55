// Tools that somebody lends to a conversation in the place of the hub's own: a page to the chat that it has open.
import type { SourceFacts } from './answer/route-sources.ts';
import type { OfferedTool } from './answer/tool-offer.ts';
import type { ChatAgent } from './chat-agent.ts';
import type { ChatAsker } from './chat-askers.ts';

export interface LentTools extends Pick<ChatAgent, 'call'> {
  /** What a question may hit; all of them are used. */
  facts(): SourceFacts[];
  /** Those of these sources that can be called now. */
  offered(sources: ReadonlySet<string>): OfferedTool[];
}

/** Of nobody. */
export const noTools: LentTools = {
  facts: () => [],
  offered: () => [],
  call: () =>
    Promise.resolve({
      ...{ outcome: 'refused', code: 'ERR_TOOL_NOT_FOUND', why: null, rule: null, waitedMs: 0 },
      result: { content: [{ type: 'text', text: 'The page that had this tool is not open any more.' }], isError: true },
    }),
};

/** A page has what it lends itself, and nothing of what the hub has for its user. */
export function isLentTo(asker: ChatAsker): boolean {
  return asker.kind === 'origin' && asker.isPage === true;
}
