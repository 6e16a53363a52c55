// A profile folder that the user named, as a row of its own: what `--user-data-dir` moves moves the manifests too.
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { noFolders, noRegistry } from './folders.ts';
import type { BrowserLocation } from './location.ts';

/** Only browsers of the Chromium family have their manifests in it, and only where there is no registry. */
export function customLocation(folder: string): BrowserLocation {
  const here = {
    ...noFolders,
    places: [{ data: [`{exact}${folder}`], manifests: `{exact}${folder}/NativeMessagingHosts` }],
  };
  return {
    id: folderId(folder),
    name: basename(folder),
    family: 'chromium',
    packaging: 'folder',
    isVariant: true,
    linux: here,
    darwin: here,
    win32: noRegistry,
  };
}

export function folderId(folder: string): string {
  return `folder-${createHash('sha256').update(folder).digest('hex').slice(0, 8)}`;
}
