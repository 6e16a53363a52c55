// Hands a text to the browser as a file to keep.
import { saveFile } from './save-file.ts';

export function saveText(pieces: readonly string[], fileName: string, type: string): void {
  saveFile(new Blob([...pieces], { type }), fileName);
}
