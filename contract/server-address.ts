// When a typed text is the address of a server, and what such a server may be called.

/** Whether a text is one address: `https://…` or `http://…`, also with gaps that are still to be filled in. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]\S*$/i.test(text.trim());
}

const plainParts = new Set(['www', 'mcp', 'api', 'sse', 'http', 'com', 'org', 'net', 'io', 'dev', 'app', 'ai', 'co']);

/** What stands out in its host: `linear` of `https://mcp.linear.app/sse`; the host and port of an IP address or of this machine. */
export function nameOfAddress(address: string): string {
  const text = address.trim();
  if (!URL.canParse(text)) return '';
  const { hostname, host } = new URL(text);
  const parts = hostname.split('.');
  if (parts.length === 1 || /^[\d.]+$|^\[/.test(hostname)) return host.slice(0, 60);
  const telling = parts.slice(0, -1).filter(part => !plainParts.has(part));
  return (telling.at(-1) ?? hostname).slice(0, 60);
}

/** Where most servers expect an access token. */
export const tokenHeader = 'Authorization';

/** Whether a text is the address of a manifest or a package of a server, and not of the server itself. */
export function isPackageAddress(text: string): boolean {
  return isAddress(text) && URL.canParse(text.trim()) && /\.(?:json|zip)$/i.test(new URL(text.trim()).pathname);
}
