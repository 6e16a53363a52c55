// A manifest of a server that Harbor runs itself (JavaScript, WebAssembly, remote), in every spelling of its fields.
import {
  manifestBase64,
  manifestCode,
  manifestHosts,
  manifestRuntime,
  manifestText,
} from '../../../../contract/harbor-manifest.ts';
import { isRecord } from '../../../../contract/json.ts';
import { RemoteConfigSchema } from '../../../../contract/schemas/servers.ts';
import { environmentIn } from './manifest-environment.ts';
import { nameOf, refused, shown } from './read-entry.ts';
import type { ServerConfig } from '../../../../contract/schemas/servers.ts';
import type { ManifestCode, ReadServer } from './read-server.ts';

type Manifest = Record<string, unknown>;

const own = [...Object.values(manifestCode).flatMap(({ address, base64 }) => [...address, ...base64]), 'remoteUrl'];
const defaultModule = 'server.wasm';
/** Stands in a config until its code has a place (`server-packages.ts`). */
export const codeToCome = 'code-to-come';

/** Whether it describes such a server, and no entry of another app's list. */
export function isHarborManifest(value: Manifest): boolean {
  const isNamed = typeof value.id === 'string' || typeof value.name === 'string';
  const isOther = ['command', 'url', 'serverUrl', 'httpUrl', 'type'].some(name => typeof value[name] === 'string');
  const hasRuntime = typeof value.runtime === 'string' && typeof value.manifestVersion === 'string';
  const isOurs = own.some(name => typeof value[name] === 'string') || isRecord(value.wasm) || hasRuntime;
  return isNamed && !isOther && isOurs;
}

/** Throws HubError for one that cannot be run. */
export function readHarborManifest(manifest: Manifest): ReadServer {
  const name = nameOf(manifestText(manifest.displayName) ?? manifestText(manifest.name) ?? String(manifest.id));
  const id = manifestText(manifest.id) ?? name;
  const runtime = runtimeOf(name, manifest);
  if (runtime === 'remote') return { name, from: null, config: remoteOf(name, manifest), problem: null };
  const { env, inputs, secret, account } = environmentIn(name, id, manifest);
  const isScript = runtime === 'js';
  const code: ManifestCode = { of: isScript ? 'script' : 'module', ...codeOf(name, manifest, isScript) };
  const config: ServerConfig = isScript
    ? { kind: 'javascript', file: codeToCome, env, hosts: hostsOf(name, manifest) }
    : { kind: 'wasm', file: codeToCome, args: [], env, folders: [], perRequest: true };
  return {
    name,
    from: null,
    config,
    code,
    ...(inputs.length > 0 && { inputs }),
    ...(secret.size > 0 && { secret }),
    ...(account && { account }),
    problem: null,
  };
}

function runtimeOf(name: string, manifest: Manifest): 'js' | 'wasm' | 'remote' {
  const runtime = manifestRuntime(manifest);
  if (runtime === 'js' || runtime === 'wasm' || runtime === 'remote') return runtime;
  throw refused({ kind: 'manifest-runtime', name, found: shown(runtime) ?? '' });
}

/** Its server is spoken to as every other: by Streamable HTTP, and by SSE where that is refused. */
function remoteOf(name: string, { remoteUrl, remoteTransport, remoteAuthHeader }: Manifest): ServerConfig {
  if (remoteTransport === 'websocket') throw refused({ kind: 'manifest-transport', name, transport: 'websocket' });
  const read = RemoteConfigSchema.safeParse({
    kind: 'http',
    url: remoteUrl,
    headers: manifestText(remoteAuthHeader) === null ? {} : { Authorization: remoteAuthHeader },
  });
  if (read.success) return read.data;
  const member = read.error.issues[0]?.path[0] === 'url' ? 'remoteUrl' : 'remoteAuthHeader';
  throw refused({ kind: 'manifest-member', name, member });
}

function codeOf(name: string, manifest: Manifest, isScript: boolean): Pick<ManifestCode, 'bytes' | 'address'> {
  const { address, base64 } = isScript ? manifestCode.script : manifestCode.module;
  for (const member of base64) {
    const text = manifestText(manifest[member]);
    if (text !== null) return { bytes: bytesOf(name, member, text) };
  }
  const named = address.map(member => manifestText(manifest[member])).find(text => text !== null);
  if (named) return { address: named };
  if (isScript) throw refused({ kind: 'manifest-member', name, member: 'scriptUrl' });
  const file = isRecord(manifest.wasm) ? manifestText(manifest.wasm.file) : null;
  return { address: file ?? defaultModule };
}

function bytesOf(name: string, member: string, base64: string): Uint8Array {
  const plain = manifestBase64(base64);
  if (plain === null) throw refused({ kind: 'manifest-member', name, member });
  return Buffer.from(plain, 'base64');
}

/** Harbor lets `*.example.com` mean `example.com` too, which stands beside it here. */
function hostsOf(name: string, manifest: Manifest): string[] {
  const hosts = manifestHosts(manifest);
  if (hosts === null) throw refused({ kind: 'manifest-member', name, member: 'capabilities.network.hosts' });
  const both = hosts.flatMap(host => (host.startsWith('*.') ? [host, host.slice(2)] : [host]));
  return [...new Set(both)].slice(0, 200);
}
