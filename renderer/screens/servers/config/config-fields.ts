// A server's config as lines to read, and what of it differs from what was approved.
import { t } from '../../../words/language.ts';
import type { ServerShape, Variable } from '../../../../contract/schemas/server-config.ts';
import type { ServerConfig } from '../../../../contract/schemas/servers.ts';
import type { Change } from '../../../parts/definition-changes.ts';

export interface ConfigField {
  readonly label: string;
  readonly value: string;
}

/** One field for each thing that an approval is bound to. */
export function configFields(shape: ServerShape): ConfigField[] {
  const isRemote = shape.kind === 'http' || shape.kind === 'sse';
  const variables = shape.variables.map(variable => {
    const { name } = variable;
    return field(isRemote ? t('Header {name}', { name }) : t('Variable {name}', { name }), valueOf(variable));
  });
  switch (shape.kind) {
    case 'stdio': {
      const folder = shape.cwd === null ? [] : [field(t('Folder'), shape.cwd)];
      return [field(t('Program'), shape.command), ...argumentFields(shape.args), ...folder, ...variables];
    }
    case 'http':
    case 'sse':
      return [
        field(t('Transport'), shape.kind === 'http' ? t('Streamable HTTP') : t('HTTP with SSE')),
        field(t('Address'), shape.url),
        ...variables,
      ];
    case 'fleet':
      return [field(t('Transport'), t('by the fleet')), field(t('Address'), shape.url)];
    case 'javascript':
      return [
        field(t('File'), shape.file),
        ...shape.hosts.map(host => field(t('May reach {host}', { host }), t('yes'))),
        ...variables,
      ];
    case 'wasm': {
      const folders = shape.folders.map(({ path, as }) => field(t('Sees {folder}', { folder: as }), path));
      return [field(t('File'), shape.file), ...argumentFields(shape.args), ...folders, ...variables];
    }
  }
}

/** The value as it stands in the config, or why it is not shown. */
export function valueOf({ value, looksSecret }: Variable): string {
  if (looksSecret) return t('not shown, because it looks like a secret');
  return value ?? t('given');
}

/** What it is granted beside what its command line shows, as sentences. A preview has a config, a server the shape of one. */
export function grantsOf(config: ServerShape | ServerConfig): string[] {
  if (config.kind === 'javascript') return config.hosts.map(host => t('May fetch from {host}.', { host }));
  if (config.kind !== 'wasm') return [];
  return config.folders.map(({ path, as }) =>
    t('May read and write in {path}, which it sees as {folder}.', { path, folder: as }),
  );
}

/** What differs, in the order in which it is read. Arguments that moved because of another one are not named. */
export function configChanges(before: ServerShape, after: ServerShape): Change[] {
  const old = new Map(withoutArguments(before).map(({ label, value }) => [label, value]));
  const now = new Map(withoutArguments(after).map(({ label, value }) => [label, value]));
  const fields = [...new Set([...now.keys(), ...old.keys()])]
    .map(path => ({ path, before: old.get(path) ?? null, after: now.get(path) ?? null }))
    .filter(change => change.before !== change.after);
  return [...fields, ...argumentChanges(argumentsOf(before), argumentsOf(after))];
}

function withoutArguments(shape: ServerShape): ConfigField[] {
  return configFields('args' in shape ? { ...shape, args: [] } : shape);
}

function argumentsOf(shape: ServerShape): readonly string[] {
  return 'args' in shape ? shape.args : [];
}

function argumentChanges(before: readonly string[], after: readonly string[]): Change[] {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const old = before.slice(head, before.length - tail);
  const now = after.slice(head, after.length - tail);
  return Array.from({ length: Math.max(old.length, now.length) }, (_, index) => ({
    path: t('Argument {place}', { place: head + index + 1 }),
    before: old[index] ?? null,
    after: now[index] ?? null,
  })).filter(change => change.before !== change.after);
}

function argumentFields(args: readonly string[]): ConfigField[] {
  return args.map((value, index) => field(t('Argument {place}', { place: index + 1 }), value));
}

function field(label: string, value: string): ConfigField {
  return { label, value };
}

const needsQuotes = /^"|^\s|\s$|[\u0000-\u001f\u2028\u2029]|^$/;

/** Arguments one on each line; one that a line cannot hold is written as a JSON text. */
export function linesOfTexts(texts: readonly string[]): string {
  return texts.map(text => (needsQuotes.test(text) ? JSON.stringify(text) : text)).join('\n');
}

/** The way back. Blank lines mean nothing; a line in quotes that is no JSON text is taken as it stands. */
export function textsOfLines(lines: string): string[] {
  return lines
    .split(/\r?\n/)
    .filter(line => line.trim() !== '')
    .map(line => (line.startsWith('"') ? (jsonText(line) ?? line) : line));
}

function jsonText(line: string): string | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}
