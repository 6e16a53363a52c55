// What files that the user picked come to as a server of this browser: a manifest of Harbor with its code in it or beside it, or the code alone. Pure.
import {
  manifestBase64,
  manifestCode,
  manifestHosts,
  manifestRuntime,
  manifestText,
} from '../../../contract/harbor-manifest.ts';
import { isRecord, recordIn } from '../../../contract/json.ts';
import { boxBounds } from './boxed-server.ts';
import type { BoxedServer } from './boxed-server.ts';

export interface PickedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface Picked extends Pick<BoxedServer, 'id' | 'title' | 'kind' | 'hosts'> {
  readonly code: Uint8Array<ArrayBuffer>;
  /** Names of variables that its manifest asks for. None is given. */
  readonly variables: readonly string[];
}

type Manifest = Readonly<Record<string, unknown>>;

const maxTitle = 60;
const maxId = 40;
/** What tools of the page itself are named by. */
const reserved = 'page';
const mostMegabytes = (bytes: number) => String(bytes / 1_048_576);

/** What is wrong with the files: a message of `_locales/`, and what stands in it. */
export class PickFault extends Error {
  readonly words: readonly [name: string, ...of: string[]];

  constructor(...words: readonly [name: string, ...of: string[]]) {
    super(words.join(' '));
    this.words = words;
  }
}

/** Throws PickFault. */
export function readPicked(files: readonly PickedFile[]): Picked {
  const manifests = files.filter(({ name }) => /\.json$/i.test(name));
  const codes = files.filter(({ name }) => kindByName(name) !== null);
  const other = files.find(file => !manifests.includes(file) && !codes.includes(file));
  if (other) throw new PickFault('serversFileKind', other.name);
  if (manifests.length > 1 || codes.length > 1) throw new PickFault('serversTooManyFiles');
  const [[manifest], [code]] = [manifests, codes];
  const picked = manifest ? ofManifest(manifest, code) : ofCode(code);
  const most = picked.kind === 'script' ? boxBounds.scriptBytes : boxBounds.moduleBytes;
  if (picked.code.length === 0) throw new PickFault('serversEmpty', picked.title);
  if (picked.code.length > most) throw new PickFault('serversLarge', picked.title, mostMegabytes(most));
  return picked;
}

function ofCode(file: PickedFile | undefined): Picked {
  const kind = file ? kindByName(file.name) : null;
  if (!file || !kind) throw new PickFault('serversNoFile');
  const title = file.name.replace(/\.\w+$/, '').slice(0, maxTitle);
  return { id: idFrom(title), title, kind, code: file.bytes, hosts: [], variables: [] };
}

function ofManifest({ name, bytes }: PickedFile, beside: PickedFile | undefined): Picked {
  const manifest = recordIn(new TextDecoder().decode(bytes));
  if (!manifest) throw new PickFault('serversNoManifest', name);
  const runtime = manifestRuntime(manifest);
  if (runtime !== 'js' && runtime !== 'wasm') throw new PickFault('serversRuntime', name);
  const kind = runtime === 'js' ? 'script' : 'module';
  const [id, shown] = [manifestText(manifest.id), manifestText(manifest.displayName) ?? manifestText(manifest.name)];
  const title = (shown ?? id ?? name.replace(/\.json$/i, '')).slice(0, maxTitle);
  const hosts = manifestHosts(manifest);
  if (hosts === null) throw new PickFault('serversMember', name, 'capabilities.network.hosts');
  const code = codeIn(name, manifest, kind) ?? codeBeside(name, manifest, kind, beside);
  return { id: idFrom(id ?? title), title, kind, code, hosts: hosts.slice(0, 20), variables: variablesIn(manifest) };
}

/** Null where the manifest does not hold it. */
function codeIn(name: string, manifest: Manifest, kind: Picked['kind']): Uint8Array<ArrayBuffer> | null {
  for (const member of manifestCode[kind].base64) {
    const text = manifestText(manifest[member]);
    if (text === null) continue;
    const plain = manifestBase64(text);
    if (plain === null) throw new PickFault('serversMember', name, member);
    return Uint8Array.from(atob(plain), character => character.charCodeAt(0));
  }
  return null;
}

/** Nothing is fetched: the file that it names has to be picked with it. */
function codeBeside(
  name: string,
  manifest: Manifest,
  kind: Picked['kind'],
  beside: PickedFile | undefined,
): Uint8Array<ArrayBuffer> {
  const named = manifestCode[kind].address.map(member => manifestText(manifest[member])).find(text => text !== null);
  const wasm = isRecord(manifest.wasm) ? manifestText(manifest.wasm.file) : null;
  const wanted =
    (named ?? wasm ?? '')
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? '';
  const isIt = beside && kindByName(beside.name) === kind && (wanted === '' || beside.name === wanted);
  if (isIt) return beside.bytes;
  const usual = kind === 'script' ? '.js' : '.wasm';
  throw new PickFault('serversCodeBeside', name, wanted === '' ? usual : wanted);
}

function variablesIn({ env, environment, secrets, secretsDecl }: Manifest): string[] {
  const names = [env, environment, secrets, secretsDecl].flatMap(part => {
    if (Array.isArray(part)) return part.flatMap(one => (isRecord(one) ? (manifestText(one.name) ?? []) : []));
    return isRecord(part) ? Object.keys(part) : [];
  });
  return [...new Set(names)].slice(0, 20);
}

function kindByName(name: string): Picked['kind'] | null {
  if (/\.m?js$/i.test(name)) return 'script';
  return /\.wasm$/i.test(name) ? 'module' : null;
}

function idFrom(text: string): string {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxId)
    .replace(/^-+|-+$/g, '');
  if (plain === '') return 'server';
  return plain === reserved ? `${reserved}-server` : plain;
}
