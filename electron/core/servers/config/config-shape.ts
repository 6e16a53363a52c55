// A config for reading and for remembering what was approved, without values that look like secrets; and back, with changes.
import { HubError } from '../../../../contract/errors.ts';
import { ServerConfigSchema } from '../../../../contract/schemas/servers.ts';
import { sentenceOf } from '../../../../contract/schemas/zod-sentence.ts';
import { isSecretKey } from '../../redaction/redact.ts';
import { looksSecret } from '../../secrets/move-secrets.ts';
import type { ServerEdit, ServerShape, Variable } from '../../../../contract/schemas/server-config.ts';
import type { ServerConfig } from '../../../../contract/schemas/servers.ts';

/** Variables are in the order of their names. */
export function shapeOf(config: ServerConfig): ServerShape {
  const variables = variablesOf('env' in config ? config.env : config.headers);
  switch (config.kind) {
    case 'stdio': {
      const { kind, command, args, cwd = null } = config;
      return { kind, command, args: [...args], cwd, variables };
    }
    case 'http':
    case 'sse':
      return { kind: config.kind, url: config.url, variables };
    case 'javascript': {
      const { kind, file, hosts } = config;
      return { kind, file, hosts: [...hosts], variables };
    }
    case 'wasm': {
      const { kind, file, args, folders } = config;
      return { kind, file, args: [...args], folders: folders.map(folder => ({ ...folder })), variables };
    }
  }
}

/** The config after a change. Throws HubError ERR_INVALID_ARGUMENTS for one that cannot run, or that keeps a value that is not there. */
export function configOf(edit: ServerEdit, before: ServerConfig): ServerConfig {
  const { variables, ...rest } = edit;
  const values = valuesOf(variables, 'env' in before ? before.env : before.headers);
  const isRemote = rest.kind === 'http' || rest.kind === 'sse';
  // What the panel does not show of a kind stays as it is.
  const unseen = isRemote ? 'url' in before && before : before.kind === rest.kind && before;
  const { cwd, ...others } = 'cwd' in rest ? rest : { ...rest, cwd: undefined };
  const parsed = ServerConfigSchema.safeParse({
    ...unseen,
    ...others,
    ...(cwd !== undefined && { cwd: cwd ?? undefined }),
    [isRemote ? 'headers' : 'env']: values,
  });
  if (!parsed.success) throw refused(`This cannot be a server: ${sentenceOf(parsed.error)}`);
  if (JSON.stringify(parsed.data).includes(String.raw`\u0000`))
    throw refused('It holds a NUL character, which no program can be given; remove it.');
  if (typeof cwd === 'string' && !/^(\/|[A-Za-z]:[\\/]|\\\\)/.test(cwd))
    throw refused(`The folder ${JSON.stringify(cwd)} is not absolute; give its whole path.`);
  return parsed.data;
}

function variablesOf(values: Readonly<Record<string, string>>): Variable[] {
  return Object.keys(values)
    .sort()
    .map(name => {
      const value = values[name] ?? '';
      const secrets = [...value.matchAll(/\$\{secret:([^}]+)\}/g)].map(found => found[1] ?? '');
      const plain = value.replace(/\$\{secret:[^}]+\}/g, '');
      const hides = looksSecret(plain) || (secrets.length === 0 && value !== '' && isSecretKey(name));
      return { name, secrets, value: hides ? null : value, looksSecret: hides };
    });
}

function valuesOf(
  edited: Readonly<Record<string, string | null>>,
  before: Readonly<Record<string, string>>,
): Record<string, string> {
  const entries = Object.entries(edited).map(([name, value]): [string, string] => {
    if (name === '' || /[=\0\s]/.test(name))
      throw refused(`A variable is named ${JSON.stringify(name)}; a name may not be empty or hold "=" or a space.`);
    const kept = value ?? (Object.hasOwn(before, name) ? before[name] : undefined);
    if (kept === undefined) throw refused(`${JSON.stringify(name)} has no value yet; give it one.`);
    return [name, kept];
  });
  return Object.fromEntries(entries);
}

function refused(sentence: string): HubError {
  return new HubError('ERR_INVALID_ARGUMENTS', sentence);
}
