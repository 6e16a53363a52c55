// The manifest of a bundle: found in its archive, read, and checked by the schema of the version that it names.
import { HubError } from '../../../../contract/errors.ts';
import { isRecord } from '../../../../contract/json.ts';
import { reasonOf } from '../../../../contract/reason.ts';
import { BundleManifestSchemas, manifestVersions } from '../../../../contract/schemas/bundle-manifest.ts';
import { faultOf } from '../../../../contract/schemas/value-fault.ts';
import { cutEnd } from '../../../../contract/visible-text.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { parseLenientJson } from '../config/lenient-json.ts';
import { refusedBundle } from './archive/archive-bounds.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { BundleManifest, ManifestVersion } from '../../../../contract/schemas/bundle-manifest.ts';
import type { Archive } from './archive/archive.ts';

const maxManifestKiB = 1024;
const manifestName = 'manifest.json';

export interface ReadManifest {
  readonly version: ManifestVersion;
  readonly manifest: BundleManifest;
}

/** Throws HubError where there is none, or none that is understood. */
export async function manifestIn(archive: Archive): Promise<ReadManifest> {
  const entry = archive.entry(manifestName);
  if (!entry) throw refusedBundle({ kind: 'bundle-no-manifest' });
  const bytes = await archive.read(entry, maxManifestKiB * 1024);
  if (!bytes) throw refusedBundle({ kind: 'bundle-manifest-large', most: maxManifestKiB });
  return readManifest(bytes);
}

export function readManifest(bytes: Uint8Array): ReadManifest {
  const value = parsed(bytes);
  const said = isRecord(value) ? [value.manifest_version, value.dxt_version].filter(one => one !== undefined) : [];
  const version = manifestVersions.find(one => said.length > 0 && said.every(other => other === one));
  if (!version) {
    const named = said.map(one => (typeof one === 'string' ? one : JSON.stringify(one))).join(', ');
    throw refusedBundle({
      kind: 'bundle-manifest-version',
      version: named === '' ? null : cutEnd(named, 80),
      known: manifestVersions,
    });
  }
  const read = BundleManifestSchemas[version].safeParse(value);
  if (!read.success) throw unusable(faultOf(read.error, value));
  return { version, manifest: read.data };
}

function parsed(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refusedBundle({ kind: 'bundle-manifest-encoding' });
  }
  try {
    return parseLenientJson(text);
  } catch (error) {
    if (error instanceof HubError) throw unusable(reasonOf(error));
    throw error;
  }
}

function unusable(why: Reason): HubError {
  return hubError('ERR_INVALID_ARGUMENTS', { kind: 'several', reasons: [{ kind: 'bundle-manifest' }, why] });
}
