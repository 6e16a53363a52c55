// What a page lends to its chat: the tools that its site has brought, and those of others that it has named and its user has ticked.
import { runCalls, turnsOf } from './run-calls.ts';
import { runTools } from './run-tools.ts';
import type { LentTools } from '../chat/lent-tools.ts';
import type { OwnTools } from './own-tool-family.ts';
import type { Page } from './page.ts';
import type { PageServices } from './page-services.ts';

/** As long as a card waits for the user. */
const patienceMs = 120_000;

export function chatTools(services: PageServices, page: Page, own: OwnTools, names: readonly string[]): LentTools {
  const tools = runTools(services, page, { names, all: true, own, named: 'only' });
  const turns = turnsOf(services);
  return {
    facts: () => tools.facts(),
    offered: sources => tools.offered(sources),
    call: call => {
      const request = { method: 'agent.chat', params: {}, seq: call.parent ?? 0, signal: call.signal };
      return runCalls(services, { page, request, policy: { patienceMs } }, own, turns).call(call);
    },
  };
}
