// The text of a manifest, and whose a found text is. Pure.
import { createHash } from 'node:crypto';
import { HubError } from '../../electron/contract/errors.ts';
import { nativeHostName } from './context.ts';
import type { BrowserFamily } from './browser-locations.ts';
import type { ManifestContext } from './context.ts';

/** The manifest a browser of this family needs, UTF-8 without BOM. Throws a sentence for a bad extension id. */
export function manifestText(context: ManifestContext, family: BrowserFamily): string {
  const { chromium, firefox } = context.extensionIds;
  if (!/^[a-p]{32}$/.test(chromium)) {
    throw new HubError(
      'ERR_INVALID_ARGUMENTS',
      `“${chromium}” is no Chromium extension id; give 32 letters from a to p.`,
    );
  }
  if (!firefox) {
    throw new HubError(
      'ERR_INVALID_ARGUMENTS',
      'The Firefox extension id is empty; give the gecko id of the companion.',
    );
  }
  const allowed =
    family === 'chromium'
      ? { allowed_origins: [`chrome-extension://${chromium}/`] }
      : { allowed_extensions: [firefox] };
  const manifest = {
    name: nativeHostName,
    description: 'Connects this browser to Pilothouse.',
    path: launcherAsWritten(context),
    type: 'stdio',
    ...allowed,
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** cmd.exe, through which Windows browsers start the launcher, cannot run a path with forward slashes. */
function launcherAsWritten({ platform, launcherPath }: ManifestContext): string {
  return platform === 'win32' ? launcherPath.replaceAll('/', '\\') : launcherPath;
}

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

export interface FoundManifest {
  /** The name is our native messaging host's and the path is our launcher. */
  readonly ours: boolean;
  readonly identical: boolean;
  /** What the browser would start, when the text says so. */
  readonly path: string | undefined;
  /** Fields that differ from ours, in alphabetical order. */
  readonly differing: readonly string[];
}

/** Compares a found manifest with the one that belongs there. */
export function compareManifest(expectedText: string, foundText: string): FoundManifest {
  const expected = parseObject(expectedText) ?? {};
  const found = parseObject(foundText);
  if (!found) return { ours: false, identical: false, path: undefined, differing: [] };
  const fields = [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort();
  const path = found['path'];
  return {
    ours: found['name'] === expected['name'] && path === expected['path'],
    identical: foundText === expectedText,
    path: typeof path === 'string' ? path : undefined,
    differing: fields.filter(field => JSON.stringify(found[field]) !== JSON.stringify(expected[field])),
  };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
