// The address of a source as it is kept: what cannot be one is refused, and what means the same is written the same.
import { isIP } from 'node:net';
import { isAbsolute, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hubError } from '../../../words/hub-error.ts';
import { kindOfAddress } from '../outbound/address-kinds.ts';
import { isLocalName } from '../outbound/reach.ts';
import type { SourceKind } from '../../../contract/catalogue.ts';
import type { CatalogueReasons } from '../../../contract/reasons.ts';

export const officialRegistry = 'https://registry.modelcontextprotocol.io';

/** Throws HubError with what is wrong with it. What Pilothouse brings has none. */
export function sourceAddress(kind: SourceKind, given: string): string {
  switch (kind) {
    case 'harbor':
      return '';
    case 'file':
      return filePath(given.trim());
    case 'registry':
      return registryAddress(given.trim());
  }
}

function filePath(given: string): string {
  const path = /^file:\/\//i.test(given) && URL.canParse(given) ? pathOfUrl(given) : given;
  if (!isAbsolute(path) || path.includes('\0')) throw wrong(given, 'no-path');
  return normalize(path).replace(/(?<=.)[\\/]+$/, '');
}

function pathOfUrl(given: string): string {
  try {
    return fileURLToPath(given);
  } catch {
    throw wrong(given, 'no-path');
  }
}

/** Pasted with the path of the API, it means the registry all the same. */
function registryAddress(given: string): string {
  if (!URL.canParse(given)) throw wrong(given, 'no-address');
  const url = new URL(given);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw wrong(given, 'no-address');
  if (url.username !== '' || url.password !== '') throw wrong(url.host, 'with-password');
  if (url.protocol === 'http:' && !isThisMachine(url.hostname)) throw wrong(given, 'not-https');
  const path = url.pathname.replace(/\/v0(?:\.1)?(?:\/servers)?\/?$/, '').replace(/\/+$/, '');
  return `${url.origin}${path}`;
}

function isThisMachine(hostname: string): boolean {
  const plain = hostname.replace(/^\[|\]$/g, '');
  return isLocalName(plain) || (isIP(plain) !== 0 && kindOfAddress(plain) === 'loopback');
}

function wrong(address: string, form: CatalogueReasons['catalogue-source-address']['form']) {
  return hubError('ERR_INVALID_ARGUMENTS', { kind: 'catalogue-source-address', address: address.slice(0, 500), form });
}
