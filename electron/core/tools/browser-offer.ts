// Which of the browser's tools are listed: what a connected browser can do, whether the user saved shortcuts, for whom, and under which names.
import { hubToolName } from '../../../native-host/dialects/claude/claude-tools.ts';
import { browserTools } from './browser-tools.ts';
import type { BrowserTool } from './browser-tool.ts';
import type { Callable } from './callable.ts';

/** What the connected browsers and the user's shortcuts come to. */
export interface BrowserOffer {
  /** Whether one of them can do what the tool of that name does. */
  can(tool: string): boolean;
  /** Whether there is a choice among them. */
  readonly several: boolean;
  /** Whether the user has saved a shortcut; not when absent. */
  readonly hasShortcuts?: boolean;
  /** What it comes to for an agent that is bound to one of them; without it the same for every agent. */
  readonly boundTo?: (browserId: string) => BrowserOffer;
  /** Those that an agent may find itself bound to; none when absent. */
  readonly browserIds?: readonly string[];
}

/** For whom a list is, as far as that changes what is in it. */
export interface ListedFor {
  readonly clientId: string | null;
  /** The browser that the agent is bound to. */
  readonly browserId: string | null;
  /** The agent; absent where none is there yet. */
  readonly id?: string;
  /** The web origin of a page, and how that came. */
  readonly origin?: string | undefined;
  readonly transport?: string | undefined;
  /** The user calls in the panel: what is there for one alone is there for them. */
  readonly byUser?: boolean;
}

export const anybody: ListedFor = { clientId: null, browserId: null };

/** Who reads a list: a client of spec 004 expects all of its names. */
export type ListReader = 'mcp' | 'spec-004';

/** While no browser is connected nobody knows which one will be, so all that one may do is offered. */
export const anyBrowser: BrowserOffer = { can: () => true, several: false };

export const browserCallables = browserTools.map<Callable & { kind: 'browser' }>(tool => ({
  kind: 'browser',
  id: tool.name,
  tool,
}));

/** Spec 004 "Complete Tool List" has both spellings of the first two, real clients have them of the third as well. */
const otherSpellings = ['tabs_context_mcp', 'tabs_create_mcp', 'tabs_close_mcp'];

export function offerFor(offer: BrowserOffer, browserId: string | null): BrowserOffer {
  return browserId === null ? offer : (offer.boundTo?.(browserId) ?? offer);
}

/** The names that agents are listed, by the browser that they are bound to: what two offers differ in. */
export function listedNames(offer: BrowserOffer, browserIds: readonly (string | null)[]): string {
  const readers: readonly ListReader[] = ['mcp', 'spec-004'];
  const namesFor = (browserId: string | null) =>
    readers.map(reader =>
      browserTools.filter(tool => isListed(tool, offerFor(offer, browserId), reader)).map(({ name }) => name),
    );
  return JSON.stringify(browserIds.map(namesFor));
}

/** Whether it can be called with success now. */
export function isThere({ byHub, name }: BrowserTool, offer: BrowserOffer): boolean {
  return byHub === true || offer.can(name);
}

export function isListed(tool: BrowserTool, offer: BrowserOffer, reader: ListReader): boolean {
  if (!isThere(tool, offer)) return false;
  if (tool.listed === undefined || reader === 'spec-004') return true;
  return tool.listed === 'several-browsers'
    ? offer.several
    : tool.listed === 'saved-shortcuts' && offer.hasShortcuts === true;
}

/** The same definitions once more, under the names that spec 004 has beside. */
export function inOtherSpellings(definitions: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  return otherSpellings.flatMap(name =>
    definitions.filter(tool => tool.name === hubToolName(name)).map(tool => ({ ...tool, name })),
  );
}
