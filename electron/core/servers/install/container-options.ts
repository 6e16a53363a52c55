// What an entry may tell docker in front of its image: what takes nothing from the machine, and mounts of folders that the user fills in. Pure.
import { isAbsolute, parse, resolve } from 'node:path';
import { refused } from './field-values.ts';
import { fillArguments, fillNamed } from './fill-templates.ts';
import type { AskedField, Way } from '../../../../contract/schemas/catalogue.ts';
import type { FieldTexts } from './field-values.ts';

/** A folder or file of this machine that a container is given. */
interface Mount {
  /** Of the field that names it. */
  readonly field: string;
  /** Where the container finds it, as a template. */
  readonly target: string;
  readonly readOnly: boolean;
}

interface Option {
  /** As it is written: `--memory`. */
  readonly name: string;
  /** A template; null for a flag. */
  readonly value: string | null;
}

/** Of these and of what every run has anyway there is one already; a terminal would break its messages. */
const ownWords = new Set(['docker', 'run', '-i', '-t', '-it', '-ti', '--rm', '--interactive', '--tty']);
const flags = new Set(['--init', '--read-only']);
/** Options that only bound or describe the container, with the values that do. Every other one is refused. */
const harmless: ReadonlyMap<string, RegExp> = new Map([
  ...(['-m', '--memory', '--memory-swap', '--memory-reservation', '--shm-size'] as const).map(
    name => [name, /^\d+(?:\.\d+)?[bkmg]?$/i] as const,
  ),
  ['--cpus', /^\d+(?:\.\d+)?$/],
  ['--pids-limit', /^\d+$/],
  ['--stop-timeout', /^\d+$/],
  ['--platform', /^[a-z0-9]+(?:\/[a-z0-9]+){0,2}$/],
  ['--network', /^(?:none|bridge|default)$/],
  ['--net', /^(?:none|bridge|default)$/],
  ['--pull', /^(?:always|missing|never)$/],
  ['--cap-drop', /^[A-Za-z_]+$/],
  ['--security-opt', /^no-new-privileges(?:[:=]true)?$/],
  ['-w', /^\/[^:,]*$/],
  ['--workdir', /^\/[^:,]*$/],
  ['--tmpfs', /^\/[^:,]*$/],
]);
const variableName = /^[A-Za-z_][\w.-]*$/;
const oneField = /^\$\{field:([^}]+)\}$/;
/** A part of a list: what stands between commas and outside of references. */
const listParts = /(?:\$\{[^}]*\}|[^,])+/g;
const boundTo = /^(\$\{field:[^}]+\}):((?:\$\{[^}]*\}|[^:])+)(?::(ro|rw))?$/;

/**
 * The options in front of the image, and the variables that they set: docker takes their values from its own environment, so that nobody
 * reads them in its command line. Throws HubError for what is not harmless, with its name.
 */
export function containerOptions(
  way: Way,
  texts: FieldTexts,
): { readonly args: string[]; readonly env: Readonly<Record<string, string>> } {
  const args: string[] = [];
  const variables = [...way.variables];
  for (const option of optionsOf(way)) {
    const set = variableIn(option, way);
    if (set) variables.push(...set);
    else args.push(...(mountIn(option, way) ? mounted(option, way, texts) : filled(option, way, texts)));
  }
  const env = fillNamed(variables, texts);
  const bad = Object.keys(env).find(name => !variableName.test(name));
  if (bad !== undefined) throw notPassed(way, `-e ${bad}`);
  return { args: [...Object.keys(env).flatMap(name => ['-e', name]), ...args], env };
}

/** What its form gives the container of this machine. Throws as `containerOptions`. */
export function mountsOf(way: Way): readonly Mount[] {
  return way.kind === 'oci' ? optionsOf(way).flatMap(option => mountIn(option, way) ?? []) : [];
}

/** Without what an entry would have mounted unless the user says otherwise: only the user chooses a folder of this machine. */
export function withoutMountDefaults(way: Way): Way {
  if (way.kind !== 'oci') return way;
  const template = JSON.stringify(way.runtimeArguments);
  const fields = way.fields.map(field => {
    const isPlace = field.kind === 'folder' || field.kind === 'file';
    if (!isPlace || !template.includes(JSON.stringify(`\${field:${field.key}}`).slice(1, -1))) return field;
    return { ...field, defaults: [], placeholder: field.placeholder || (field.defaults[0] ?? '') };
  });
  return { ...way, fields };
}

/** Word by word, as docker reads them. Whatever is no option would be taken for the image. */
function optionsOf(way: Way): Option[] {
  const words = way.runtimeArguments
    .flatMap(({ name, value }) => [name, value])
    .filter((word): word is string => word !== null && !ownWords.has(word));
  const options: Option[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [, name = word, joined = null] = /^(--?[A-Za-z-]+)=(.*)$/s.exec(word) ?? [];
    const isFlag = flags.has(name);
    const isValued = harmless.has(name) || isMount(name) || isVariable(name);
    if (!isValued && !(isFlag && joined === null)) throw notPassed(way, word);
    const value = isFlag ? null : (joined ?? words[(at += 1)] ?? null);
    if (!isFlag && value === null) throw notPassed(way, word);
    options.push({ name, value });
  }
  return options;
}

