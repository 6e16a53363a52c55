// An extension in a profile of a browser of Chromium's family.
import { access, readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { isRecord, recordIn } from '../../../../contract/json.ts';
import { codeOf } from '../../../../native-host/manifests/files.ts';
import type { FoundExtension } from './profile.ts';

/** `Secure Preferences` has it where the browser keeps such a file, else `Preferences`. */
export async function chromiumExtension(folder: string, id: string): Promise<FoundExtension> {
  for (const name of ['Secure Preferences', 'Preferences']) {
    const path = join(folder, name);
    const text = await readFile(path, 'utf8').catch((error: unknown) => ({ code: codeOf(error) }));
    if (typeof text !== 'string') {
      if (text.code === 'ENOENT' || text.code === 'ENOTDIR') continue;
      return { kind: 'unknown', path, code: text.code };
    }
    const preferences = recordIn(text);
    if (!preferences) return { kind: 'broken', path };
    const settings = isRecord(preferences['extensions']) ? preferences['extensions']['settings'] : undefined;
    const entry = isRecord(settings) ? settings[id] : undefined;
    if (isRecord(entry)) return describe(entry, folder);
  }
  return { kind: 'none' };
}

async function describe(entry: Record<string, unknown>, folder: string): Promise<FoundExtension> {
  const reasons = entry['disable_reasons'];
  const isOff =
    entry['state'] === 0 ||
    (Array.isArray(reasons) ? reasons.length > 0 : typeof reasons === 'number' && reasons !== 0);
  if (isOff) return { kind: 'off' };
  const written = typeof entry['path'] === 'string' ? entry['path'] : null;
  // What was uninstalled leaves an entry without a path.
  if (written === null || written === '') return { kind: 'none' };
  const source = isAbsolute(written) ? written : join(folder, 'Extensions', written);
  const isThere = await access(source).then(
    () => true,
    () => false,
  );
  if (!isThere) return { kind: 'folder-gone', folder: source };
  const manifest = recordIn(await readFile(join(source, 'manifest.json'), 'utf8').catch(() => ''));
  if (!manifest) return { kind: 'folder-gone', folder: source };
  const version = typeof manifest['version'] === 'string' ? manifest['version'] : null;
  return { kind: 'there', version, folder: source };
}
