// How a package that is here is started, by its kind.
import { startOfNpm } from './start-npm.ts';
import { pythonEnv, startOfNuget, startOfPypi } from './start-tools.ts';
import type { Way } from '../../../../contract/schemas/catalogue.ts';
import type { UnpackedPackage } from './plan-way.ts';

/** `place` is its folder; of an image its digest. Rejects with HubError for a package without a program. */
export async function startOf(
  way: Way,
  place: string,
): Promise<{ folder: string; command: string; args: string[]; env: Record<string, string> }> {
  const { folder, command, args, env } = await startAt(way, place);
  return { folder, command, args: [...args], env: { ...env } };
}

async function startAt(way: Way, place: string): Promise<UnpackedPackage> {
  switch (way.kind) {
    case 'npm':
      return startOfNpm(place, way.identifier);
    case 'pypi':
      return startOfPypi(place, way.identifier);
    case 'nuget':
      return startOfNuget(place, way.identifier);
    case 'oci':
      return { folder: '', command: 'docker', args: [`${way.identifier}@${place}`], env: {} };
    case 'mcpb':
      // Its own manifest says how it is started. What is not node's may be Python behind any name.
      return { folder: place, command: '', args: [], env: /^node(?:\.exe)?$/.test(way.runtime ?? '') ? {} : pythonEnv };
    case 'remote':
      return { folder: place, command: '', args: [], env: {} };
  }
}
