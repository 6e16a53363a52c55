// Opens a folder that the user named, by its real path alone: a link could have been put on the way since.
import { realpathSync } from 'node:fs';
import { normalize } from 'node:path';
import { causeOf, end } from '../given.ts';
import { PinnedFolder } from './pinned-folder.ts';

/** Ends this process with a sentence where it cannot be had. */
export function openGranted(path: string): PinnedFolder {
  const name = JSON.stringify(path);
  if (!path.startsWith('/')) end(`The folder ${name} is not absolute; give its whole path.`);
  let folder = top();
  let way = '';
  for (const next of normalize(path).split('/').filter(Boolean)) {
    way += `/${next}`;
    const link = linkAt(folder, next);
    if (link) end(`The folder ${name} is reached over the link ${JSON.stringify(way)}; name ${realOf(path)} instead.`);
    const outer = folder;
    folder = enter(outer, next, name);
    outer.close();
  }
  return folder;
}

function top(): PinnedFolder {
  try {
    return PinnedFolder.top();
  } catch (error) {
    const remedy = 'mount /proc, or run the module as a command with wasmtime';
    return end(
      `No folder can be given to a module here, because /proc/self/fd is missing (${causeOf(error)}); ${remedy}.`,
    );
  }
}

function enter(folder: PinnedFolder, next: string, name: string): PinnedFolder {
  try {
    return folder.enter(next);
  } catch (error) {
    return end(`The folder ${name} cannot be opened (${causeOf(error)}); correct its path.`);
  }
}

/** A link that comes after this was asked is refused by `enter`. */
function linkAt(folder: PinnedFolder, name: string): boolean {
  try {
    return folder.linkAt(name) !== null;
  } catch {
    return false;
  }
}

/** For the sentence alone. */
function realOf(path: string): string {
  try {
    return JSON.stringify(realpathSync(path));
  } catch {
    return 'its real path';
  }
}
