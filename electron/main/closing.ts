// What closing the window does: asked once, and never hidden where nothing could bring it back.
import type { BrowserWindow, Dialog } from 'electron';
import type { DesktopFileStore } from './desktop-file.ts';
import type { ShellWords } from './shell-words.ts';

export interface ClosingParts {
  readonly file: DesktopFileStore;
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  /** In the language of now. */
  words(): ShellWords;
  /** Looks now: a tray may have gone since it was looked for last. */
  trayHost(): Promise<string | null>;
}

/** In the order of the buttons; Escape is the last. */
const answers = ['hide', 'quit', 'stay'] as const;

export async function decideClose(
  { file, dialog, words, trayHost }: ClosingParts,
  window: BrowserWindow,
): Promise<(typeof answers)[number]> {
  if ((await trayHost()) === null) return 'quit';
  if (file.content.onClose) return file.content.onClose;
  const { question, detail, buttons } = words().closing;
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: question,
    detail,
    buttons: [...buttons],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  });
  const answer = answers[response] ?? 'stay';
  if (answer !== 'stay') file.change({ onClose: answer });
  return answer;
}
