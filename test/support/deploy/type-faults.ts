// Holds JSON against a TypeScript type, for what has types and no schema that knows every member: each is compiled as a literal of it, in one run.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { repositoryRoot } from '../provided.ts';
import { createTempHome } from '../temp-home.ts';

const compiler = path.join(repositoryRoot, 'node_modules/typescript/bin/tsc');
const options = [
  ...['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions'],
  ...['--module', 'esnext', '--moduleResolution', 'bundler', '--pretty', 'false'],
];

/** What the compiler says of those that are not of the type, by their names, which are letters and digits. A member that the type does not know is a fault. */
export function typeFaults(
  type: { readonly name: string; readonly file: string },
  texts: Readonly<Record<string, string>>,
): Record<string, string[]> {
  const { folder, remove } = createTempHome();
  onTestFinished(remove);
  const file = (name: string) => path.join(folder, `${name}.ts`);
  const from = JSON.stringify(path.join(repositoryRoot, 'test/support/deploy', type.file));
  for (const [name, json] of Object.entries(texts)) {
    const literal = `export const it = ${json.trim()} satisfies ${type.name};`;
    writeFileSync(file(name), `import type { ${type.name} } from ${from};\n${literal}\n`);
  }
  const args = [compiler, ...options, ...Object.keys(texts).map(file)];
  const { stdout, error } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  if (error) throw error;
  const faults: Record<string, string[]> = {};
  for (const line of stdout.split('\n').filter(each => each.includes('error TS'))) {
    const [, name = line, text = ''] = /^(\w+)\.ts\(\d+,\d+\): error (.*)$/.exec(line) ?? [];
    (faults[name] ??= []).push(text);
  }
  return faults;
}
