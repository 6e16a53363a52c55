// The pieces of a sentence: words of ours, and texts from outside, which are drawn apart from them.
import { cutMiddle, visibleText } from '../../contract/visible-text.ts';

/** A piece of a sentence; one from outside is drawn isolated from the others. */
export interface Part {
  readonly text: string;
  readonly foreign: boolean;
}

export const ours = (text: string): Part => ({ text, foreign: false });

/** Cut in the middle, so that the end of a host stays: that end says whose it is. */
export const theirs = (text: string, max: number): Part => ({ text: cutMiddle(visibleText(text), max), foreign: true });

/** The pieces of a sentence of the catalogue, whose own words are ours; what is ours and stands together is one piece. */
export function toParts(pieces: readonly (Part | string)[]): Part[] {
  const parts: Part[] = [];
  for (const piece of pieces) {
    const part = typeof piece === 'string' ? ours(piece) : piece;
    const last = parts.at(-1);
    if (last && !last.foreign && !part.foreign) parts[parts.length - 1] = ours(last.text + part.text);
    else parts.push(part);
  }
  return parts;
}
