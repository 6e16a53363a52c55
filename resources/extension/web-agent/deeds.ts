// What the hub asks of the companion about a document: a row for each method that begins with `do.`.
import { tabDeeds } from './deeds/tab-deeds.ts';
import { documentAsks } from './port-messages.ts';
import type { PageOpened } from '../../../contract/schemas/web-agent.ts';

export interface DeedContext {
  /** Whose document it is, as the browser told. */
  readonly opened: PageOpened;
  readonly signal: AbortSignal;
  /** Asks the content script of that very document. */
  askDocument(type: string, payload: unknown): Promise<unknown>;
}

/** Throws PageFault. */
export type Deed = (params: unknown, context: DeedContext) => Promise<unknown>;

export const deeds: Readonly<Record<string, Deed>> = {
  ...tabDeeds,
  /** `{}`: the MCP servers that its links name, `{servers}`. */
  [documentAsks.mcp]: (_params, { askDocument }) => askDocument(documentAsks.mcp, {}),
  /** `{}`: the providers for the address bar that its links name, `{providers}`. */
  [documentAsks.addressBar]: (_params, { askDocument }) => askDocument(documentAsks.addressBar, {}),
};

export function deedNamed(method: string): Deed | null {
  return (Object.hasOwn(deeds, method) ? deeds[method] : undefined) ?? null;
}
