// Runs a TypeScript program of test/ on any supported Node: bundled to a file below dist/, then started with the same arguments.
//   node test/run-ts.mjs FILE.ts [ARG ...]
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const [entry, ...args] = process.argv.slice(2);
if (!entry) throw new Error('Name the program: node test/run-ts.mjs FILE.ts');
const dist = path.join(root, 'dist');
mkdirSync(dist, { recursive: true });
const folder = mkdtempSync(path.join(dist, '.run-'));
const outfile = path.join(folder, 'program.mjs');
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
// A signal that ends a process at once runs no exit listeners; a program that listens itself decides itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    if (process.listenerCount(signal) === 1) process.exit(130);
  });
await build({
  entryPoints: [path.resolve(entry)],
  outfile,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  plugins: [{ name: 'own address', setup: keepOwnAddress }],
});
process.argv = [process.argv[0], outfile, ...args];
await import(pathToFileURL(outfile).href);

/** In a bundle every module would have the address of the bundle; each finds its own folder by the one of its source. */
function keepOwnAddress(build) {
  build.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
    const address = JSON.stringify(pathToFileURL(file).href);
    return { contents: (await readFile(file, 'utf8')).replaceAll('import.meta.url', address), loader: 'ts' };
  });
}
