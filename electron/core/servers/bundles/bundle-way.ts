// How a bundle is run on this machine: its manifest as a way, whose templates name the folder that it will lie in.
import { folderReference } from '../../../../contract/catalogue.ts';
import { refusedBundle, shownName } from './archive/archive-bounds.ts';
import { fieldsOf } from './bundle-fields.ts';
import { type BundleMachine, BundleVariables } from './bundle-variables.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { BundleManifest } from '../../../../contract/schemas/bundle-manifest.ts';
import type { Way } from '../../../../contract/schemas/catalogue.ts';

export interface BundleWay {
  readonly way: Way;
  /** The files that it starts as programs, by their names in the archive. */
  readonly programs: readonly string[];
  /** What runs it, which this machine has to have; null for a program of its own. `range` is of versions, as npm and pip write them. */
  readonly runtime: { readonly program: 'node' | 'python' | 'uv'; readonly range: string | null } | null;
  readonly warnings: readonly Reason[];
  readonly unsuitable: Reason | null;
}

interface Package {
  readonly manifest: BundleManifest;
  readonly file: string;
  readonly sha256: string;
  /** Whether its archive holds a file of that name. */
  readonly has: (name: string) => boolean;
}

/** Throws HubError where it names what it does not bring, or what no bundle may have. */
export function wayOf(bundle: Package, machine: BundleMachine): BundleWay {
  const { manifest, file, sha256 } = bundle;
  const variables = new BundleVariables(machine, Object.keys(manifest.user_config ?? {}));
  const fields = fieldsOf(manifest.user_config, variables);
  const config = configOf(manifest, machine);
  const { command, program } = commandOf(bundle, variables.template(config.command, 'command'), machine);
  const argument = (text: string, at: number) => {
    const template = variables.template(text, `args.${at}`);
    return { name: null, value: isOwnFile(bundle, template) ? `${folderReference}/${plain(template)}` : template };
  };
  const args = config.args.map(argument);
  const env = Object.entries(config.env).map(([name, value]) => ({
    name: expectVariable(name),
    value: variables.template(value, `env.${name}`),
  }));
  return {
    way: {
      kind: 'mcpb',
      identifier: file,
      version: manifest.version,
      registry: null,
      sha256,
      transport: 'stdio',
      address: null,
      runtime: command,
      fields,
      runtimeArguments: [],
      arguments: args,
      variables: env,
      headers: [],
    },
    programs: program === null ? [] : [program],
    runtime: runtimeOf(manifest),
    warnings: warningsOf(bundle, variables),
    unsuitable: unsuitableOf(manifest, machine),
  };
}

interface PlainConfig {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Of a platform's own settings each takes the place of the general one, as the format's own programs have it. */
function configOf({ server }: BundleManifest, { platform }: BundleMachine): PlainConfig {
  const { mcp_config: config } = server;
  if (!config) return uvConfig(server.entry_point);
  const own = config.platform_overrides && Object.hasOwn(config.platform_overrides, platform);
  const { command, args, env } = (own && config.platform_overrides?.[platform]) || {};
  return { command: command || config.command, args: args ?? config.args ?? [], env: env ?? config.env ?? {} };
}

/** A bundle for uv need not say how it is run: its dependencies are those of its pyproject.toml. */
function uvConfig(entryPoint: string): PlainConfig {
  return { command: 'uv', args: ['run', '--directory', '${__dirname}', entryPoint], env: {} };
}

/** A command with a slash is a file of the bundle, or one of the machine by its whole path; any other is looked for in the PATH. */
function commandOf(bundle: Package, template: string, { platform }: BundleMachine) {
  const isOwn = template.startsWith(folderReference);
  const isPath = /[\\/]/.test(template);
  if (!isOwn && (!isPath || /^(?:[\\/]|[A-Za-z]:)/.test(template))) return { command: template, program: null };
  const name = plain(isOwn ? template.slice(folderReference.length).replace(/^[\\/]/, '') : template);
  if (name.split('/').includes('..')) throw refusedBundle({ kind: 'bundle-path-outside', at: 'command', path: name });
  const found = [name, ...(platform === 'win32' ? [`${name}.exe`] : [])].find(one => bundle.has(one));
  if (found === undefined) throw refusedBundle({ kind: 'bundle-no-command', command: shownName(name) });
  return { command: `${folderReference}/${found}`, program: found };
}

/** Many manifests name their files as if they ran in their own folder. */
function isOwnFile({ manifest, has }: Package, template: string): boolean {
  const name = plain(template);
  return has(name) && (name.includes('/') || name === plain(manifest.server.entry_point));
}

function plain(name: string): string {
  return name.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
}

function expectVariable(name: string): string {
  if (name === '' || /[=\0]/.test(name)) throw refusedBundle({ kind: 'bundle-reference', at: 'env', text: name });
  return name;
}

function runtimeOf({ server, compatibility }: BundleManifest): BundleWay['runtime'] {
  const { type } = server;
  if (type === 'binary') return null;
  const range = compatibility?.runtimes?.[type === 'node' ? 'node' : 'python'] ?? null;
  return { program: type, range };
}

function warningsOf({ manifest, has }: Package, variables: BundleVariables): Reason[] {
  const entryPoint = plain(manifest.server.entry_point);
  const isThere = has(entryPoint) || has(`${entryPoint}.exe`);
  return [
    ...variables.unknown.map((text): Reason => ({ kind: 'bundle-unknown-variable', text })),
    ...(isThere ? [] : [{ kind: 'bundle-no-entry-point', path: shownName(entryPoint) } satisfies Reason]),
  ];
}

function unsuitableOf({ compatibility }: BundleManifest, { platform }: BundleMachine): Reason | null {
  const platforms = compatibility?.platforms;
  if (!platforms || platforms.some(one => one === platform)) return null;
  return { kind: 'bundle-platform', platforms, here: platform };
}
