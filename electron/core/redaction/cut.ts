// The marks that stand where the trace cut something, and finding them again when what is before them is redacted.

/** Strings of pictures over this size are described, others are shown. */
export const maxPictureChars = 64 * 1024;

/** A member with this key stands for those that were left out. */
export const cutKey = '…';

/** Ends a string inside of a text that was cut. */
export const innerCut = '… (cut here)';

const base64Codes = new Set(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_\r\n'].map(char => char.charCodeAt(0)),
);
const keptPictureChars = 32;
const sampleChars = 4_096;
const maxDataUrlHead = 200;
const markEnd = 'cut here)';
const mark = /… \((?:(?:about \d+ bytes in base64|\d+ characters in all|\d+ more), )?cut here\)$/;

/** The first `chars` of a text and a note of its size. */
export function cutText(text: string, chars: number): string {
  return `${text.slice(0, chars)}… (${text.length} characters in all, cut here)`;
}

/** What is left of a picture: enough to see its kind, and its size. */
export function cutPicture(text: string): string {
  const bytes = Math.floor((text.length * 3) / 4);
  return `${text.slice(0, keptPictureChars)}… (about ${bytes} bytes in base64, cut here)`;
}

/** Stands at the end of a list, or as the value of `cutKey`. */
export function leftOut(count: number): string {
  return `… (${count} more, cut here)`;
}

/** Whether a long text is base64, with or without the head of a `data:` URL. */
export function isPicture(text: string): boolean {
  if (text.length <= maxPictureChars) return false;
  const from = text.startsWith('data:') ? text.indexOf(',') + 1 : 0;
  if (from > maxDataUrlHead) return false;
  // No prose goes on so long without a space. By hand, because an engine remembers the last text that a pattern was tried on.
  for (let at = from; at < from + sampleChars; at += 1) {
    if (!base64Codes.has(text.charCodeAt(at))) return false;
  }
  return true;
}

/** Whether a message may hold a mark at all. */
export function mayBeCut(text: string): boolean {
  return text.includes(markEnd);
}

/** The text before the mark at its end, and the mark; empty when there is none. */
export function splitAtCut(text: string): { readonly head: string; readonly mark: string } {
  const [found = ''] = text.endsWith(markEnd) ? (mark.exec(text.slice(-100)) ?? []) : [];
  return { head: text.slice(0, text.length - found.length), mark: found };
}
