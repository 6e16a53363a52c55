// Marks the entries whose names resemble those of better known ones, after each change of what is stored.
import { setImmediate as turn } from 'node:timers/promises';
import { findLookAlikes, whatRuns } from './find-look-alikes.ts';
import type { WrittenOffer } from '../../../contract/schemas/catalogue-worker.ts';
import type { Row, Statements } from '../stored/statements.ts';
import type { Compared, Resemblance } from './find-look-alikes.ts';

const named: ReadonlySet<string> = new Set(['npm', 'pypi', 'nuget']);

/** Searches are answered in between. */
export async function markLookAlikes(
  statements: Statements,
  curated: ReadonlySet<string> = new Set(['harbor']),
): Promise<void> {
  const sources = new Map(
    statements.all('SELECT key, id FROM sources').map(({ key, id }) => [Number(key), String(id)]),
  );
  const rows = statements.all('SELECT id, source, name, uses, publishedAt, offers FROM entries WHERE status < 2');
  const sourceOf = new Map(rows.map(({ id, source }) => [Number(id), sources.get(Number(source)) ?? '']));
  const all = rows.map(row => comparedOf(row, curated.has(sourceOf.get(Number(row['id'])) ?? '')));
  const found: Resemblance[] = [];
  for (const some of findLookAlikes(all)) {
    found.push(...some);
    await turn();
  }
  statements.whole(() => {
    statements.run(
      'UPDATE entries SET likeSource = NULL, likeName = NULL, likeDistance = NULL WHERE likeName IS NOT NULL',
    );
    for (const { id, of, distance } of found)
      statements.run(
        'UPDATE entries SET likeSource = ?, likeName = ?, likeDistance = ? WHERE id = ?',
        ...[(of.id !== null && sourceOf.get(of.id)) || '', of.name, distance, id],
      );
  });
}

function comparedOf({ id, name, uses, publishedAt, offers }: Row, curated: boolean): Compared {
  const all = JSON.parse(String(offers)) as WrittenOffer[];
  const packages = all.filter(({ kind }) => named.has(kind));
  return {
    id: Number(id),
    name: String(name),
    curated,
    uses: typeof uses === 'number' ? uses : null,
    publishedAt: typeof publishedAt === 'number' ? publishedAt : null,
    packages: packages.map(({ identifier }) => identifier),
    runs: all.map(whatRuns),
  };
}
