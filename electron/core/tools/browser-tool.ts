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
  /** Arguments that it heeds and does not list, because only other wires have them or few need them. */
  readonly alsoTakes?: readonly string[] | 'anything';
  /** What it stands for may go on as a task (MCP 2025-11-25 "Tasks"). */
  readonly takesTasks?: true;
  /** The hub carries it out; no browser has to be there. */
  readonly byHub?: true;
  /** What it needs where a call is for the extension's own counterpart of it, which then carries it out. */
  readonly inExtension?: Pick<BrowserTool, 'scope' | 'needsTab'>;
  /** What comes of it is more calls, each of which is decided on for itself. */
  readonly makesCalls?: true;
  /** Some of its calls act, and need another scope. */
  readonly mayAct?: true;
  /** The user is asked, whatever the client's start says; only a rule that names the tool answers before. */
  readonly asksUser?: true;
  /**
   * Who finds it in a list: everybody when absent, else clients of spec 004; and everybody too where there is a choice of browsers, or
   * where the user has saved shortcuts. Whoever knows its name may call it on every way in.
   */
  readonly listed?: 'several-browsers' | 'saved-shortcuts' | 'spec-004';
}

/** What it is stands in the description of `tabs_context`, once for all tools: a list of tools is read by every agent, at every start. */
export const tabId = { type: 'number' };
/** In milliseconds, for the whole of a call; described where `tabId` is. */
export const timeout = { type: 'number' };
export const ref = { type: 'string', description: 'From read_page or find.' };
export const selector = { type: 'string', description: 'CSS, in place of a ref; the first match.' };
export const selectorTimeout = {
  type: 'number',
  description: 'Seconds to wait until it can be used, 0 to 30, default 5.',
};
export const point = { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 };
