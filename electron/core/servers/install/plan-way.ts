// What a way of the catalogue and the values of its form come to: the config of a server, before its package is here and with it. Pure.
import { folderReference } from '../../../../contract/catalogue.ts';
import { placeholdersIn } from '../../../../contract/placeholders.ts';
import { containerOptions } from './container-options.ts';
import { refused } from './field-values.ts';
import { fillAddress, fillArguments, fillNamed } from './fill-templates.ts';
import type { Way } from '../../../../contract/schemas/catalogue.ts';
import type { ServerConfig } from '../../../../contract/schemas/servers.ts';
import type { FieldTexts } from './field-values.ts';

/** A package that is here, as it is started. */
export interface UnpackedPackage {
  /** Absolute. */
  readonly folder: string;
  /** The program and what stands in front of the arguments of the way; of an image its name with its digest alone. */
  readonly command: string;
  readonly args: readonly string[];
  /** Variables that its runtime needs. */
  readonly env: Readonly<Record<string, string>>;
}

export interface PlannedServer {
  readonly config: ServerConfig;
  /** Values that look like placeholders and are meant as they stand. */
  readonly literals: readonly string[];
}

const npmName = /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~][\w.~-]*$/i;
const pypiName = /^[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?$/;
const imageName = /^[a-z0-9][\w.:/-]*$/i;
const nugetName = /^\w[\w.-]*$/;
/** Begins with nothing that a launcher could read as an option, a range, a tag or an address. */
const exactVersion = /^v?\d[\w.+!-]*$/;
const imageVersion = /^(?:sha256:[0-9a-f]{64}|\w[\w.-]{0,127})$/;

/** Throws HubError for a package whose name or version is none. */
export function expectSoundWay(way: Way): void {
  const { kind, identifier, version } = way;
  const names = { npm: npmName, pypi: pypiName, oci: imageName, nuget: nugetName } as const;
  if (JSON.stringify(way).includes('${secret:')) throw refused({ kind: 'install-reference', name: identifier });
  if (kind === 'remote') return;
  if (kind === 'mcpb') {
    if (identifier !== '' && !/^https?:\/\//.test(identifier) && URL.canParse(identifier))
      throw refused({ kind: 'install-bad-name', name: identifier });
    return;
  }
  if (!names[kind].test(identifier) || identifier.length > 300)
    throw refused({ kind: 'install-bad-name', name: identifier });
  const isVersion = kind === 'oci' ? imageVersion : exactVersion;
  if (version !== null && !isVersion.test(version)) throw refused({ kind: 'install-bad-version', version });
}

const ownReference = /\$\{(?:(?:secret|input|field):[^}]*\}?|folder\})/g;

/** `unpacked` is null while the package is not here: then it is what its usual launcher would be told. Throws HubError. */
export function planWay(way: Way, texts: FieldTexts, unpacked: UnpackedPackage | null): PlannedServer {
  expectSoundWay(way);
  const literals = [...texts.values()]
    .flat()
    .flatMap(text => (isOpen(text) ? [] : placeholdersIn(text).map(own => own.text)));
  const config = configOf(way, texts, unpacked);
  expectNothingComposed(way, config, texts, unpacked);
  return { config, literals: [...new Set(literals)] };
}

/** A reference is one that a field stands for as a whole, and never what a template and values come to together. Throws HubError. */
function expectNothingComposed(
  { kind, identifier }: Way,
  config: ServerConfig,
  texts: FieldTexts,
  unpacked: UnpackedPackage | null,
): void {
  const known = [...texts.values()].flat();
  // Before it is here nothing stands in the place of its folder.
  if (kind === 'mcpb' && !unpacked) known.push(folderReference);
  const found = wordsOf(config).flatMap(word => word.match(ownReference) ?? []);
  const composed = found.find(text => !known.some(own => own.includes(text)));
  if (composed !== undefined) throw refused({ kind: 'install-composed', name: identifier, text: composed });
}

/** All texts that values come into. */
function wordsOf(config: ServerConfig): string[] {
  if (config.kind === 'stdio') return [config.command, ...config.args, ...Object.entries(config.env).flat()];
  return 'url' in config ? [config.url, ...Object.entries(config.headers).flat()] : [];
}

/** It stands for what is still to be given, and is not meant as it stands. */
function isOpen(text: string): boolean {
  return /^\$\{(?:input|secret):[^}]*\}$/.test(text);
}

function configOf(asSaid: Way, texts: FieldTexts, unpacked: UnpackedPackage | null): ServerConfig {
  // In the templates alone: what the user has filled in is not read again.
  const way = asSaid.kind === 'mcpb' && unpacked ? inFolder(asSaid, unpacked.folder) : asSaid;
  if (way.kind === 'remote') return addressConfig(way, way.identifier, texts);
  if (way.kind === 'oci') return containerConfig(way, texts, unpacked?.args[0] ?? imageOf(way));
  const env = fillNamed(way.variables, texts);
  const own = fillArguments(way.arguments, texts);
  const front = unpacked && way.kind !== 'mcpb' ? [unpacked.command, ...unpacked.args] : launched(way, texts);
  const [command = '', ...args] = [...front, ...own];
  return { kind: 'stdio', command, args, env: { ...unpacked?.env, ...env } };
}

function addressConfig(way: Way, template: string, texts: FieldTexts): ServerConfig {
  const headers = fillNamed(way.headers, texts);
  const broken = Object.entries(headers).find(([, value]) => /[\r\n]/.test(value));
  if (broken) throw refused({ kind: 'field-line-break', field: broken[0] });
  return { kind: way.transport === 'sse' ? 'sse' : 'http', url: fillAddress(template, texts), headers };
}

/** Names alone are in its command line: docker takes the values from its own environment, which nobody else sees. */
function containerConfig(way: Way, texts: FieldTexts, image: string): ServerConfig {
  const { args, env } = containerOptions(way, texts);
  const words = ['run', '-i', '--rm', ...args, image, ...fillArguments(way.arguments, texts)];
  return { kind: 'stdio', command: 'docker', args: words, env };
}

function imageOf({ identifier, version }: Way): string {
  if (version === null) return identifier;
  return version.startsWith('sha256:') ? `${identifier}@${version}` : `${identifier}:${version}`;
}

/** The words by which it is usually started. */
function launched({ kind, identifier, version, runtime, runtimeArguments }: Way, texts: FieldTexts): string[] {
  switch (kind) {
    case 'npm':
      return ['npx', '-y', version === null ? identifier : `${identifier}@${version}`];
    case 'pypi':
      return ['uvx', version === null ? identifier : `${identifier}==${version}`];
    case 'nuget':
      return ['dnx', version === null ? identifier : `${identifier}@${version}`, '--yes'];
    default:
      return [runtime ?? 'node', ...fillArguments(runtimeArguments, texts)];
  }
}

/** With the folder of the bundle in the place of what stands for it. */
function inFolder(way: Way, folder: string): Way {
  const placed = (text: string) => text.replaceAll(folderReference, () => folder);
  const words = (templates: Way['arguments']) =>
    templates.map(({ name, value }) => ({ name, value: value === null ? null : placed(value) }));
  return {
    ...way,
    runtime: way.runtime === null ? null : placed(way.runtime),
    runtimeArguments: words(way.runtimeArguments),
    arguments: words(way.arguments),
    variables: way.variables.map(({ name, value }) => ({ name, value: placed(value) })),
  };
}
