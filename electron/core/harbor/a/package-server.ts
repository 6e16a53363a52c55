// A server made of a package that the wire names: the command that its launcher would start, with its variables left open to be filled in.
import { checkedConfig } from '../../servers/import/read-entry.ts';
import { Fault } from './asked.ts';
import type { HarborPackage, HarborVariable } from '../../../../contract/schemas/harbor-a.ts';
import type { NewServer } from '../../servers/lifecycle/server-row.ts';

export interface PackageNamed extends Pick<HarborPackage, 'identifier'> {
  readonly registryType: Exclude<HarborPackage['registryType'], 'github'>;
  readonly variables: readonly HarborVariable[];
}

/** Names of packages as npm, PyPI and registries of images have them: nothing that a launcher would read as an option. */
const identifiers: Readonly<Record<'npm' | 'pypi' | 'oci', RegExp>> = {
  npm: /^(?:github:[\w.-]+\/[\w.-]+|(?:@[\w.~-]+\/)?[\w~][\w.~-]*(?:@[\w.^~<>=*-]+)?)$/,
  pypi: /^[A-Za-z0-9][\w.-]*(?:\[[\w,.-]+\])?(?:==[\w.]+)?$/,
  oci: /^[a-z0-9][\w.:/@-]*$/i,
};

/** Throws the wire's `unsupported_package_type` for what no launcher starts. */
export function packageServer(name: string, { registryType, identifier, variables }: PackageNamed): NewServer {
  if (registryType === 'binary') throw unsupportedProgram(name);
  if (!identifiers[registryType].test(identifier) || identifier.length > maxIdentifier)
    throw new Fault('install_error', `${JSON.stringify(identifier.slice(0, 100))} is no name of a package.`);
  const config = {
    kind: 'stdio' as const,
    ...commandOf(registryType, identifier, variables),
    env: openEnv(variables),
  };
  const secret = new Set(variables.flatMap(variable => (variable.isSecret === false ? [] : [variable.name])));
  return { name, config: checkedConfig(name, config), secret };
}

export function unsupportedProgram(name: string): Fault {
  return new Fault(
    'unsupported_package_type',
    `${name} is a program to be downloaded, which Pilothouse does not do unasked. Install it yourself, then add its command in Pilothouse under Servers.`,
  );
}

const maxIdentifier = 300;

function commandOf(
  type: 'npm' | 'pypi' | 'oci',
  identifier: string,
  variables: readonly HarborVariable[],
): { command: string; args: string[] } {
  switch (type) {
    case 'npm':
      return { command: 'npx', args: ['-y', identifier] };
    case 'pypi':
      return { command: 'uvx', args: [identifier] };
    case 'oci': {
      const passed = variables.flatMap(({ name }) => ['-e', name]);
      return { command: 'docker', args: ['run', '-i', '--rm', ...passed, identifier] };
    }
  }
}

/** `${NAME}`, for which Pilothouse asks before the server may run. */
function openEnv(variables: readonly HarborVariable[]): Record<string, string> {
  return Object.fromEntries(variables.map(({ name }) => [name, `\${${name}}`]));
}
