// Hands a text to the browser as a file to keep.

export function saveText(pieces: readonly string[], fileName: string, type: string): void {
  const url = URL.createObjectURL(new Blob([...pieces], { type }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = fileName;
  anchor.click();
  URL.revokeObjectURL(url);
}
