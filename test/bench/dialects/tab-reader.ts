// An agent under load, whatever its wire: it opens a tab of its own and reads it again and again.
import { pageOf } from './extensions.ts';

export interface LoadAgent {
  openTab(): Promise<void>;
  /** Rejects with the answer where it is not that of the agent's own tab. */
  call(): Promise<void>;
  close(): void;
}

export interface LoadClient {
  readonly home: string;
  readonly clientId: string;
  readonly secret: string;
  /** Where and with what header the client is let in over HTTP. */
  readonly http: { readonly url: URL; readonly headers: Readonly<Record<string, string>> };
}

/** A tab that is learned from the answer to its opening, and checked in every later one. */
export abstract class TabReader implements LoadAgent {
  #tabId = 0;

  async openTab(): Promise<void> {
    const answer = await this.ask('tabs_create', {});
    const tabId = /\\?"tabId\\?":\s?(\d+)/.exec(answer)?.[1];
    if (tabId === undefined) throw new Error(`No tab was opened: ${answer}`);
    this.#tabId = Number(tabId);
  }

  async call(): Promise<void> {
    const answer = await this.ask('get_page_text', { tabId: this.#tabId });
    const said = pageOf(this.#tabId);
    if (!answer.includes(`${said}\\n`) && !answer.includes(`${said}"`))
      throw new Error(`Answered with ${answer.slice(0, 300)}`);
  }

  abstract close(): void;
  /** Resolves with the whole answer as text. */
  protected abstract ask(tool: 'tabs_create' | 'get_page_text', args: Record<string, unknown>): Promise<string>;
}
