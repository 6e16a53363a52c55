// A registry of npm on loopback with one package, packed by the real npm, as an npmrc of the user's home may name one.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { AddressInfo } from 'node:net';

export interface PackageSource {
  readonly name: string;
  readonly version: string;
  /** The text of its program, an ES module that is linked under the package's name. */
  readonly program: string;
}

/** Writes the package into `folder`, as it is installed. */
export function writePackage(folder: string, { name, version, program }: PackageSource): void {
  mkdirSync(folder, { recursive: true });
  const manifest = { name, version, type: 'module', bin: { [name]: 'index.mjs' } };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(path.join(folder, 'index.mjs'), `#!/usr/bin/env node\n${program}\n`, { mode: 0o755 });
}

/** Serves it for the running test. Returns the registry's address. */
export async function serveRegistry(source: PackageSource, scratch: string): Promise<string> {
  const folder = path.join(scratch, 'source');
  writePackage(folder, source);
  const npm = ['pack', folder, '--pack-destination', scratch, '--cache', path.join(scratch, 'cache'), '--silent'];
  execFileSync('npm', npm, { cwd: scratch, stdio: ['ignore', 'ignore', 'inherit'] });
  const { name, version } = source;
  const tarball = readFileSync(path.join(scratch, `${name}-${version}.tgz`));
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  const server = createServer((request, response) => {
    const address = `http://${request.headers.host}/${name}.tgz`;
    const manifest = { name, version, bin: { [name]: 'index.mjs' }, dist: { tarball: address, integrity } };
    if (request.url === `/${name}.tgz`) response.end(tarball);
    else if (request.url !== `/${name}`) response.writeHead(404).end('{}');
    else response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: manifest } }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
