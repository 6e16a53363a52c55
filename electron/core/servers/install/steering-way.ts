// What an entry or a bundle sets itself that makes its program run other code than it shows. Pure.
import { folderReference } from '../../../../contract/catalogue.ts';
import { risksOf } from '../config/steering.ts';
import type { Way } from '../../../../contract/schemas/catalogue.ts';
import type { ServerRisk } from '../../../../contract/schemas/server-config.ts';

/** What runs a package of each kind once it is here, as the table of such names calls it. */
const programs = { npm: 'node', pypi: 'python', nuget: 'dnx', oci: 'docker', mcpb: 'node', remote: '' } as const;

/** In the order of reading. What leads into its own folder runs nothing but its own code. */
export function steeringOf(way: Way): ServerRisk[] {
  const { kind, runtime, variables } = way;
  if (kind === 'remote') return [];
  const env = Object.fromEntries(variables.filter(({ value }) => !isOwn(value)).map(({ name }) => [name, '']));
  // What a bundle says is what is run; of other packages the program is found in their files, and these are its own arguments.
  const args = kind === 'mcpb' ? wordsOf(way) : [];
  const command = kind === 'mcpb' ? (runtime ?? programs.mcpb) : programs[kind];
  return risksOf({ kind: 'stdio', command, args, env }).filter(
    ({ place, name }) => place !== 'argument' || !valuesOf(args, name).every(isOwn),
  );
}

function wordsOf({ runtimeArguments, arguments: own }: Way): string[] {
  return [...runtimeArguments, ...own].flatMap(({ name, value }) => [name, value]).filter(word => word !== null);
}

function valuesOf(args: readonly string[], option: string): string[] {
  return args.flatMap((word, at) => {
    if (word === option) return [args[at + 1] ?? ''];
    return word.startsWith(`${option}=`) ? [word.slice(option.length + 1)] : [];
  });
}

/** One or more places, each within the folder that it is unpacked into. */
function isOwn(value: string): boolean {
  const places = value.split(/[:;](?=\$\{folder\}|$)/).filter(place => place !== '');
  return places.length > 0 && places.every(isWithin);
}

function isWithin(place: string): boolean {
  if (!place.startsWith(folderReference)) return false;
  const rest = place.slice(folderReference.length);
  return /^(?:[\\/][^:;$]*)?$/.test(rest) && !rest.split(/[\\/]/).includes('..');
}
