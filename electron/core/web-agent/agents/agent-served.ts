// Whether an agent of a page can be reached now: its page is served, has agents on, and may still offer one.

import { isMemberOn, pageMembers } from '../../../../contract/web-agent.ts';
import { isBlocked } from '../offered.ts';
import { bookOf, pageStanding } from '../page-standing.ts';
import type { PageScope } from '../../../../contract/web-agent.ts';
import type { Page } from '../page.ts';
import type { PageServices } from '../page-services.ts';
import type { PageAgent } from './page-agent.ts';

export function isServed(services: PageServices, { page }: Pick<PageAgent, 'page'>): boolean {
  return isPageServed(services, page, 'agents:register');
}

export function isPageServed(services: PageServices, page: Page, scope: PageScope): boolean {
  return (
    !isBlocked(services, page) &&
    isMemberOn(pageMembers['agent.agents.register'], page.flags) &&
    pageStanding(bookOf(services), page, scope) === 'granted'
  );
}
