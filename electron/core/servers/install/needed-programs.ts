// The program without which packages of a kind can be neither fetched nor run.
import type { WayKind } from '../../../../contract/catalogue.ts';

export const neededPrograms: Readonly<Record<WayKind, string | null>> = {
  npm: 'npm',
  pypi: 'uv',
  oci: 'docker',
  nuget: 'dotnet',
  mcpb: null,
  remote: null,
};
