// What is told of an entry before it is added: who published it, what it will run between which walls, and what is known against it.
import { fieldsIn } from '../../contract/catalogue.ts';
import type { Entry } from '../../contract/schemas/catalogue.ts';
import type { CliAnswer } from '../../contract/schemas/cli.ts';
import type { Walls } from '../../contract/schemas/installs.ts';
import type { CliWords } from './words/cli-words.ts';

export function entryLines(entry: Entry, way: number, plan: CliAnswer<'installs:plan'>, words: CliWords): string[] {
  const { title, name, version, description, namespace, verified, sourceName, status, statusMessage } = entry;
  const other = entry.lookAlike?.name ?? null;
  const told = plan.warnings.filter(({ kind }) => other === null || kind !== 'entry-look-alike');
  return [
    title && title !== name ? `${title} (${name}) ${version}` : `${name} ${version}`,
    ...(description ? [description] : []),
    words.publishedBy(namespace, verified, sourceName),
    ...(status === 'active' ? [] : [words.warning(words.withdrawn(status, statusMessage))]),
    words.willRun(plan.commandLine),
    // What the entry sets by itself may change what runs.
    ...fixedVariables(entry, way),
    ...wallLines(entry, way, plan, words),
    ...told.map(warning => words.warning(words.reason(warning))),
    ...(plan.missing ? [words.warning(words.reason(plan.missing))] : []),
    ...(other === null ? [] : [words.warning(words.deceives(name, other))]),
    ...(entry.ways.length > 1 ? [words.otherWays(wayNames(entry))] : []),
  ];
}

/** As `--way` counts them. */
export function wayNames({ ways }: Entry): string[] {
  return ways.map(({ kind, identifier }, at) => `${at + 1} (${kind} ${identifier})`);
}

function fixedVariables({ ways }: Entry, way: number): string[] {
  const variables = ways[way]?.variables ?? [];
  return variables.flatMap(({ name, value }) => (fieldsIn(value).length > 0 ? [] : [`  ${name}=${value}`]));
}

function wallLines(entry: Entry, way: number, { walls }: CliAnswer<'installs:plan'>, words: CliWords): string[] {
  const kind = entry.ways[way]?.kind;
  // What runs elsewhere, or in a container, runs between nobody's walls here.
  if (kind === 'remote' || kind === 'oci') return [];
  return [wallLine(walls, words)];
}

export function wallLine(walls: Walls, words: CliWords): string {
  if (walls === null) return words.withoutWalls;
  const { network, hosts, folders } = walls;
  const paths = folders.map(({ path, writable }) => (writable ? `${path} (+w)` : path));
  return words.withWalls(paths, network === 'all' ? ['*'] : network === 'none' ? [] : hosts);
}
