// A config for reading and for remembering what was approved, without values that look like secrets; and back, with changes.
import { ServerConfigSchema } from '../../../../contract/schemas/servers.ts';
import { faultOf } from '../../../../contract/schemas/value-fault.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { holdsSecret } from '../../secrets/move-secrets.ts';
import { looksSecret } from '../../secrets/secret-looks.ts';
import { secretPartsIn } from '../../secrets/secret-parts.ts';
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
    case 'fleet':
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
  const isRemote = 'url' in rest;
  // What the panel does not show of a kind stays as it is.
  const unseen = isRemote ? 'url' in before && before : before.kind === rest.kind && before;
  const { cwd, ...others } = 'cwd' in rest ? rest : { ...rest, cwd: undefined };
  const config = {
    ...unseen,
    ...others,
    ...(cwd !== undefined && { cwd: cwd ?? undefined }),
    [isRemote ? 'headers' : 'env']: values,
  };
  const parsed = ServerConfigSchema.safeParse(config);
  if (!parsed.success)
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-config', why: faultOf(parsed.error, config) });
  if (JSON.stringify(parsed.data).includes(String.raw`\u0000`))
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'config-nul' });
  if (typeof cwd === 'string' && !/^(\/|[A-Za-z]:[\\/]|\\\\)/.test(cwd))
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'config-folder', folder: cwd });
  return parsed.data;
}

function variablesOf(values: Readonly<Record<string, string>>): Variable[] {
  return Object.keys(values)
    .sort()
    .map(name => {
      const value = values[name] ?? '';
      const secrets = [...value.matchAll(/\$\{secret:([^}]+)\}/g)].map(found => found[1] ?? '');
      const plain = value.replace(/\$\{secret:[^}]+\}/g, '');
      const hides =
        secrets.length === 0 ? holdsSecret(name, value) : looksSecret(plain) || secretPartsIn('', value).length > 0;
      return { name, secrets, value: hides ? null : value, looksSecret: hides };
    });
}

function valuesOf(
  edited: Readonly<Record<string, string | null>>,
  before: Readonly<Record<string, string>>,
): Record<string, string> {
  const entries = Object.entries(edited).map(([name, value]): [string, string] => {
    if (name === '' || /[=\0\s]/.test(name)) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'variable-name', name });
    const kept = value ?? (Object.hasOwn(before, name) ? before[name] : undefined);
    if (kept === undefined) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'variable-no-value', name });
    return [name, kept];
  });
  return Object.fromEntries(entries);
}
