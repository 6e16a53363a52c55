// Puts a GIF among the browser's downloads, under a name that is nothing but a name.
import { ToolError } from '../tool-error.ts';
import { toBase64 } from './base64.ts';

const maxNameChars = 100;
/** Names that Windows takes for devices, whatever comes after a full stop. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Letters, digits and a few signs of what was wished for; never a path, never of another kind than a GIF. */
export function gifName(wished: string | null, now: Date): string {
  const usual = `recording-${now.toISOString().slice(0, 19).replaceAll(':', '-')}`;
  const bare = (wished ?? '')
    .normalize('NFC')
    .replace(/\.gif$/i, '')
    .replace(/[^\p{L}\p{M}\p{N} ._()-]+/gu, '-')
    .slice(0, maxNameChars)
    .replace(/^[ .-]+|[ .-]+$/g, '');
  const name = bare === '' ? usual : bare;
  return `${devices.test(name) ? 'recording-' : ''}${name}.gif`;
}

/** Answers with the name that it was given, which differs where there was such a file already. */
export async function saveGif(bytes: Uint8Array<ArrayBuffer>, name: string, signal: AbortSignal): Promise<string> {
  const { url, revoke } = addressOf(bytes);
  let id = -1;
  try {
    signal.throwIfAborted();
    id = await chrome.downloads.download({ url, filename: name, conflictAction: 'uniquify', saveAs: false });
    const file = await finished(id, signal);
    return file.split(/[\\/]/).at(-1) || name;
  } catch (error) {
    if (id !== -1) await chrome.downloads.cancel(id).catch(() => {});
    if (signal.aborted) throw signal.reason;
    const why = error instanceof Error ? error.message : String(error);
    throw new ToolError('ERR_TOOL_FAILED', `The browser did not save ${name} (${why}); export without download.`);
  } finally {
    revoke();
  }
}

/** A service worker has no addresses for blobs; Firefox, which has none there, saves nothing from a data: address. */
function addressOf(bytes: Uint8Array<ArrayBuffer>): { url: string; revoke: () => void } {
  const type = 'image/gif';
  if (typeof URL.createObjectURL !== 'function')
    return { url: `data:${type};base64,${toBase64(bytes)}`, revoke: () => {} };
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  return { url, revoke: () => URL.revokeObjectURL(url) };
}

/** The path of the file, once it is whole. */
function finished(id: number, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const end = () => {
      chrome.downloads.onChanged.removeListener(look);
      signal.removeEventListener('abort', abort);
    };
    const abort = () => {
      end();
      reject(signal.reason);
    };
    const look = async (): Promise<void> => {
      const [item] = await chrome.downloads.search({ id });
      if (item?.state === 'in_progress') return;
      end();
      if (item?.state === 'complete') resolve(item.filename);
      else reject(new Error(item?.error ?? 'its download is gone'));
    };
    chrome.downloads.onChanged.addListener(look);
    signal.addEventListener('abort', abort, { once: true });
    // It may have ended before anybody listened.
    void look();
  });
}
