// How manifests of servers that Harbor runs itself spell where the code is, and what runs it.
import { isRecord } from './json.ts';

type Manifest = Readonly<Record<string, unknown>>;

export const manifestCode = {
  script: { address: ['scriptUrl'], base64: ['scriptBase64'] },
  module: { address: ['moduleUrl', 'wasmUrl', 'entrypoint'], base64: ['moduleBytesBase64', 'wasmBase64'] },
} as const;

/** What the manifest names as its runtime, else what its other members mean; anything but these three is an unknown one. */
export function manifestRuntime(manifest: Manifest): unknown {
  const { runtime } = manifest;
  if (runtime !== undefined) return runtime;
  if (manifestText(manifest.remoteUrl) !== null) return 'remote';
  const isScript = manifestText(manifest.scriptUrl) !== null || manifestText(manifest.scriptBase64) !== null;
  return isScript ? 'js' : 'wasm';
}

/** The hosts that it asks for, as it wrote them; null where they are no list of texts. */
export function manifestHosts({ capabilities }: Manifest): string[] | null {
  const network = isRecord(capabilities) ? capabilities.network : undefined;
  const hosts = isRecord(network) ? (network.hosts ?? network.allowed_hosts ?? []) : [];
  return Array.isArray(hosts) && hosts.every(host => typeof host === 'string' && host.length <= 255) ? hosts : null;
}

/** Base64, also of a `data:` address, without its spaces; null for what is none. */
export function manifestBase64(text: string): string | null {
  const plain = text.replace(/\s/g, '').replace(/^data:[\w/+.;-]+,/, '');
  return /^[A-Za-z0-9+/]+={0,2}$/.test(plain) ? plain : null;
}

export function manifestText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
