// Lets the user pick a file or a folder by the dialog of the system; only the path is told, and nothing is read.
import type { Dialog } from 'electron';

/** Null where the user picked none. */
export async function pickPath(
  dialog: Pick<Dialog, 'showOpenDialog'>,
  kind: 'file' | 'folder',
): Promise<string | null> {
  const what = kind === 'file' ? ('openFile' as const) : ('openDirectory' as const);
  const { canceled, filePaths } = await dialog.showOpenDialog({
    properties: [what, 'showHiddenFiles', 'dontAddToRecent'],
  });
  return canceled ? null : (filePaths[0] ?? null);
}
