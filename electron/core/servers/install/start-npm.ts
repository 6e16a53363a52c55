// How an unpacked package of npm is started: node on the program that its package.json names.
import { readFile, realpath } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { z } from 'zod';
import { hubError } from '../../../../words/hub-error.ts';
import type { UnpackedPackage } from './plan-way.ts';

const ManifestSchema = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]).optional() });

/** Rejects with HubError for a package without a program, and for one whose program lies outside of it. */
export async function startOfNpm(folder: string, name: string): Promise<UnpackedPackage> {
  const own = join(folder, 'node_modules', ...name.split('/'));
  const manifest = ManifestSchema.safeParse(JSON.parse(await readFile(join(own, 'package.json'), 'utf8')));
  const bin = manifest.success ? programIn(manifest.data.bin, name) : null;
  if (bin === null) throw noProgram(name);
  const program = resolve(own, bin);
  const real = await realpath(program).catch(() => null);
  const within = await realpath(own);
  if (real === null || !real.startsWith(within + sep)) throw noProgram(name);
  return { folder, command: 'node', args: [program], env: {} };
}

/** As npx chooses: the only one, or the one that is called as its package. */
export function programIn(bin: z.infer<typeof ManifestSchema>['bin'], name: string): string | null {
  if (bin === undefined || typeof bin === 'string') return bin ?? null;
  const programs = Object.values(bin);
  const short = name.split('/').at(-1) ?? name;
  if (Object.hasOwn(bin, short)) return bin[short] ?? null;
  return new Set(programs).size === 1 ? (programs[0] ?? null) : null;
}

function noProgram(name: string) {
  return hubError('ERR_SERVER_UNAVAILABLE', { kind: 'package-no-program', name });
}