function isMount(name: string): boolean {
  return name === '-v' || name === '--volume' || name === '--mount';
}

function isVariable(name: string): boolean {
  return name === '-e' || name === '--env';
}

/** `-e NAME` of one that is set anyway sets none; without a value docker would hand on whatever has that name here. */
function variableIn({ name: option, value }: Option, way: Way): Way['variables'] | null {
  if (!isVariable(option) || value === null) return null;
  const [, name = value, text = null] = /^([^=]*)=(.*)$/s.exec(value) ?? [];
  const isKnown = way.variables.some(own => own.name === name);
  if (!variableName.test(name) || (text === null && !isKnown)) throw notPassed(way, `${option} ${value}`);
  return text === null ? [] : [{ name, value: text }];
}

function mountIn({ name, value }: Option, way: Way): Mount | null {
  if (!isMount(name) || value === null) return null;
  const found = name === '--mount' ? listed(value) : bound(value);
  const key = oneField.exec(found?.source ?? '')?.[1];
  const field = way.fields.find(own => own.key === key);
  if (!found || !field || !isChosen(field))
    throw refused({ kind: 'install-mount', name: way.identifier, mount: value });
  return { field: field.key, target: found.target, readOnly: found.readOnly };
}

/** What stands in it is what the user has filled in, and nothing that the entry has. */
function isChosen({ kind, defaults, secret }: AskedField): boolean {
  return (kind === 'folder' || kind === 'file') && defaults.length === 0 && !secret;
}

interface FoundMount {
  readonly source: string;
  readonly target: string;
  readonly readOnly: boolean;
}

function bound(value: string): FoundMount | null {
  const [, source, target, mode] = boundTo.exec(value) ?? [];
  return source === undefined || target === undefined ? null : { source, target, readOnly: mode === 'ro' };
}

function listed(value: string): FoundMount | null {
  const parts = (value.match(listParts) ?? []).map(part => /^([a-z]+)(?:=(.*))?$/s.exec(part));
  const said = new Map(parts.map(part => [part?.[1] ?? '', part?.[2]]));
  const take = (...names: readonly string[]) => {
    const name = names.find(one => said.has(one));
    if (name === undefined) return undefined;
    const found = said.get(name) ?? 'true';
    said.delete(name);
    return found;
  };
  const [type, source, target] = [take('type'), take('src', 'source'), take('dst', 'destination', 'target')];
  const readOnly = take('readonly', 'ro') ?? 'false';
  if (type !== 'bind' || source === undefined || target === undefined) return null;
  // What is left is something that nobody has looked at, or said twice.
  if (said.size > 0 || parts.length > 4 || !/^(?:true|false)$/.test(readOnly)) return null;
  return { source, target, readOnly: readOnly === 'true' };
}

/** In one form, whose separators no path may hold. */
function mounted(option: Option, way: Way, texts: FieldTexts): string[] {
  const mount = mountIn(option, way);
  if (!mount) return [];
  for (const path of texts.get(mount.field) ?? []) expectOwnFolder(path, way);
  const target = fillArguments([{ name: null, value: mount.target }], texts);
  const bad = target.find(path => !isOpen(path) && !/^\/[^:,"\r\n]*$/.test(path));
  if (bad !== undefined) throw refused({ kind: 'install-mount', name: way.identifier, mount: bad });
  const end = mount.readOnly ? ',readonly' : '';
  return fillArguments(
    [{ name: '--mount', value: `type=bind,src=\${field:${mount.field}},dst=${mount.target}${end}` }],
    texts,
  );
}

function expectOwnFolder(path: string, way: Way): void {
  if (isOpen(path)) return;
  if (!isAbsolute(path) || /[,"\r\n]/.test(path))
    throw refused({ kind: 'install-mount', name: way.identifier, mount: path });
  if (resolve(path) === parse(resolve(path)).root) throw refused({ kind: 'field-whole-machine', folder: path });
}

function filled({ name, value }: Option, way: Way, texts: FieldTexts): string[] {
  if (value === null) return [name];
  const takes = harmless.get(name);
  const words = fillArguments([{ name, value }], texts);
  const bad = words.find(word => word !== name && !isOpen(word) && !takes?.test(word));
  if (bad !== undefined) throw notPassed(way, bad.startsWith(name) ? bad : `${name} ${bad}`);
  return words;
}

/** It stands for what is still to be given, in a plan or in a config that cannot start. */
function isOpen(text: string): boolean {
  return /^(?:<[^<>,:=]*>|\$\{input:[\w.-]+\})$/.test(text);
}

function notPassed({ identifier }: Way, option: string) {
  return refused({ kind: 'install-container-option', name: identifier, option });
}
