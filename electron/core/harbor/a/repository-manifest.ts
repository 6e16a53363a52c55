// The manifest of a server in its repository on GitHub, looked for in the places where Harbor does: when the user installs that server, and for no
// longer than the extension waits.
import { isRecord } from '../../../../contract/json.ts';
import { HarborManifestSchema } from '../../../../contract/schemas/harbor-a.ts';
import { fileOf, rawFiles, repositoryIn } from './github.ts';
import type { HarborManifest } from '../../../../contract/schemas/harbor-a.ts';

const searchMs = 8_000;

/** The best place first; in the last one it stands among other things. */
const places = [
  { file: 'mcp-manifest.json', of: (json: unknown) => json },
  { file: '.mcp/manifest.json', of: (json: unknown) => json },
  { file: 'package.json', of: (json: unknown) => (isRecord(json) ? json.mcp : undefined) },
] as const;

/** Null for an address that is no repository there, where there is no manifest that can be read, and where GitHub cannot be asked. */
export async function manifestInRepository(
  address: string,
  asker: AbortSignal,
  origin = rawFiles,
): Promise<HarborManifest | null> {
  const repository = repositoryIn(address);
  if (!repository) return null;
  const signal = AbortSignal.any([asker, AbortSignal.timeout(searchMs)]);
  const found = places.map(async ({ file, of }) => {
    const text = await fileOf(repository, file, signal, origin);
    return text === null ? null : manifestOf(of(JSON.parse(text)));
  });
  const read = await Promise.all(found.map(one => one.catch(() => null)));
  asker.throwIfAborted();
  return read.find(manifest => manifest !== null) ?? null;
}

/** As the real one, which takes no manifest without its version. */
function manifestOf(value: unknown): HarborManifest | null {
  const parsed = HarborManifestSchema.safeParse(value);
  return parsed.success && parsed.data.manifestVersion ? parsed.data : null;
}
