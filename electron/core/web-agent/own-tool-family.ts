// The tools that documents carry out themselves, by document: the list of `navigator.modelContext`, and those of servers whose tools the page serves.
import { pageAsks, pageTells } from '../../../contract/web-agent.ts';
import { readOwnTools } from './own-tools.ts';
import type { OwnTool } from './own-tools.ts';
import type { Page } from './page.ts';
import type { PageFamily } from './page-asked.ts';
import type { PageServers } from './page-servers.ts';

export class OwnTools {
  readonly #servers: Pick<PageServers, 'of'>;
  readonly #changed: (page: Page, tools: readonly OwnTool[]) => void;
  readonly #told = new Map<string, readonly OwnTool[]>();

  /** `changed` hears of each list of a document's `navigator.modelContext`. */
  constructor(servers: Pick<PageServers, 'of'>, changed: (page: Page, tools: readonly OwnTool[]) => void) {
    this.#servers = servers;
    this.#changed = changed;
  }

  of(page: Page): readonly OwnTool[] {
    return [...(this.#told.get(page.key) ?? []), ...this.#servers.of(page).flatMap(({ tools }) => tools)];
  }

  /** By its id, such as `page/add_to_cart`. */
  find(page: Page, id: string): OwnTool | null {
    return this.of(page).find(tool => tool.id === id) ?? null;
  }

  told(page: Page, params: unknown): void {
    const tools = readOwnTools(params).map((tool): OwnTool => ({ id: `page/${tool.name}`, tool, ask: pageAsks.tool }));
    if (tools.length === 0) this.#told.delete(page.key);
    else this.#told.set(page.key, tools);
    this.#changed(page, tools);
  }

  /** Its site was blocked, or is not any more: what it has told stays, and is offered or not. */
  rulesChanged(page: Page): void {
    const tools = this.#told.get(page.key);
    if (tools) this.#changed(page, tools);
  }

  gone(page: Page): void {
    if (this.#told.delete(page.key)) this.#changed(page, []);
  }
}

export function ownToolFamily(own: OwnTools): PageFamily {
  return {
    handlers: {},
    gone: page => own.gone(page),
    blocked: page => own.rulesChanged(page),
    allowed: page => own.rulesChanged(page),
    notified: (page, method, params) => {
      if (method === pageTells.tools && page.isHere) own.told(page, params);
    },
  };
}
