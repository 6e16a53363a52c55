// Which addresses an agent may open: web pages and the empty page, nothing that runs script or reads files.
import { ToolError } from '../tool-error.ts';

/** A full http, https or about:blank address; https:// is added when there is no scheme. */
export function readAddress(text: string): string {
  const trimmed = text.trim();
  if (trimmed === 'about:blank') return trimmed;
  const address = hasScheme(trimmed) ? trimmed : `https://${trimmed}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url && (url.protocol === 'http:' || url.protocol === 'https:')) return url.href;
  const shown = JSON.stringify(trimmed.slice(0, 200));
  throw new ToolError(
    'ERR_INVALID_ARGUMENTS',
    `${shown} cannot be opened; send an http or https address, or about:blank.`,
  );
}

/** `localhost:3000` is a name and a port, although it reads like a scheme. */
function hasScheme(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:(?!\d+([/?#]|$))/i.test(text);
}
