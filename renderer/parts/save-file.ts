// Hands a file to the browser, which asks where it is to go or puts it among the downloads.

const keptMs = 60_000;

export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  // A large file is still being copied when `click` returns.
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
}
