// Which addresses an agent may open: web pages and the empty page, nothing that runs script or reads files.
import { notOpenable, openableAddress } from '../../../contract/sites.ts';
import { ToolError } from '../tool-error.ts';

/** A full http, https or about:blank address; https:// is added when there is no scheme. */
export function readAddress(text: string): string {
  const address = openableAddress(text);
  if (address !== null) return address;
  throw new ToolError('ERR_INVALID_ARGUMENTS', notOpenable(text));
}
