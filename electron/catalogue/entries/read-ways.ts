// The ways to run a server: its packages and its addresses, each with the form of what it asks for. What cannot be read is left out.
import { WaySchema } from '../../../contract/schemas/catalogue.ts';
import { ServerPackageSchema, ServerRemoteSchema } from '../../../contract/schemas/server-json.ts';
import { AskedFields, filled, literal, UnusableWay } from './asked-fields.ts';
import { imageOf } from './image-name.ts';
import type { WayKind } from '../../../contract/catalogue.ts';
import type { ArgumentTemplate, Way } from '../../../contract/schemas/catalogue.ts';
import type {
  NamedInput,
  ServerArgument,
  ServerPackageJson,
  ServerRemoteJson,
  ServerTransportJson,
} from '../../../contract/schemas/server-json.ts';

const packageKinds: ReadonlySet<string> = new Set<WayKind>(['npm', 'pypi', 'oci', 'nuget', 'mcpb']);

/** More than anybody chooses among. */
const maxWays = 20;

export function readWays(packages: readonly unknown[], remotes: readonly unknown[]): Way[] {
  return [
    ...packages.flatMap(given => wayOrNone(ServerPackageSchema.safeParse(given).data, packageWay)),
    ...remotes.flatMap(given => wayOrNone(ServerRemoteSchema.safeParse(given).data, remoteWay)),
  ].slice(0, maxWays);
}

function wayOrNone<T>(given: T | undefined, read: (given: T) => Way | null): Way[] {
  if (given === undefined) return [];
  try {
    const way = WaySchema.safeParse(read(given)).data;
    return way ? [way] : [];
  } catch (error) {
    if (error instanceof UnusableWay) return [];
    throw error;
  }
}

function packageWay(given: ServerPackageJson): Way | null {
  const { registryType, identifier, version, registryBaseUrl, fileSha256, runtimeHint, transport } = given;
  if (!packageKinds.has(registryType)) return null;
  const fields = new AskedFields();
  const sites = new Map<string, string>();
  const runtimeArguments = argumentsOf(given.runtimeArguments ?? [], fields, sites);
  const own = argumentsOf(given.packageArguments ?? [], fields, sites);
  const variables = namedOf(given.environmentVariables ?? [], 'variable', fields, sites);
  const headers = namedOf(transport?.headers ?? [], 'header', fields, sites);
  const image = registryType === 'oci' ? imageOf(identifier, version, registryBaseUrl) : null;
  return {
    kind: registryType as WayKind,
    identifier: literal(image?.name ?? identifier),
    version: image ? image.version : fixed(version),
    // Of an image its name says it.
    registry: image ? null : (registryBaseUrl ?? null),
    sha256: fileSha256 && /^[0-9a-f]{64}$/i.test(fileSha256) ? fileSha256.toLowerCase() : null,
    transport: transportOf(transport),
    address: transport?.url ? filled(transport.url, name => sites.get(name) ?? null) : null,
    runtime: runtimeHint ?? null,
    fields: fields.list,
    runtimeArguments,
    arguments: own,
    variables,
    headers,
  };
}

function remoteWay(given: ServerRemoteJson): Way | null {
  const { url, variables = {}, headers = [] } = given;
  // Anything else would be taken for an address by whoever connects to it.
  if (!/^(?:https?:\/\/[^\s]+|\{[A-Za-z_]\w*\}[^\s]*)$/.test(url) || given.type === 'stdio') return null;
  const fields = new AskedFields();
  const known = new Map<string, string>();
  const identifier = filled(url, name => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (!variable) return null;
    const template = known.get(name) ?? fields.variable(variable, name);
    known.set(name, template);
    return template;
  });
  return {
    kind: 'remote',
    identifier,
    ...{ version: null, registry: null, sha256: null, address: null, runtime: null },
    transport: transportOf(given),
    headers: namedOf(headers, 'header', fields, new Map()),
    fields: fields.list,
    ...{ runtimeArguments: [], arguments: [], variables: [] },
  };
}

function transportOf(transport: ServerTransportJson | undefined): Way['transport'] {
  if (!transport || transport.type === 'stdio') return 'stdio';
  return transport.type === 'sse' ? 'sse' : 'http';
}

/** `latest` fixes nothing. */
function fixed(version: string | undefined): string | null {
  return version === undefined || version === '' || version === 'latest' ? null : version;
}

/** `sites` learns by which template an address may mean the value of each. */
function argumentsOf(
  given: readonly ServerArgument[],
  fields: AskedFields,
  sites: Map<string, string>,
): ArgumentTemplate[] {
  return given.map(argument => {
    const { type, name, valueHint, isRepeated: multiple = false } = argument;
    const called = (type === 'named' ? name : valueHint) || valueHint || 'argument';
    if (type === 'named' && isFlag(argument)) return { name: literal(called), value: null };
    const label = type === 'named' ? called : labelOf(called);
    const value = fields.template(argument, { place: 'argument', name: called, label, multiple });
    for (const site of [name, valueHint, name?.replace(/^-+/, '')]) if (site) sites.set(site, value);
    return { name: type === 'named' ? literal(called) : null, value };
  });
}

/** Nothing is said of a value, so there is none: `-i`, `--rm`. */
function isFlag({ value, default: usual, choices, description, placeholder, ...more }: ServerArgument): boolean {
  const says = value ?? usual ?? choices ?? description ?? placeholder ?? more.format ?? more.valueHint;
  return says === undefined && !more.isRequired && !more.isSecret;
}

/** `allowed_directories` as people write it. */
function labelOf(hint: string): string {
  return hint.replace(/[_-]+/g, ' ');
}

function namedOf(
  given: readonly NamedInput[],
  place: 'variable' | 'header',
  fields: AskedFields,
  sites: Map<string, string>,
): Way['variables'] {
  return given.map(input => {
    const value = fields.template(input, { place, name: input.name });
    sites.set(input.name, value);
    return { name: literal(input.name), value };
  });
}
