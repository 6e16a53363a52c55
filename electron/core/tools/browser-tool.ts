// What a tool of the browser is, as data, and the arguments that several of them share.
import type { Scope } from '../../../contract/permissions.ts';
export interface BrowserTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly scope: Scope;
  /** Whether it acts on one tab, and so needs the asker to own it. */
  readonly needsTab: boolean;
  /** `Cannot <verb> tab 42`: the wording of spec 000's refusals. */
  readonly verb: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export const tabId = {
  type: 'number',
  description:
    'One of your own tabs, from tabs_context or tabs_create. Without it: the tab of yours that was used last.',
};
export const ref = { type: 'string', description: 'An element, from read_page or find.' };
export const selector = { type: 'string', description: 'A CSS selector, in place of a ref; its first match is meant.' };
export const selectorTimeout = {
  type: 'number',
  minimum: 0,
  maximum: 30,
  description: 'Seconds to wait until it can be used. Default 5.',
};
export const point = { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 };
