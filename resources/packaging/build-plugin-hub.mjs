// Builds the small Firefox extension that speaks for plugins. Plugins know it by its id, so it stands beside the companion, whose icons it has.
import fs from 'node:fs';
import path from 'node:path';

/** `esbuild` is the build's own, with its settings. */
export async function buildPluginHub(root, to, esbuild) {
  const from = path.join(root, 'resources/plugin-hub');
  const manifest = JSON.parse(fs.readFileSync(path.join(from, 'manifest.json'), 'utf8'));
  fs.mkdirSync(path.join(to, 'icons'), { recursive: true });
  fs.copyFileSync(path.join(from, 'manifest.json'), path.join(to, 'manifest.json'));
  for (const icon of Object.values(manifest.icons))
    fs.copyFileSync(path.join(root, 'resources/extension', icon), path.join(to, icon));
  await esbuild({
    entryPoints: [path.join(from, 'background.ts')],
    outfile: path.join(to, 'background.js'),
    platform: 'browser',
    target: 'firefox128',
    format: 'iife',
    sourcemap: false,
  });
}
