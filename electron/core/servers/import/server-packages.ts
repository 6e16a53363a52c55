// Servers that bring their code along: a manifest that was pasted, fetched or taken out of a .zip, with the code that it names.
import { HubError } from '../../../../contract/errors.ts';
import { foreign, reasonOf } from '../../../../contract/reason.ts';
import { isPackageAddress } from '../../../../contract/server-address.ts';
import { createGuardedFetch } from '../../outbound/guarded-fetch.ts';
import { reachOfServer } from '../../outbound/reach.ts';
import { loadPart } from '../../platform/load-part.ts';
import { expectSafeAddress } from '../remote/sign-in/safe-address.ts';
import { refused } from './read-entry.ts';
import { readServersText } from './read-text.ts';
import type { Resolve } from '../../outbound/guarded-lookup.ts';
import type { KeptCode } from './kept-code.ts';
import type { ManifestCode, ReadServer } from './read-server.ts';

export interface ServerPackagesOptions {
  readonly code: KeptCode;
  /** The user's home, where it is known. */
  readonly home: string | null;
  /** Whether command lines are those of Windows. */
  readonly windows?: boolean;
  /** That of the system when absent. */
  readonly resolve?: Resolve;
}

/** What lies beside a manifest. */
interface Around {
  /** Where it was fetched. */
  readonly address?: string;
  /** What was in the same .zip. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
}

const maxMiB = 16;
const fetchMs = 30_000;
const zipStart = [0x50, 0x4b, 0x03, 0x04];
const wasmStart = [0x00, 0x61, 0x73, 0x6d];

export class ServerPackages {
  readonly #options: ServerPackagesOptions;

  constructor(options: ServerPackagesOptions) {
    this.#options = options;
  }

  /** The servers of a text in any form that an import reads, or of what lies at the address of a manifest. Rejects with HubError. */
  async read(text: string): Promise<ReadServer[]> {
    if (!isPackageAddress(text)) return this.#readText(text, {});
    const address = text.trim();
    return this.readFile(await this.#fetch(address, address), { address });
  }

  /** The same of a file: a .zip, or text. */
  async readFile(bytes: Uint8Array, around: Around = {}): Promise<ReadServer[]> {
    if (bytes.length > maxMiB * 1024 * 1024) throw refused({ kind: 'package-too-large', most: maxMiB });
    if (!startsWith(bytes, zipStart)) return this.#readText(new TextDecoder().decode(bytes), around);
    const { unzipPackage, withoutFolder } = await loadPart(() => import('./unzip-package.ts'));
    const files = withoutFolder(unzipPackage(bytes));
    return this.#readText(new TextDecoder().decode(files.get('manifest.json')), { ...around, files });
  }

  /** Servers that were read already, with the code that they name. */
  complete(servers: readonly ReadServer[]): Promise<ReadServer[]> {
    return Promise.all(servers.map(server => this.#withCode(server, {})));
  }

  /** Puts the code of a server where its config says. */
  async keep({ config, code }: Pick<ReadServer, 'config' | 'code'>): Promise<void> {
    if (!code) return;
    if (!code.bytes || !config || !('file' in config)) throw refused({ kind: 'manifest-nowhere' });
    await this.#options.code.keep(config.file, code.bytes);
  }

  /** The file of a server that is gone, where it was kept here. */
  async forget(file: string): Promise<void> {
    await this.#options.code.forget(file);
  }

  async #readText(text: string, around: Around): Promise<ReadServer[]> {
    const servers = readServersText(text, this.#options.home, this.#options.windows);
    return Promise.all(servers.map(server => this.#withCode(server, around)));
  }

  async #withCode(server: ReadServer, around: Around): Promise<ReadServer> {
    const { config, code, name } = server;
    if (!code || !config || !('file' in config)) return server;
    try {
      const bytes = await this.#bytesOf(name, code, around);
      if (!isCode(bytes, code.of)) throw refused({ kind: 'manifest-code', name, of: code.of });
      const file = this.#options.code.placeOf(bytes, code.of);
      return { ...server, config: { ...config, file }, code: { of: code.of, bytes } };
    } catch (error) {
      if (!(error instanceof HubError)) throw error;
      return { ...server, config: null, problem: reasonOf(error) };
    }
  }

  async #bytesOf(name: string, { bytes, address = '' }: ManifestCode, around: Around): Promise<Uint8Array> {
    if (bytes) return bytes;
    if (/^[a-z][a-z\d+.-]*:/i.test(address)) return this.#fetch(address, around.address ?? address);
    const inZip = around.files?.get(address.replace(/^\.\//, ''));
    if (inZip) return inZip;
    if (around.files) throw refused({ kind: 'manifest-not-in-zip', name, file: address.slice(0, 200) });
    if (!around.address) throw refused({ kind: 'manifest-file', name, file: address.slice(0, 200) });
    return this.#fetch(new URL(address, around.address).href, around.address);
  }

  /** `home` is what the user gave: nothing nearer than that is asked. */
  async #fetch(address: string, home: string): Promise<Uint8Array> {
    const shown = address.slice(0, 200);
    const isSafe = (url: string | URL) => {
      try {
        return expectSafeAddress(url, 'redirect');
      } catch {
        throw refused({ kind: 'package-address', address: String(url).slice(0, 200) });
      }
    };
    isSafe(address);
    const { resolve } = this.#options;
    const fetchIt = createGuardedFetch({ reach: reachOfServer(home), expect: isSafe, ...(resolve && { resolve }) });
    try {
      const response = await fetchIt(address, { signal: AbortSignal.timeout(fetchMs) });
      if (response.status !== 200) throw refused({ kind: 'package-status', address: shown, status: response.status });
      return await boundedBytes(response);
    } catch (error) {
      if (error instanceof HubError) throw error;
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      const why = foreign((cause instanceof Error ? cause.message : String(cause)).slice(0, 300));
      throw refused({ kind: 'package-not-fetched', address: shown, why });
    }
  }
}

async function boundedBytes({ body }: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    // Leaving the loop cancels the rest.
    if (length > maxMiB * 1024 * 1024) throw refused({ kind: 'package-too-large', most: maxMiB });
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function isCode(bytes: Uint8Array, of: 'script' | 'module'): boolean {
  if (bytes.length > maxMiB * 1024 * 1024) return false;
  if (of === 'module') return startsWith(bytes, wasmStart);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim() !== '' && !bytes.includes(0);
  } catch {
    return false;
  }
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}
