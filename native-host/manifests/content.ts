// The text of a manifest, and whose a found text is. Pure.
import { createHash } from 'node:crypto';
import { recordIn } from '../../contract/json.ts';
import { hubError } from '../../words/hub-error.ts';
import { hostOf } from './manifest-hosts.ts';
import type { ManifestContext } from './context.ts';
import type { BrowserFamily } from './locations/location.ts';

/** The manifest a browser of this family needs, UTF-8 without BOM. Throws a sentence for a bad extension id. */
export function manifestText(context: ManifestContext, family: BrowserFamily): string {
  const { name, description, allowed } = hostOf(context);
  const ids = allowed[family];
  for (const id of ids) refuseBadId(family, id);
  const manifest = {
    name,
    description,
    path: launcherAsWritten(context),
    type: 'stdio',
    ...(family === 'chromium'
      ? { allowed_origins: ids.map(id => `chrome-extension://${id}/`) }
      : { allowed_extensions: ids }),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** One bad entry makes a browser refuse the whole manifest. */
function refuseBadId(family: BrowserFamily, id: string): void {
  if (family === 'firefox' && !id) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-gecko-id' });
  if (family === 'chromium' && !/^[a-p]{32}$/.test(id))
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-chromium-id', id });
}

/** cmd.exe, through which Windows browsers start the launcher, cannot run a path with forward slashes. */
function launcherAsWritten({ platform, launcherPath }: ManifestContext): string {
  return platform === 'win32' ? launcherPath.replaceAll('/', '\\') : launcherPath;
}

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

export interface FoundManifest {
  /** The name is the native messaging host's that is meant and the path is our launcher. */
  readonly ours: boolean;
  readonly identical: boolean;
  /** It begins with a byte order mark, which JSON and browsers refuse. */
  readonly hasMark: boolean;
  /** What the browser would start, when the text says so. */
  readonly path: string | undefined;
  /** Fields that differ from ours, in alphabetical order. */
  readonly differing: readonly string[];
}

/** Compares a found manifest with the one that belongs there. */
export function compareManifest(expectedText: string, foundText: string): FoundManifest {
  const expected = recordIn(expectedText) ?? {};
  const hasMark = foundText.startsWith('\ufeff');
  const found = recordIn(hasMark ? foundText.slice(1) : foundText);
  if (!found) return { ours: false, identical: false, hasMark, path: undefined, differing: [] };
  const fields = [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort();
  const path = found['path'];
  return {
    ours: found['name'] === expected['name'] && path === expected['path'],
    identical: foundText === expectedText,
    hasMark,
    path: typeof path === 'string' ? path : undefined,
    differing: fields.filter(field => JSON.stringify(found[field]) !== JSON.stringify(expected[field])),
  };
}
