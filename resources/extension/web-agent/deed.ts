// What carries out one thing that the hub asks of the companion about a document.
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
