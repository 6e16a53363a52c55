// Who fetches packages of which kind.
import { fetchBundle } from './fetch-bundle.ts';
import { fetchImage } from './fetch-image.ts';
import { fetchNpm } from './fetch-npm.ts';
import { fetchNuget } from './fetch-nuget.ts';
import { fetchPypi } from './fetch-pypi.ts';
import type { WayKind } from '../../../../../contract/catalogue.ts';
import type { Fetcher } from './fetched.ts';

export const fetchers: Readonly<Record<Exclude<WayKind, 'remote'>, Fetcher>> = {
  npm: fetchNpm,
  pypi: fetchPypi,
  oci: fetchImage,
  nuget: fetchNuget,
  mcpb: fetchBundle,
};
