// What the hub asks of the companion about a document: a row for each method that begins with `do.`.
import { chatDeeds } from './deeds/chat-deeds.ts';
import { tabDeeds } from './deeds/tab-deeds.ts';
import { documentAsks } from './port-messages.ts';
import type { Deed } from './deed.ts';

const deeds: Readonly<Record<string, Deed>> = {
  ...tabDeeds,
  ...chatDeeds,
  /** `{}`: the MCP servers that its links name, `{servers}`. */
  [documentAsks.mcp]: (_params, { askDocument }) => askDocument(documentAsks.mcp, {}),
  /** `{}`: the providers for the address bar that its links name, `{providers}`. */
  [documentAsks.addressBar]: (_params, { askDocument }) => askDocument(documentAsks.addressBar, {}),
};

export function deedNamed(method: string): Deed | null {
  return (Object.hasOwn(deeds, method) ? deeds[method] : undefined) ?? null;
}
