// The servers that a first start offers, so that it is not empty: their markers filled in for this machine.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isRecord } from '../../../../contract/json.ts';
import { parseLenientJson } from './lenient-json.ts';

export interface SampleServersOptions {
  /** The `sample-servers.json` to read. */
  readonly path: string;
  /** What `${node}` stands for. */
  readonly nodePath: string;
  /** The folder from which `${package:name/file}` is resolved: the app's own, which holds its package.json. */
  readonly appFolder: string;
}

/** The text of an mcpServers JSON for `servers:add`. Rejects when the file cannot be read. */
export async function readSampleServers({ path, nodePath, appFolder }: SampleServersOptions): Promise<string> {
  const require = createRequire(join(appFolder, 'package.json'));
  const resolve = (specifier: string) => {
    try {
      return require.resolve(specifier);
    } catch {
      return null;
    }
  };
  return expandSampleServers(await readFile(path, 'utf8'), nodePath, resolve);
}

/** Fills the markers in. A package that `resolve` does not find (null) is run by npx instead. */
export function expandSampleServers(
  text: string,
  nodePath: string,
  resolve: (specifier: string) => string | null,
): string {
  const value = parseLenientJson(text);
  const servers = isRecord(value) && isRecord(value.mcpServers) ? value.mcpServers : {};
  const entries = Object.entries(servers).filter(([, entry]) => isRecord(entry)) as [string, Record<string, unknown>][];
  return JSON.stringify({
    mcpServers: Object.fromEntries(entries.map(([name, entry]) => [name, expandEntry(entry, nodePath, resolve)])),
  });
}

function expandEntry(
  entry: Record<string, unknown>,
  nodePath: string,
  resolve: (specifier: string) => string | null,
): Record<string, unknown> {
  const args = Array.isArray(entry.args) ? entry.args.map(String) : [];
  const at = args.findIndex(arg => packageMarker.test(arg));
  const specifier = packageMarker.exec(args[at] ?? '')?.[1];
  const found = specifier === undefined ? null : resolve(specifier);
  if (specifier !== undefined && found === null) {
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
    return { ...entry, command: 'npx', args: ['-y', name, ...args.slice(at + 1)] };
  }
  const command = entry.command === '${node}' ? nodePath : entry.command;
  return { ...entry, command, args: found === null ? args : args.with(at, found) };
}

const packageMarker = /^\$\{package:([^}]+)\}$/;
