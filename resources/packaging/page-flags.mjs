// Writes the files that tell the page script of the Web Agent API which of its parts are on: one for each flag, for when that is other than usual.
import fs from 'node:fs';
import path from 'node:path';

/** `folder` is that of an extension's scripts for pages; `esbuild` is the build's own, with its settings. */
export async function writePageFlags(root, folder, esbuild) {
  fs.mkdirSync(folder, { recursive: true });
  for (const [name, usual] of Object.entries(await readPageFlags(root, esbuild))) {
    const file = path.join(folder, `${name}-${usual ? 'off' : 'on'}.js`);
    fs.writeFileSync(file, `(window[Symbol.for('web-agent.flags')] ??= {}).${name} = ${!usual};\n`);
  }
}

async function readPageFlags(root, esbuild) {
  const contract = path.join(root, 'contract/web-agent.ts');
  const { outputFiles } = await esbuild({ entryPoints: [contract], write: false, sourcemap: false });
  const script = Buffer.from(outputFiles[0].contents).toString('base64');
  const { pageFlags } = await import(`data:text/javascript;base64,${script}`);
  return pageFlags;
}
