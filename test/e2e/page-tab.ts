// A tab as an agent uses it: elements by their names, what tools answer, and what the page itself says of what happened to it.
import type { Client } from '@modelcontextprotocol/client';

/** A bound for what hangs: past it a call counts as one that nobody answers, and the tab is given up. */
const patienceMs = 30_000;

/** Roles of what is only called so, or gives something else its name. */
const names = /^(cell|generic|heading|iframe|label|listitem|paragraph|StaticText|text)$/;

interface Found {
  readonly ref: string;
  readonly name?: string;
  readonly role?: string;
}

export interface Said {
  /** Of all blocks of text. */
  readonly text: string;
  readonly isError: boolean;
  readonly images: readonly { readonly data: string; readonly mimeType: string }[];
}

export class PageTab {
  readonly #client: Client;
  readonly tabId: number;

  private constructor(client: Client, tabId: number) {
    this.#client = client;
    this.tabId = tabId;
  }

  static async open(client: Client, url: string): Promise<PageTab> {
    const nowhere = new PageTab(client, 0);
    const { text, isError } = await nowhere.#ask('tabs_create', { url });
    if (isError) throw new Error(text);
    return new PageTab(client, (JSON.parse(text) as { tabId: number }).tabId);
  }

  /** The answer of a tool in this tab, whether it is an error or not. */
  ask(tool: string, args: Readonly<Record<string, unknown>> = {}): Promise<Said> {
    return this.#ask(tool, { tabId: this.tabId, ...args });
  }

  /** The text of the answer; throws it when it is an error. */
  async call(tool: string, args: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const { text, isError } = await this.ask(tool, args);
    if (isError) throw new Error(`${tool}: ${text}`);
    return text;
  }

  /** The ref of the element that is called so, of that role where one is given, as `find` tells it. */
  async ref(name: string, role?: string): Promise<string> {
    const text = await this.call('find', { query: role === undefined ? name : `${name} ${role}` });
    const { elements } = JSON.parse(text) as { elements: readonly Found[] };
    const named = elements.filter(element => element.name === name);
    const isMeant = (element: Found) => (role === undefined ? !names.test(element.role ?? '') : element.role === role);
    const found = named.find(isMeant);
    if (!found) throw new Error(`find knows no ${role ?? 'element'} "${name}": ${text.slice(0, 400)}`);
    return found.ref;
  }

  async click(name: string, role?: string): Promise<string> {
    return this.act('left_click', { ref: await this.ref(name, role) });
  }

  /** Types into the field of that name, in place of what it holds. */
  async type(name: string, text: string): Promise<string> {
    return this.act('type', { ref: await this.ref(name), text, clear: true });
  }

  async set(name: string, value: unknown, role?: string): Promise<string> {
    return this.call('form_input', { ref: await this.ref(name, role), value });
  }

  act(action: string, args: Readonly<Record<string, unknown>> = {}): Promise<string> {
    return this.call('computer', { action, ...args });
  }

  /** What the page says of what happened to it; see `documentOf`. */
  async facts(): Promise<Record<string, unknown>> {
    return JSON.parse(String(await this.value('JSON.stringify(facts())'))) as Record<string, unknown>;
  }

  /** The value of a script in the page. */
  async value(script: string): Promise<unknown> {
    return JSON.parse(await this.call('javascript_tool', { text: script })) as unknown;
  }

  /** The middle of the element in CSS pixels of the viewport. */
  async middle(selector: string): Promise<[x: number, y: number]> {
    const box = `(() => { const { x, y, width, height } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect(); return [x + width / 2, y + height / 2]; })()`;
    return (await this.value(box)) as [number, number];
  }

  /** As `tabs_context` tells it; empty where the tab is not listed. */
  async address(): Promise<string> {
    const { availableTabs } = JSON.parse(await this.call('tabs_context')) as {
      availableTabs: readonly { tabId: number; url: string }[];
    };
    return availableTabs.find(({ tabId }) => tabId === this.tabId)?.url ?? '';
  }

  async close(): Promise<void> {
    await this.ask('tabs_close');
  }

  async #ask(name: string, args: Readonly<Record<string, unknown>>): Promise<Said> {
    const result = await this.#client.callTool({ name, arguments: args }, { timeout: patienceMs });
    const blocks = result.content as readonly { type: string; text?: string; data?: string; mimeType?: string }[];
    return {
      text: blocks.flatMap(({ text }) => (text === undefined ? [] : [text])).join('\n'),
      isError: result.isError === true,
      images: blocks.flatMap(({ data, mimeType = '' }) => (data === undefined ? [] : [{ data, mimeType }])),
    };
  }
}
