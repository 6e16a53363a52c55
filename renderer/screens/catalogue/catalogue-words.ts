// How the catalogue speaks of entries: what they run as, what they ask for, where they stand.
import { formatOld, missing } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import type { EntrySort, SourceKind, WayKind } from '../../../contract/catalogue.ts';
import type { EntryRow } from '../../../contract/schemas/catalogue.ts';

export const wayWords: Readonly<Record<WayKind, string>> = {
  npm: 'npm',
  pypi: 'PyPI',
  oci: 'OCI',
  nuget: 'NuGet',
  mcpb: t('bundle'),
  remote: t('remote'),
};

export const sourceKindWords: Readonly<Record<SourceKind, string>> = {
  registry: t('registry'),
  file: t('file or folder'),
  harbor: t('list of Harbor'),
};

export const sortWords: Readonly<Record<EntrySort, string>> = {
  match: t('Best match'),
  changed: t('Newest'),
  name: t('Name'),
};

/** `2 values, 1 secret`; secrets are no values a second time. */
export function asksWords({ values, secrets }: EntryRow['asks']): string {
  const plain = values - secrets;
  if (values === 0) return t('nothing');
  if (plain === 0) return t('{secrets, plural, one {# secret} other {# secrets}}', { secrets });
  if (secrets === 0) return t('{values, plural, one {# value} other {# values}}', { values: plain });
  return t('{values, plural, one {# value} other {# values}}, {secrets, plural, one {# secret} other {# secrets}}', {
    values: plain,
    secrets,
  });
}

/** Behind the slash; the namespace stands beside it. */
export function shortName({ name, namespace, title }: Pick<EntryRow, 'name' | 'namespace' | 'title'>): string {
  if (title !== '') return title;
  return namespace !== '' && name.startsWith(`${namespace}/`) ? name.slice(namespace.length + 1) : name;
}

export function changedAge(
  { changedAt, publishedAt }: Pick<EntryRow, 'changedAt' | 'publishedAt'>,
  now: number,
): string {
  const at = changedAt ?? publishedAt;
  if (at === null) return missing;
  return now - at < 86_400_000 ? t('today') : formatOld(at, now);
}

/** Why a row stands out, in place of what it says of itself; null where nothing does. */
export function lookAlikeWords(row: EntryRow, now: number): string | null {
  if (row.lookAlike === null) return null;
  const { distance, name } = row.lookAlike;
  const like = name.slice(name.indexOf('/') + 1);
  if (row.publishedAt === null)
    return t('{distance, plural, =0 {the same letters as} one {# letter from} other {# letters from}} {like}', {
      distance,
      like,
    });
  return t(
    '{distance, plural, =0 {the same letters as} one {# letter from} other {# letters from}} {like}, {age} old',
    {
      distance,
      like,
      age: formatOld(row.publishedAt, now),
    },
  );
}
