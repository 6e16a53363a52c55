// What the Web Agent API's scopes are called where a page asks for them, in the panel and in the companion's own windows.
import type { PageScope } from '../contract/web-agent.ts';

export interface PageScopeText {
  readonly title: string;
  /** What the page gets by it, in a line below the title. */
  readonly text: string;
}

export type PageScopeWords = { readonly [S in PageScope]: PageScopeText };
