// A server as an MCPB bundle: the same server gives the same bytes. Nothing of this user goes along but what the server itself is.
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { type AsyncZippable, zip } from 'fflate';
import { writtenManifestVersion } from '../../../../../contract/schemas/bundle-manifest.ts';
import { packageIn } from '../../config/package-in-command.ts';
import { codeOf } from '../archive/archive.ts';
import { MiB, refusedBundle } from '../archive/archive-bounds.ts';
import { anyHome } from './any-home.ts';
import { askedTexts } from './asked-options.ts';
import { scriptHost } from './script-host.ts';
import type { BundleManifest } from '../../../../../contract/schemas/bundle-manifest.ts';
import type { CommandConfig, ScriptConfig } from '../../../../../contract/schemas/servers.ts';
import type { StoredConfig } from '../../export/write-servers.ts';

export interface ExportedBundle {
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** What was unpacked for it, where it runs from there: its files go into the bundle. */
export interface UnpackedServer {
  readonly folder: string;
  readonly version: string | null;
}

interface Contents {
  readonly server: BundleManifest['server'];
  readonly userConfig: NonNullable<BundleManifest['user_config']>;
  readonly version: string | null;
  readonly files: AsyncZippable;
}

const zipped = promisify(zip) as (files: AsyncZippable, options: object) => Promise<Uint8Array>;
const maxMiB = 128;
const dirname = '${__dirname}';
/** Where the files of a server lie in its bundle. */
const own = 'server';
/** Long ago, and local: the format has neither a zone nor an earlier year. */
const writtenAt = new Date(1980, 0, 1);
const unix = { os: 3, level: 9, mtime: writtenAt } as const;
const runtimes = [
  { type: 'node', names: /^(?:node|npx|npm|pnpm|yarn|bunx?|deno)$/i },
  { type: 'python', names: /^(?:python[\d.]*|uvx?|pipx)$/i },
] as const;
const modes = { file: 0o644, program: 0o755 } as const;

/** Throws HubError for a server that no bundle can hold. */
export async function exportBundle(
  { name, config }: Pick<StoredConfig, 'name' | 'config'>,
  unpacked: UnpackedServer | null,
  homeDir: string,
): Promise<ExportedBundle> {
  if (config.kind === 'wasm') throw refusedBundle({ kind: 'export-wasm', server: name });
  if ('url' in config) throw refusedBundle({ kind: 'export-remote', server: name });
  const contents =
    config.kind === 'javascript'
      ? await scriptContents(name, config, homeDir)
      : await commandContents(name, config, { unpacked, homeDir });
  const manifest = manifestOf(name, contents);
  const files: AsyncZippable = {
    'manifest.json': plainFile(`${JSON.stringify(manifest, null, 2)}\n`),
    ...contents.files,
  };
  return { file: `${fileName(name)}.mcpb`, bytes: await zipped(sorted(files), {}) };
}

function manifestOf(name: string, { server, userConfig, version }: Contents) {
  return {
    manifest_version: writtenManifestVersion,
    name: fileName(name),
    display_name: name,
    version: version ?? '1.0.0',
    description: `The MCP server ${name}, as it was set up in Pilothouse.`,
    author: { name: 'Pilothouse' },
    server,
    tools_generated: true,
    ...(Object.keys(userConfig).length > 0 && { user_config: userConfig }),
  };
}

async function scriptContents(name: string, config: ScriptConfig, homeDir: string): Promise<Contents> {
  const { env, options } = await askedTexts(name, config, homeDir);
  const script = await readFile(config.file).catch((error: unknown) => {
    throw refusedBundle({ kind: 'export-script-unreadable', server: name, path: config.file, code: codeOf(error) });
  });
  const entry = `${own}/index.mjs`;
  return {
    server: { type: 'node', entry_point: entry, mcp_config: { command: 'node', args: [`${dirname}/${entry}`], env } },
    userConfig: { ...options },
    version: null,
    files: { [entry]: plainFile(scriptHost(config.hosts)), [`${own}/server.mjs`]: plainFile(script) },
  };
}

/** With the files that were unpacked for it, where it runs from these; else with the command alone, which fetches what it needs. */
async function commandContents(
  name: string,
  config: CommandConfig,
  { unpacked, homeDir }: { readonly unpacked: UnpackedServer | null; readonly homeDir: string },
): Promise<Contents> {
  const moved = unpacked ? movedInto(config, unpacked.folder) : config;
  const { args, env, options } = await askedTexts(name, moved, homeDir);
  const files = unpacked ? await filesOf(name, unpacked.folder) : { [`${own}/README.md`]: plainFile(readme(name)) };
  const inBundle = [moved.command, ...args].find(text => text.startsWith(`${dirname}/`));
  return {
    server: {
      type: typeOf(moved.command),
      entry_point: inBundle?.slice(dirname.length + 1) ?? `${own}/README.md`,
      mcp_config: { command: anyHome(portable(moved.command), homeDir), args: [...args], env: { ...env } },
    },
    userConfig: { ...options },
    version: unpacked?.version ?? packageIn(config)?.version ?? null,
    files,
  };
}

function movedInto(config: CommandConfig, folder: string): CommandConfig {
  const moved = (text: string) =>
    text === folder || text.startsWith(folder + sep)
      ? [dirname, own, ...relative(folder, text).split(sep).filter(Boolean)].join('/')
      : text;
  const env = Object.fromEntries(Object.entries(config.env).map(([key, text]) => [key, moved(text)]));
  return { ...config, command: moved(config.command), args: config.args.map(moved), env };
}

/** A runtime lies elsewhere on each machine, so it is named as it is found in the PATH. */
function portable(command: string): string {
  const program = programOf(command);
  return /[\\/]/.test(command) && runtimes.some(({ names }) => names.test(program)) ? program : command;
}

function typeOf(command: string): BundleManifest['server']['type'] {
  return runtimes.find(({ names }) => names.test(programOf(command)))?.type ?? 'binary';
}

function programOf(command: string): string {
  const [last = ''] = command.split(/[\\/]/).slice(-1);
  return last.replace(/\.(?:exe|cmd)$/i, '');
}

function readme(name: string): string {
  return `# ${name}\n\nThis bundle holds no program: what its manifest.json names is fetched where it is started.\n`;
}

/** Links are left out: no bundle may have any, and those of npm name programs that lie beside them. */
async function filesOf(server: string, folder: string): Promise<AsyncZippable> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => {
    throw refusedBundle({ kind: 'export-folder-missing', server, folder });
  });
  const files: AsyncZippable = {};
  let left = maxMiB * MiB;
  for (const entry of entries.filter(one => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    left -= bytes.length;
    if (left < 0) throw refusedBundle({ kind: 'export-too-large', server, most: maxMiB });
    files[[own, ...relative(folder, path).split(sep)].join('/')] = plainFile(bytes);
  }
  return files;
}

function plainFile(content: string | Uint8Array): [Uint8Array, typeof unix & { attrs: number }] {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const isProgram = bytes[0] === 0x7f || (bytes[0] === 0x23 && bytes[1] === 0x21);
  return [bytes, { ...unix, attrs: (isProgram ? modes.program : modes.file) * 0x10000 }];
}

function sorted(files: AsyncZippable): AsyncZippable {
  const names = Object.keys(files).filter(name => name !== 'manifest.json');
  return Object.fromEntries(
    ['manifest.json', ...names.toSorted()].map(name => [name, files[name] ?? new Uint8Array()]),
  );
}

/** Of plain characters, for file systems and for programs that read bundles. */
function fileName(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 60) || 'server'
  );
}
