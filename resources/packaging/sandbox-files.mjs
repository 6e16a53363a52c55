// Writes what the sandbox of scripts consists of, beside the program that uses it: for the runner of a server, and for the companion.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** QuickJS, and what runs in it before a script does, which has nothing of Node. */
export async function writeSandbox(root, folder, esbuild) {
  await esbuild({
    entryPoints: { preamble: path.join(root, 'electron/runner/javascript/inside/prepare.ts') },
    outdir: folder,
    platform: 'neutral',
    target: 'es2022',
    sourcemap: false,
  });
  const { resolve } = createRequire(import.meta.url);
  fs.copyFileSync(resolve('@jitl/quickjs-wasmfile-release-sync/wasm'), path.join(folder, 'quickjs.wasm'));
}
