// The walls that are proposed for a package, of what its form says: its folders, the hosts of its addresses, and nothing else. Pure.
import { dirname, parse, resolve } from 'node:path';
import { mountsOf } from './container-options.ts';
import { refused } from './field-values.ts';
import type { AskedField, Way } from '../../../../contract/schemas/catalogue.ts';
import type { Walls } from '../../../../contract/schemas/installs.ts';
import type { FieldTexts } from './field-values.ts';

/** Walls that there are. */
export type ProposedWalls = NonNullable<Walls>;

/** Whether what an entry says of a place means that it is written to. */
const writes = /\b(?:writ(?:e|es|able|ing|ten)|output|save[sd]?)\b/i;

/** A folder is read only unless its field speaks of writing; of a file it is the folder that is seen, read only likewise. All of the machine is never proposed. */
export function proposedWalls(way: Way, texts: FieldTexts): ProposedWalls {
  const mounts = new Map(mountsOf(way).map(({ field, readOnly }) => [field, !readOnly]));
  const places = way.fields.flatMap(field => placesOf(field, texts.get(field.key) ?? [], mounts.get(field.key)));
  const folders = places.filter(({ path }, at) => places.findIndex(other => other.path === path) === at);
  const hosts = [...new Set([...texts.values()].flat().flatMap(hostOf))].slice(0, 50);
  return { network: networkOf(way, hosts), hosts, folders };
}

/** What asks for an account or an address is of no use without a network: to which hosts it goes only its author knows. */
function networkOf({ fields }: Way, hosts: readonly string[]): ProposedWalls['network'] {
  if (hosts.length > 0) return 'hosts';
  return fields.some(({ secret }) => secret) ? 'all' : 'none';
}

/** `mounted` says whether a container that is given the place may write to it. */
function placesOf(
  { kind, label, description, name }: AskedField,
  values: readonly string[],
  mounted: boolean | undefined,
): ProposedWalls['folders'] {
  if (kind !== 'folder' && kind !== 'file') return [];
  const writable = mounted ?? writes.test(`${label} ${description} ${name}`);
  return values
    .filter(value => !value.startsWith('${'))
    .map(value => ({ path: kind === 'file' ? dirname(value) : value, writable }))
    .filter(({ path }) => !isWholeMachine(path));
}

function hostOf(text: string): string[] {
  if (!/^(?:https?|wss?):\/\//.test(text) || !URL.canParse(text)) return [];
  const { host } = new URL(text);
  return host === '' ? [] : [host];
}

/** Throws HubError for a folder that is the whole machine: walls with such a hole are none. */
export function expectWalls(walls: ProposedWalls | null): void {
  const whole = walls?.folders.find(({ path }) => isWholeMachine(path));
  if (whole) throw refused({ kind: 'field-whole-machine', folder: whole.path });
}

/** Also where it is written as `/.` or `//`. */
function isWholeMachine(path: string): boolean {
  return path !== '' && parse(resolve(path)).root === resolve(path);
}
