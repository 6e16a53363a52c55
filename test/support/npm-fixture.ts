// A registry of npm on loopback whose packages a test writes: sound ones, broken ones, some that wait, and newer versions.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { AddressInfo } from 'node:net';

export interface FixturePackage {
  readonly name: string;
  readonly version: string;
  /** Names of the tools that its server lists. */
  readonly tools?: readonly string[];
  /** The text of its program in the place of that server. */
  readonly program?: string;
  /** In the place of a program that is called as it is. */
  readonly bin?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  /** In the place of what its archive comes to. */
  readonly integrity?: string;
  /** In the place of its archive. */
  readonly archive?: Buffer;
  /** Its archive is sent once this has resolved. */
  readonly gate?: () => Promise<void>;
}

export interface NpmFixture {
  readonly address: string;
  /** Paths that were asked for, in order. */
  readonly asked: string[];
  publish(source: FixturePackage): void;
  /** The same version once more, as it ought to have been. */
  replace(source: FixturePackage): void;
}

interface Published {
  readonly source: FixturePackage;
  readonly archive: Buffer;
  readonly manifest: Readonly<Record<string, unknown>>;
}

/** A server of MCP without any dependency. Its tool answers with its version, its arguments and what it may see. */
export function serverProgram(version: string, tools: readonly string[]): string {
  return `
import { createInterface } from 'node:readline';
const tools = ${JSON.stringify(tools)}.map(name => ({ name, description: 'Of ${version}.', inputSchema: { type: 'object' } }));
const answers = {
  initialize: () => ({ protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'fixture', version: '${version}' } }),
  'tools/list': () => ({ tools }),
  'tools/call': () => ({ content: [{ type: 'text', text: JSON.stringify({ version: '${version}', args: process.argv.slice(2), key: process.env.API_KEY }) }] }),
  ping: () => ({}),
};
createInterface({ input: process.stdin }).on('line', line => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method];
  const rest = answer ? { result: answer() } : { error: { code: -32601, message: 'Method not found' } };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...rest }));
});
`;
}

/** Serves it for the running test. */
export async function npmFixture(scratch: string): Promise<NpmFixture> {
  const { stop, ...fixture } = await startNpmFixture(scratch);
  onTestFinished(stop);
  return fixture;
}

/** Serves it until it is stopped. */
export async function startNpmFixture(scratch: string): Promise<NpmFixture & { stop(): void }> {
  const published = new Map<string, Published[]>();
  const asked: string[] = [];
  const all = () => [...published.values()].flat();
  const server = createServer(async (request, response) => {
    const url = decodeURIComponent(request.url ?? '');
    asked.push(url);
    const archive = all().find(({ source }) => url === `/${source.name}-${source.version}.tgz`);
    if (archive) {
      await archive.source.gate?.();
      return response.end(archive.archive);
    }
    const versions = published.get(url.slice(1));
    if (!versions) return response.writeHead(404).end('{}');
    const manifests = versions.map(({ source, manifest }) => [
      source.version,
      withDist(manifest, source, request.headers.host),
    ]);
    const latest = versions.at(-1)?.source.version;
    return response.end(
      JSON.stringify({ name: url.slice(1), 'dist-tags': { latest }, versions: Object.fromEntries(manifests) }),
    );
  });
  const withDist = (manifest: Published['manifest'], { name, version, integrity }: FixturePackage, host = '') => {
    const found = all().find(({ source }) => source.name === name && source.version === version);
    const own = `sha512-${createHash('sha512')
      .update(found?.archive ?? '')
      .digest('base64')}`;
    return { ...manifest, dist: { tarball: `http://${host}/${name}-${version}.tgz`, integrity: integrity ?? own } };
  };
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    publish: source => {
      const { name } = source;
      published.set(name, [...(published.get(name) ?? []), asPublished(scratch, source)]);
    },
    replace: source => {
      const others = published.get(source.name)?.filter(one => one.source.version !== source.version) ?? [];
      published.set(source.name, [...others, asPublished(scratch, source)]);
    },
  };
}

function asPublished(scratch: string, source: FixturePackage): Published {
  const { name, version, scripts, dependencies, bin = { [name]: 'index.mjs' } } = source;
  const manifest = {
    name,
    version,
    type: 'module',
    bin,
    ...(scripts && { scripts }),
    ...(dependencies && { dependencies }),
  };
  return { source, archive: source.archive ?? packed(scratch, source, manifest), manifest };
}

function packed(
  scratch: string,
  { name, version, program, tools = ['look'] }: FixturePackage,
  manifest: object,
): Buffer {
  const folder = path.join(scratch, `${name}-${version}`);
  mkdirSync(path.join(folder, 'package'), { recursive: true });
  writeFileSync(path.join(folder, 'package/package.json'), JSON.stringify(manifest));
  writeFileSync(path.join(folder, 'package/index.mjs'), program ?? serverProgram(version, tools), { mode: 0o755 });
  execFileSync('tar', ['-czf', 'package.tgz', 'package'], { cwd: folder });
  return readFileSync(path.join(folder, 'package.tgz'));
}
