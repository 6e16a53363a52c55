// Which folders of installed packages a command refers to: `<packages>/<kind>/<name>@<version>-<hash>`.
import nodePath from 'node:path';
import { wayKinds } from '../../../../contract/catalogue.ts';

const kinds: readonly string[] = wayKinds;

/** Each once, in the order of the words. A word may name a place in one, or hold it behind `=`. */
export function packageFolders(
  packages: string,
  words: readonly string[],
  { isAbsolute, join, relative, sep }: Pick<typeof nodePath, 'isAbsolute' | 'join' | 'relative' | 'sep'> = nodePath,
): string[] {
  const found = words.flatMap(word => {
    const path = word.slice(Math.max(0, word.indexOf(packages)));
    if (!isAbsolute(path)) return [];
    // From one drive of Windows to another it is the absolute path again, whose first part is no kind.
    const [kind = '', folder = ''] = relative(packages, path).split(sep);
    return kinds.includes(kind) && folder !== '' ? [join(packages, kind, folder)] : [];
  });
  return [...new Set(found)];
}
