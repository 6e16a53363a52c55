// Sites as grants and policies name them: a scheme, a host that may begin with `*.`, and a port where it is not the usual one.

/**
 * The one form of a site: `Example.com` is `https://example.com`, `*.bücher.example:443` is `https://*.xn--bcher-kva.example`.
 * Null when the text names no http or https site, or more than a site. `*.` stands for the domain itself too.
 */
export function siteOf(text: string): string | null {
  const [, scheme = 'https', wild = '', rest = ''] =
    /^(?:(https?):\/\/)?(\*\.)?([^/?#@*\s]+)\/?$/i.exec(text.trim()) ?? [];
  const url = parse(`${scheme.toLowerCase()}://${rest}`);
  if (!url || url.hostname === '') return null;
  if (wild && isAddress(url.hostname)) return null;
  return `${url.protocol}//${wild}${plainHost(url)}`;
}

/** The origin of an http or https address, in the form of `siteOf`; null for every other address. */
export function originOf(address: string): string | null {
  const url = parse(address);
  return url && /^https?:$/.test(url.protocol) ? `${url.protocol}//${plainHost(url)}` : null;
}

/**
 * The client that the origins of web pages are agents of, whoever speaks for them. What is granted to the extension that speaks is granted
 * to no page.
 */
export const siteClientId = 'web-sites';

/** Of all files of this machine together: a browser tells no path of a page as its origin. */
export const fileOrigin = 'file://';

/** The site whose page stands at that address, files included; null for every other page. */
export function pageOriginAt(address: string): string | null {
  return address.startsWith('file:') ? fileOrigin : originOf(address);
}

/** The one form of a page's origin as a person or a browser writes it; null for every other text, such as a wildcard. */
export function pageOriginOf(text: string): string | null {
  if (text.trim() === fileOrigin) return fileOrigin;
  const site = siteOf(text);
  return site === null || site.includes('*') ? null : site;
}

/** Whether a browser lets extensions run in a page of this address: never in its own, nor in its shop for extensions. */
export function isScriptable(address: string): boolean {
  const origin = originOf(address);
  return origin !== null && !['https://chromewebstore.google.com', 'https://addons.mozilla.org'].includes(origin);
}

/**
 * What an agent may open: a full http or https address or about:blank; https:// is added where there is no scheme. Null for everything
 * else: such an address runs script, reads files, or belongs to the browser.
 */
export function openableAddress(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === 'about:blank') return trimmed;
  // `localhost:3000` is a name and a port, although it reads like a scheme.
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d+([/?#]|$))/i.test(trimmed);
  const url = parse(hasScheme ? trimmed : `https://${trimmed}`);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** What a refusal says of any other. */
export function notOpenable(text: string): string {
  const shown = JSON.stringify(text.trim().slice(0, 200));
  return `${shown} cannot be opened; send an http or https address, or about:blank.`;
}

/** The sites that speak of an origin, the narrowest first: itself, then `*.` of its host and of each domain above. */
export function sitesAbove(origin: string): string[] {
  const at = origin.indexOf('//') + 2;
  const scheme = origin.slice(0, at);
  const host = origin.slice(at);
  if (isAddress(host.replace(/:\d+$/, ''))) return [origin];
  const sites = [origin];
  for (let from = 0; from !== -1; from = nextLabel(host, from)) sites.push(`${scheme}*.${host.slice(from)}`);
  return sites;
}

function nextLabel(host: string, from: number): number {
  const dot = host.indexOf('.', from);
  return dot === -1 ? -1 : dot + 1;
}

/** With its port. `example.com.` is the same machine as `example.com`, and no way around what is said of that. */
function plainHost({ hostname, port }: URL): string {
  return `${hostname.replace(/\.$/, '')}${port && `:${port}`}`;
}

function isAddress(host: string): boolean {
  return host.startsWith('[') || /^[\d.]+$/.test(host);
}

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
