// What an entry runs as one text, so that who runs the same is known in whatever spelling.
import type { WrittenOffer } from '../../../contract/schemas/catalogue-worker.ts';

type Run = Pick<WrittenOffer, 'kind' | 'identifier' | 'registry'>;

/** Whose packages have names that somebody may imitate. */
export const namedKinds: ReadonlySet<string> = new Set(['npm', 'pypi', 'nuget']);

/** Of another registry the same name is another package. */
export function runOf({ kind, identifier, registry = null }: Run): string {
  const isUsual = registry === null || usual.test(registry) || !namedKinds.has(kind);
  return `${kind} ${spelled(kind, identifier)} ${isUsual ? '' : registry.replace(/\/+$/, '')}`;
}

/** Some entries name what others leave out. */
const usual = /^https:\/\/(?:registry\.npmjs\.org|pypi\.org(?:\/simple)?|api\.nuget\.org(?:\/v3\/index\.json)?)\/*$/;

/** As each registry tells names apart. */
function spelled(kind: WrittenOffer['kind'], name: string): string {
  switch (kind) {
    case 'pypi':
      return name.toLowerCase().replace(/[-_.]+/g, '-');
    case 'nuget':
      return name.toLowerCase();
    case 'oci':
      return name.toLowerCase().replace(/^docker\.io\/(?:library\/)?/, '');
    case 'remote':
    case 'mcpb':
      return name.replace(/\/$/, '');
    case 'npm':
      return name;
    default:
      return kind satisfies never;
  }
}
