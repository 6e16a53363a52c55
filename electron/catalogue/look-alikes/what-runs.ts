// What an entry runs, in one spelling, so that it is told whether two run the same. Pure.
import type { WrittenOffer } from '../../../contract/schemas/catalogue-worker.ts';

/** Of another registry the same name is another package. */
export function runOf({ kind, identifier, registry = null }: Omit<WrittenOffer, 'version'>): string {
  const isUsual = registry === null || usual.test(registry) || !(kind === 'npm' || kind === 'pypi' || kind === 'nuget');
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
