// Builds `../time-module.ts` from `time-server.as`: `node build.mjs ASC`, where ASC is the `asc` of assemblyscript 0.28.20. The same source gives the same bytes.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const here = import.meta.dirname;
const [asc] = process.argv.slice(2);
if (asc === undefined) throw new Error('Name the compiler: node build.mjs node_modules/.bin/asc');
const folder = mkdtempSync(join(tmpdir(), 'time-wasm-'));
try {
  // The compiler takes no other ending, and TypeScript is to leave the source alone.
  copyFileSync(join(here, 'time-server.as'), join(folder, 'time-server.ts'));
  const flags = ['--runtime', 'stub', '--use', 'abort=', '--noAssert', '-Oz', '--converge'];
  execFileSync(asc, ['time-server.ts', '-o', 'time.wasm', ...flags], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'ignore'],
  });
  const base64 = readFileSync(join(folder, 'time.wasm')).toString('base64');
  const text = `// The module of the built-in server \`time-wasm\`, in base64. Written by \`time-wasm/build.mjs\`; its source is beside that.\n\nexport const timeModule =\n  '${base64}';\n`;
  writeFileSync(join(here, '../time-module.ts'), text);
} finally {
  rmSync(folder, { recursive: true });
}
