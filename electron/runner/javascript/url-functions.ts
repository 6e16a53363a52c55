// What the sandbox borrows from its host instead of carrying its own: addresses, UTF-8 and base64. None of it reaches anything.
import { urlParts } from './inside/url-parts.ts';
import type { HostFunction } from './sandbox.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export const urlFunctions: Readonly<Record<string, HostFunction>> = {
  parseUrl: (address, base) => partsOf(new URL(String(address), base === null ? undefined : String(base))),
  changeUrl: (href, name, value) => {
    const url = new URL(String(href));
    const part = urlParts.find(known => known === name);
    if (part !== undefined) url[part] = String(value);
    return partsOf(url);
  },
  parseQuery: text => JSON.stringify([...new URLSearchParams(String(text))]),
  formatQuery: pairs => new URLSearchParams(JSON.parse(String(pairs)) as [string, string][]).toString(),
  encode: text => new Uint8Array(new TextEncoder().encode(String(text))).buffer,
  decode: bytes => (bytes instanceof ArrayBuffer ? decoder.decode(bytes) : ''),
  toBase64: text => btoa(String(text)),
  fromBase64: text => atob(String(text)),
};

function partsOf(url: URL): string {
  return JSON.stringify({ origin: url.origin, ...Object.fromEntries(urlParts.map(part => [part, url[part]])) });
}
