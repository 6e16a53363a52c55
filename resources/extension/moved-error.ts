// What a call throws whose tab shows another page, or whose meaning lies in another frame, than it was decided for.
import { maxMovedDocuments } from '../../contract/companion.ts';
import { cutAddress } from '../../contract/cut-address.ts';
import { ToolError } from './tool-error.ts';

interface Moved {
  readonly url: string;
  readonly origin: string | null;
  readonly begun: boolean;
  readonly inFrame?: boolean;
  readonly documents?: readonly string[];
}

/** The details are the hub's TabMoved. */
export function moved(tabId: number, details: Moved): ToolError {
  const url = cutAddress(details.url);
  const documents = details.documents?.filter(id => id !== '').slice(0, maxMovedDocuments);
  const what = details.inFrame
    ? `What was meant in tab ${tabId} lies in a frame of ${details.origin}`
    : `Tab ${tabId} shows ${url || 'an empty page'} now`;
  const done = details.begun ? 'part of the call may have been carried out' : 'nothing was done';
  return new ToolError(
    'ERR_TAB_MOVED',
    `${what}, which this call was not decided for (${done}); look at the tab, then call again.`,
    { ...details, url, ...(documents && { documents }) },
  );
}

/** What was thrown by a step of a call that had done something before, whatever the step itself knows of that. */
export function afterBegun(tabId: number, error: unknown): unknown {
  if (!(error instanceof ToolError) || error.code !== 'ERR_TAB_MOVED') return error;
  return moved(tabId, { ...(error.details as Moved), begun: true });
}

/** For a page that was replaced by one that the call was decided for as well, or that went away. */
export function changed(tabId: number): ToolError {
  return new ToolError('ERR_TOOL_FAILED', `The page of tab ${tabId} changed while it was looked at; call again.`);
}
