// Which folders of installed packages a command refers to: `<packages>/<kind>/<name>@<version>-<hash>`.
import { isAbsolute, join, relative, sep } from 'node:path';

/** Each once, in the order of the words. A word may name a place in one, or hold it behind `=`. */
export function packageFolders(packages: string, words: readonly string[]): string[] {
  const found = words.flatMap(word => {
    const path = word.slice(Math.max(0, word.indexOf(packages)));
    if (!isAbsolute(path)) return [];
    const [kind = '', folder = ''] = relative(packages, path).split(sep);
    return kind === '' || kind === '..' || folder === '' ? [] : [join(packages, kind, folder)];
  });
  return [...new Set(found)];
}
